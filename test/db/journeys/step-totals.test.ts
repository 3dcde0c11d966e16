import type { Database } from '../../../db/connection/pool';
import { endExecution } from '../../../db/journeys/executions';
import { insertMovement, type Movement, type RecordedMovement } from '../../../db/journeys/movements';
import { insertDeferral } from '../../../db/journeys/execution-steps';
import { countSteps } from '../../../db/reports/step-stats';
import { foldStepChanges } from '../../../db/journeys/step-totals';
import { createCommunication, publishJourney } from '../../support/journeys';
import { storeRuns, storeSteps } from '../../support/journey-rows';
import { recountSteps } from '../../support/recount-journey';
import { seededRandom } from '../../support/seeded-random';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
let database: Database;
let workspaceId: string;
let steps: unknown[];

beforeAll(async () => {
  database = world.connect(12);
  ({ workspaceId } = world.demo);
  const communicationId = await createCommunication(world, 'Hello');
  steps = [
    { id: 'hello', kind: 'send', communicationId, next: 'pause' },
    { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
});

/** The report in the format of the recount, without zeros. */
async function report(journeyId: string, requested = database): Promise<Record<string, Record<string, number>>> {
  const counts = await countSteps(requested, workspaceId, journeyId);
  return Object.fromEntries(
    counts.map(({ stepId, skippedByReason, deferredByReason, executed, skipped, failed, waiting }) => {
      const reasons = Object.entries(skippedByReason).map(([reason, count]) => [`skipped: ${reason}`, count] as const);
      const deferrals = Object.entries(deferredByReason).map(
        ([reason, count]) => [`deferred: ${reason}`, count] as const,
      );
      const all = [...Object.entries({ executed, skipped, failed, waiting }), ...reasons, ...deferrals];
      return [stepId, Object.fromEntries(all.filter(([, count]) => count !== 0))];
    }),
  );
}

async function newJourney(runs: number, prefix: string): Promise<string> {
  const { id } = await publishJourney(world, steps);
  await storeRuns(
    database,
    { workspaceId, journeyId: id },
    Array.from({ length: runs }, (_, index) => ({
      id: `exc_${prefix}_${index}`,
      endUserId: `eus_${index}`,
      status: 'RUNNING',
      currentStepId: 'hello',
    })),
  );
  return id;
}

const move = (movement: Omit<Movement, 'workspaceId'>): Promise<RecordedMovement> =>
  insertMovement(database, { workspaceId, ...movement });

const outcomes = [
  { status: 'executed' },
  { status: 'skipped', reason: 'opt_out' },
  { status: 'skipped', reason: 'suppression' },
  { status: 'failed', reason: 'rejected' },
] as const;

test('totals equal a recount while sixty executions move, retry, end and are folded', async () => {
  const journeyId = await newJourney(60, 'busy');
  const random = seededRandom(7);
  const one = async (index: number): Promise<void> => {
    const executionId = `exc_busy_${index}`;
    const left = { stepId: 'hello', kind: 'send', ...(outcomes[index % outcomes.length] ?? outcomes[0]) };
    const first = { executionId, left, at: { stepId: 'pause', kind: 'wait' as const, resumesAt: new Date() } };
    const putOff = () => insertDeferral(database, { workspaceId, executionId, stepId: 'hello' }, 'quiet_hours');
    // Attempts of an activity can overlap, and the last one can be late.
    if (index % 4 === 0) await Promise.all([putOff(), putOff()]);
    await move(first);
    if (index % 4 !== 3) await putOff();
    if (random() < 0.5) await move(first);
    if (index % 3 === 0) return;
    if (index % 3 === 1) {
      await endExecution(database, workspaceId, executionId, { status: 'CANCELED', reason: 'archived' });
      return;
    }
    const last = {
      executionId,
      left: { stepId: 'pause', kind: 'wait', status: 'executed' as const },
      at: { stepId: 'end', kind: 'exit' as const },
      ended: { status: 'COMPLETED' as const, reason: 'end' },
    };
    await Promise.all([move(last), move(last)]);
  };
  const folding = { on: true };
  const fold = async (): Promise<void> => {
    while (folding.on) await foldStepChanges(database, 7);
  };
  const compare = async (): Promise<void> => {
    while (folding.on) {
      // Reads both in one snapshot, because other transactions continue.
      await database.transaction(
        async (snapshot) => {
          expect(await report(journeyId, snapshot)).toEqual(await recountSteps(snapshot, workspaceId, journeyId));
        },
        { isolationLevel: 'repeatable read' },
      );
    }
  };
  const others = [fold(), fold(), compare()];
  await Promise.all(Array.from({ length: 60 }, (_, index) => one(index))).finally(() => (folding.on = false));
  await Promise.all(others);

  const recounted = await recountSteps(database, workspaceId, journeyId);
  expect(await report(journeyId)).toEqual(recounted);
  expect(recounted['pause']).toEqual({ executed: 20, waiting: 20 });
  expect(recounted['hello']).toEqual({
    executed: 15,
    skipped: 30,
    failed: 15,
    'skipped: opt_out': 15,
    'skipped: suppression': 15,
    'deferred: quiet_hours': 15,
  });
  while ((await foldStepChanges(database, 100)) > 0);
  expect(await report(journeyId)).toEqual(recounted);
  expect(await database('step_changes')).toEqual([]);
});

test('a rolled-back or deleted execution is not counted', async () => {
  const journeyId = await newJourney(3, 'gone');
  await storeSteps(database, workspaceId, [
    { runId: 'exc_gone_0', stepId: 'hello', kind: 'send', status: 'skipped', reason: 'opt_out' },
    { runId: 'exc_gone_1', stepId: 'hello', kind: 'send', status: 'executed' },
    { runId: 'exc_gone_1', stepId: 'pause', kind: 'wait', status: 'waiting' },
  ]);
  // A deferral does not change a step that was already left.
  for (const executionId of ['exc_gone_0', 'exc_gone_1', 'exc_gone_2'])
    await insertDeferral(database, { workspaceId, executionId, stepId: 'hello' }, 'quiet_hours');
  await database('execution_steps').where({ execution_id: 'exc_gone_2' }).delete();
  await database('execution_steps').where({ execution_id: 'exc_gone_0' }).update({ deferred_reason: 'quiet_hours' });
  const undone = database.transaction(async (transaction) => {
    await endExecution(transaction, workspaceId, 'exc_gone_2', { status: 'FAILED', reason: 'failed' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await report(journeyId)).toEqual(await recountSteps(database, workspaceId, journeyId));
  await database('executions').where({ workspace_id: workspaceId, id: 'exc_gone_0' }).delete();
  await database('execution_steps').where({ workspace_id: workspaceId, execution_id: 'exc_gone_1' }).delete();
  expect(await report(journeyId)).toEqual({ hello: { waiting: 2 } });
});
