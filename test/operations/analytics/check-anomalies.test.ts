import { systemClock } from '../../../context/create-context';
import { checkAllAnomalies } from '../../../operations/analytics/check-anomalies';
import { useDatabase } from '../../support/database';
import { createWorkspace } from '../../support/workspaces';

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
  const { signal } = new AbortController();
  const check = checkAllAnomalies({ database, clock: systemClock, signal });
  await expect(check).rejects.toThrow('Workspaces with a failed anomaly check: 1');
  expect(evaluated.size).toBe(3);
});
