import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createAnomalyActivities } from '../../activities/anomalies';
import { useDatabase } from '../support/database';
import { createWorkspace } from '../support/workspaces';

const database = useDatabase({ poolSize: 2 });

test('a failing workspace does not block the check of others, and is reported', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    ids.push(await createWorkspace(database));
  }
  const [first] = ids.toSorted();
  await database('workspaces').where({ id: first }).update({ timezone: 'Nowhere/Such' });
  const evaluated = new Set<string>();
  database.on('query', ({ bindings }: { bindings?: unknown[] }) => {
    for (const id of ids) if (JSON.stringify(bindings ?? []).includes(id)) evaluated.add(id);
  });
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR', () => undefined) });
  const { checkAnomalies } = createAnomalyActivities({ database });
  const run = environment.run<[], unknown, typeof checkAnomalies>(checkAnomalies);
  await expect(run).rejects.toThrow('Workspaces with a failed anomaly check: 1');
  expect(evaluated.size).toBe(3);
});
