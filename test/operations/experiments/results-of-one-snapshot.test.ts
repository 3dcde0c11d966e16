import { readResults } from '../../../operations/experiments/read-results';
import { useDatabase } from '../../support/database';
import { storeHistory } from '../../support/event-history';
import { countLockWaits } from '../../support/lock-waits';
import { rebuildRollups } from '../../support/rebuild-rollups';
import { waitFor } from '../../support/wait-for';
import { createExperiment, createWorkspace } from '../../support/workspaces';

/**
 * Results are read in one snapshot: they contain a drain that commits during the read either completely or not at all.
 */

const database = useDatabase({ poolSize: 8 });

/** Creates an experiment with one visitor, who converted. */
async function experimentWithOne() {
  const workspaceId = await createWorkspace(database);
  const { id } = await createExperiment(database, workspaceId, { primaryMetric: { metric: 'order' } });
  const at = Date.now() - 60_000;
  await storeHistory(database, workspaceId, [
    {
      id: 'e1',
      occurredAt: new Date(at),
      visitorId: 'v1',
      type: 'experiment_exposure',
      data: { experimentId: id, variantId: 'a' },
    },
    { id: 'e2', occurredAt: new Date(at + 1_000), visitorId: 'v1', type: 'order' },
  ]);
  await rebuildRollups(database, workspaceId);
  return { workspaceId, id };
}

test('a drain that commits between two reads adds no conversions without their exposures', async () => {
  const { workspaceId, id } = await experimentWithOne();
  const counts = async () => {
    const results = await readResults({ database }, workspaceId, id, { by: 'device' });
    const segments = results?.breakdown?.segments.map(({ variants }) => variants[0]);
    return [results?.variants[0], ...(segments ?? [])].map((of) => [of?.exposures, of?.conversions]);
  };
  expect(await counts()).toEqual([
    [1, 1],
    [1, 1],
  ]);
  const drain = await database.transaction();
  await drain.raw('lock table experiment_outcome_sums in access exclusive mode');
  const reading = counts();
  await waitFor(async () => (await countLockWaits(database, { query: '%experiment_outcome_sums%' })) > 0, {
    what: 'the reader to wait',
  });
  for (const table of ['experiment_exposure_days', 'experiment_exposure_segments']) {
    await drain(table).where({ experiment_id: id }).increment('exposures', 100);
  }
  await drain('experiment_outcome_sums').where({ experiment_id: id }).increment('visitors', 50);
  await drain.commit();
  expect(await reading).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(await counts()).toEqual([
    [101, 51],
    [101, 51],
  ]);
});
