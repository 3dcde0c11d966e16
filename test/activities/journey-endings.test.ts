import { createJourneyActivities } from '../../activities/journeys';
import type { Database } from '../../db/connection/pool';
import { cancelExecutions } from '../../db/journeys/cancel-executions';
import { countLockWaits } from '../support/lock-waits';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';
import { createExecutionAt } from '../support/executions';

/** Executions that reach their end during a cancellation or after their goal, before their workflow has noticed. */

const world = useWorld({ temporal: false });
let moving: Database;

beforeAll(() => {
  moving = world.connect(2, 'moving');
});

const steps = [
  { id: 'split', kind: 'experiment', arms: ['plain', 'bold'].map((id) => ({ id, weight: 0.5, next: 'pause' })) },
  { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' },
  { id: 'end', kind: 'exit' },
];

async function executionAt(stepId: string, state: { cancel_reason?: string; goal_event_id?: string } = {}) {
  const { workspaceId, executionId, journeyId } = await createExecutionAt(world, stepId, steps);
  const execution = world.database('executions').where({ workspace_id: workspaceId, id: executionId });
  if (Object.keys(state).length > 0) await execution.update(state);
  return { workspaceId, executionId, journeyId };
}

/** Leaves the wait, after which the execution reaches its end. */
const comeToTheEnd = ({ workspaceId, executionId }: { workspaceId: string; executionId: string }) =>
  createJourneyActivities({ database: moving }).arriveAtStep({
    workspaceId,
    executionId,
    leftStepId: 'pause',
    stepId: 'end',
  });

/** Returns how an execution ended, by its row and by its journey's log. */
async function endingOf({ journeyId, executionId }: { journeyId: string; executionId: string }) {
  const run = await world
    .database('executions')
    .where({ id: executionId })
    .first<{ status: string; exit_reason: string | null; ended_at: Date | null }>();
  const logged: { metadata: { status: string; reason: string } }[] = await world
    .database('audit_entries')
    .where({ subject_id: journeyId, action: 'execution.completed' })
    .select('metadata');
  return {
    row: [run.status, run.exit_reason],
    isOver: run.ended_at !== null,
    log: logged.map(({ metadata: { status, reason } }) => [status, reason]),
  };
}

test.each([
  ['is being cancelled', { cancel_reason: 'archived' }, ['CANCELED', 'archived']],
  ['has reached its goal', { goal_event_id: 'evt_goal' }, ['COMPLETED', 'goal']],
  ['is being cancelled after its goal', { cancel_reason: 'erased', goal_event_id: 'evt_goal' }, ['CANCELED', 'erased']],
  ['goes on as it began', {}, ['COMPLETED', 'end']],
])('an execution that %s ends accordingly at its last step, and the log matches', async (_, state, ending) => {
  const run = await executionAt('pause', state);
  const isHalted = Object.keys(state).length > 0;
  // A repeated attempt reports the same.
  for (let attempt = 1; attempt <= 2; attempt += 1)
    expect(await comeToTheEnd(run)).toEqual(isHalted ? { halted: true } : {});
  expect(await endingOf(run)).toEqual({ row: ending, isOver: true, log: [ending] });
  // The workflow records its own ending later, which changes nothing.
  const { workspaceId, executionId } = run;
  const canceled = { workspaceId, executionId, status: 'CANCELED', reason: 'canceled' } as const;
  const { recordEnding } = createJourneyActivities({ database: world.database });
  expect(await recordEnding(canceled)).toEqual({ status: ending[0], reason: ending[1] });
  expect(await recordEnding({ ...canceled, executionId: 'exc_none' })).toBeNull();
  expect(await endingOf(run)).toEqual({ row: ending, isOver: true, log: [ending] });
});

test('an execution archived while its last movement is written ends as archived', async () => {
  const run = await executionAt('pause');
  const { workspaceId, journeyId } = run;
  const archive = await world.database.transaction();
  await cancelExecutions(archive, workspaceId, { journeyId });
  const end = comeToTheEnd(run);
  await waitFor(async () => (await countLockWaits(world.database, { application: 'moving' })) > 0, {
    what: 'the movement to wait',
  });
  await archive.commit();
  expect(await end).toEqual({ halted: true });
  expect(await endingOf(run)).toMatchObject({ row: ['CANCELED', 'archived'], log: [['CANCELED', 'archived']] });
});

test.each([
  ['is being cancelled', { cancel_reason: 'archived' }, 0],
  ['has reached its goal', { goal_event_id: 'evt_goal' }, 0],
  ['goes on', {}, 1],
])('if an execution %s, its arm counts the subject correctly', async (_, state, subjects) => {
  const { journeyId, ...run } = await executionAt('split', state);
  const { chooseArm } = createJourneyActivities({ database: moving });
  expect(await chooseArm({ ...run, stepId: 'split' })).toMatchObject({ outcome: { kind: 'arm' } });
  expect(await world.database('journey_arm_subjects').where({ journey_id: journeyId })).toHaveLength(subjects);
  const { status } = await world.database('executions').where({ id: run.executionId }).first();
  expect(status).toBe('RUNNING');
});
