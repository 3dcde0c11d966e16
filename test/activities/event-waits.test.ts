import { MockActivityEnvironment } from '@temporalio/testing';
import { createJourneyActivities } from '../../activities/journeys';
import { useWorld } from '../support/world';
import { createExecutionAt } from '../support/executions';

/** A wait for an event that has not ended by the database's clock, because the workflow uses another clock. */

const world = useWorld({ temporal: false });

afterEach(() => jest.restoreAllMocks());

const untilEvent = { eventName: 'paid', timeout: 'P1D', timeoutNext: 'end' };
const steps = [
  { id: 'pause', kind: 'wait', untilEvent, next: 'end' },
  { id: 'end', kind: 'exit' },
];

/** Creates an execution with a wait that ends in `ms` milliseconds by the database's clock. */
async function executionThatWaits(ms: number) {
  const { workspaceId, executionId } = await createExecutionAt(world, 'pause', steps);
  await world.database('execution_steps').insert({
    workspace_id: workspaceId,
    execution_id: executionId,
    step_id: 'pause',
    kind: 'wait',
    status: 'waiting',
    awaits_event: 'paid',
    resumes_at: world.database.raw(`clock_timestamp() + ? * interval '1 millisecond'`, [ms]),
  });
  return { workspaceId, executionId, stepId: 'pause' };
}

type Step = Awaited<ReturnType<typeof executionThatWaits>>;

/** @returns the outcome, and the duration of the activity in milliseconds */
async function leave(step: Step, environment = new MockActivityEnvironment()) {
  const { leaveEventWait } = createJourneyActivities({ database: world.database });
  const beganAt = performance.now();
  const { outcome } = await environment.run<[Step], Awaited<ReturnType<typeof leaveEventWait>>, typeof leaveEventWait>(
    leaveEventWait,
    step,
  );
  return { outcome, ms: performance.now() - beganAt };
}

test('the activity sleeps until the end of a short wait, so that the next check finds it over', async () => {
  const step = await executionThatWaits(500);
  const first = await leave(step);
  expect(first.outcome).toBeNull();
  expect((await leave(step)).outcome).toEqual({ kind: 'elapsed' });
});

test.each([
  ['ends in a while', 30_000, 0],
  ['is over by the clock of this process', 3_600_000, 3_600_001],
])('a wait that %s makes the activity sleep for at most a second', async (_, ms, aheadMs) => {
  const step = await executionThatWaits(ms);
  const real = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => real() + aheadMs);
  const left = await leave(step);
  expect(left.outcome).toBeNull();
  expect(left.ms).toBeGreaterThan(990);
  expect(left.ms).toBeLessThan(5_000);
});

test('a wait that continues, because the event was for another one, causes no sleep', async () => {
  const step = await executionThatWaits(3_600_000);
  await leave(step);
  const left = await leave(step);
  expect(left.outcome).toBeNull();
  expect(left.ms).toBeLessThan(900);
});

test('a cancelled activity stops sleeping', async () => {
  const step = await executionThatWaits(30_000);
  const environment = new MockActivityEnvironment();
  const left = leave(step, environment);
  environment.cancel();
  expect(await left).toMatchObject({ outcome: null });
  expect((await left).ms).toBeLessThan(900);
});
