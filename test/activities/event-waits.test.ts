import { MockActivityEnvironment } from '@temporalio/testing';
import { createJourneyActivities } from '../../activities/journeys';
import { createSubject, publishJourney } from '../support/journeys';
import { insertRunAt } from '../support/run-at';
import { createWorld, type World } from '../support/world';

/** A wait for an event that the database does not find over yet, as a workflow asks by another clock. */

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
});

afterAll(() => world.stop());

afterEach(() => jest.restoreAllMocks());

const untilEvent = { eventName: 'paid', timeout: 'P1D', timeoutNext: 'end' };
const steps = [
  { id: 'pause', kind: 'wait', untilEvent, next: 'end' },
  { id: 'end', kind: 'exit' },
];

/** A run whose wait ends so many milliseconds from now, by the database's clock. */
async function runThatWaits(ms: number) {
  const { workspaceId } = world.demo;
  const { id: journeyId } = await publishJourney(world, steps);
  const { id: endUserId } = await createSubject(world);
  const executionId = await insertRunAt(world, { journeyId, endUserId, stepId: 'pause' });
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

type Step = Awaited<ReturnType<typeof runThatWaits>>;

/** @returns the outcome, and how long the activity took in milliseconds */
async function leave(step: Step, environment = new MockActivityEnvironment()) {
  const { leaveEventWait } = createJourneyActivities({ database: world.database });
  const beganAt = performance.now();
  const { outcome } = await environment.run<[Step], Awaited<ReturnType<typeof leaveEventWait>>, typeof leaveEventWait>(
    leaveEventWait,
    step,
  );
  return { outcome, ms: performance.now() - beganAt };
}

test('a wait that ends shortly is slept for, so that the workflow finds it over when it comes back', async () => {
  const step = await runThatWaits(500);
  const first = await leave(step);
  expect(first.outcome).toBeNull();
  expect((await leave(step)).outcome).toEqual({ kind: 'elapsed' });
});

test.each([
  ['ends in a while', 30_000, 0],
  ['is over by the clock of this process', 3_600_000, 3_600_001],
])('a wait that %s is slept for a second at most', async (_, ms, aheadMs) => {
  const step = await runThatWaits(ms);
  const real = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => real() + aheadMs);
  const left = await leave(step);
  expect(left.outcome).toBeNull();
  expect(left.ms).toBeGreaterThan(990);
  expect(left.ms).toBeLessThan(5_000);
});

test('a wait that goes on, as an event came for another one, is not slept for', async () => {
  const step = await runThatWaits(3_600_000);
  await leave(step);
  const left = await leave(step);
  expect(left.outcome).toBeNull();
  expect(left.ms).toBeLessThan(900);
});

test('a cancelled activity does not sleep on', async () => {
  const step = await runThatWaits(30_000);
  const environment = new MockActivityEnvironment();
  const left = leave(step, environment);
  environment.cancel();
  expect(await left).toMatchObject({ outcome: null });
  expect((await left).ms).toBeLessThan(900);
});
