import { createConversion } from '../../operations/conversions/conversions';
import { historyWorkflowId } from '../../workflows/contract/match-history';
import { workflowTypes } from '../../workflows/contract/names';
import { storeHistory } from '../support/event-history';
import { readMatches, recountMatches } from '../support/recount-completions';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld();

/** Defines a conversion and leaves its history to a workflow that does nothing. */
async function defineUnmatched(eventType: string) {
  const { workspaceId } = world.demo;
  const described = { name: eventType, type: 'custom_event', eventType, isPrimary: false, conditions: {} } as const;
  const conversionId = await createConversion(
    world,
    { workspaceId, id: 'test' },
    { ...described, urlPattern: null, selector: null },
    0,
  );
  const input = { workspaceId, conversionId };
  const handle = await world.temporal.workflow.start(workflowTypes.matchHistory, {
    workflowId: historyWorkflowId(input),
    taskQueue: 'nobody-polls-this',
    args: [input],
  });
  await world.database('outbox').where({ kind: 'recount_conversion', subject_id: conversionId }).delete();
  return { conversionId, handle };
}

const backfillOf = async (id: string) => (await world.api.get(`/api/conversion-goals/${id}`)).body.backfill.status;

test('the history of a conversion with a terminated workflow is matched; a running workflow is left alone', async () => {
  const { database, demo } = world;
  await storeHistory(
    database,
    demo.workspaceId,
    ['purchase', 'signup'].flatMap((type) =>
      [1, 2, 3].map((days) => ({
        id: `${type}${days}`,
        type,
        visitorId: 'v1',
        occurredAt: new Date(Date.now() - days * 86_400_000),
      })),
    ),
  );
  const ended = await defineUnmatched('purchase');
  const running = await defineUnmatched('signup');
  await ended.handle.terminate('by an operator');
  expect([await backfillOf(ended.conversionId), await backfillOf(running.conversionId)]).toEqual([
    'running',
    'running',
  ]);

  await world.startWorker({ RECONCILE_EVERY_SECONDS: '86400', MAINTAIN_EVERY_SECONDS: '86400' });
  // The worker's first round finds the terminated workflow.
  await waitFor(async () => (await backfillOf(ended.conversionId)) === 'completed');
  const matches = await readMatches(database, demo.workspaceId);
  const all = await recountMatches(database, demo.workspaceId);
  const ofEnded = (rows: string[]) => rows.filter((row) => row.startsWith(`${ended.conversionId} `));
  expect(ofEnded(matches)).toHaveLength(3);
  expect(ofEnded(matches)).toEqual(ofEnded(all));

  await waitFor(async () => (await database('outbox').where({ kind: 'recount_conversion' })).length === 0);
  expect(await backfillOf(running.conversionId)).toBe('running');
  // The start and the first task only: no signal arrived.
  expect((await running.handle.describe()).historyLength).toBe(2);
});
