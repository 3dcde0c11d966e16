import { createJourneyActivities } from '../../activities/journeys';
import { signalJourneyWorkflow, startJourneyWorkflow } from '../../worker/journey-workflows';
import { journeyWorkflowId } from '../../workflows/contract/journey-execution';
import { createSubject, executionsOf, publishJourney, trackEvent, uniqueName } from '../support/journeys';
import { withJourneyWorker } from '../support/journey-worker';
import { useTemporalRuntime } from '../support/temporal-runtime';
import { useWorld } from '../support/world';

/** Only the workers that a test starts are running, so events can arrive before any worker reaches the wait. */

beforeAll(() => useTemporalRuntime());

const world = useWorld();

const waitFor = (eventName: string, fields: object = {}) => ({
  id: 'pay',
  kind: 'wait',
  next: 'thanks',
  untilEvent: { eventName, timeout: 'PT1H', timeoutNext: 'late', ...fields },
});
const exits = [
  { id: 'thanks', kind: 'exit', reason: 'thanks' },
  { id: 'late', kind: 'exit', reason: 'late' },
];

/** Creates a person, and a journey with a wait for an event as its first step. */
async function waitingFirst(fields: object = {}) {
  const paid = uniqueName('paid');
  const journey = await publishJourney(world, [waitFor(paid, fields), ...exits]);
  return { journey, paid, person: await createSubject(world) };
}

const executionId = async (journeyId: string): Promise<string> => {
  const [execution] = await executionsOf(world, journeyId);
  return execution!['executionArn']!.split('/').at(-1)!;
};

/** Returns the event received at the wait of the journey's newest execution; null if there is none. */
async function receivedBy(journeyId: string): Promise<{ type: string; data: Record<string, unknown> } | null> {
  const { database } = world;
  const step = await database('execution_steps')
    .where({ execution_id: await executionId(journeyId), step_id: 'pay' })
    .first();
  if (step === undefined) throw new Error('The run stands at no wait.');
  if (step.heard_event_id === null) return null;
  return database('events').where({ id: step.heard_event_id }).first();
}

/** Sends events of a visitor in one request, and so in one commit. */
const trackTogether = (visitorId: string, events: object[]) =>
  world.api.post('/api/events', {
    workspaceKey: world.demo.workspaceKey,
    visitorId,
    sentAt: new Date().toISOString(),
    events: events.map((event) => ({ url: 'https://shop.example.com/', ...event })),
  });

/** Runs the journey's newest execution to its end, with journey activities only. */
async function runToEnd(
  journeyId: string,
  activities: Record<string, unknown> = { ...createJourneyActivities({ database: world.database }) },
): Promise<void> {
  const id = await executionId(journeyId);
  await withJourneyWorker(
    world,
    () => activities,
    async (client) => {
      await startJourneyWorkflow(
        { client, database: world.database, publicUrl: 'http://apex.test' },
        world.demo.workspaceId,
        id,
      );
      await client.workflow.getHandle(journeyWorkflowId(id)).result();
    },
  );
}

const endOf = async (journeyId: string) => (await executionsOf(world, journeyId))[0];

test('an event right after the trigger is matched without a worker, and the execution continues', async () => {
  const { journey, paid, person } = await waitingFirst();
  await trackEvent(world, journey.eventName, person.visitorId);
  expect(await executionsOf(world, journey.id)).toMatchObject([{ status: 'RUNNING', currentStepId: 'pay' }]);
  await trackEvent(world, paid, person.visitorId, { data: { nth: 1 } });
  await trackEvent(world, paid, person.visitorId, { data: { nth: 2 } });
  expect(await receivedBy(journey.id)).toMatchObject({ type: paid, data: { nth: 1 } });
  await runToEnd(journey.id);
  expect(await endOf(journey.id)).toMatchObject({ status: 'COMPLETED', exitReason: 'thanks' });
});

test('a manually started execution also receives its event, and only if the event meets the condition', async () => {
  const { journey, paid, person } = await waitingFirst({
    where: { field: 'event.data.amount', operator: 'at_least', value: 10 },
  });
  expect((await world.ownerApi.post(`/api/journeys/${journey.id}/executions`, { endUserId: person.id })).status).toBe(
    201,
  );
  await trackEvent(world, paid, person.visitorId, { data: { amount: 9 } });
  expect(await receivedBy(journey.id)).toBeNull();
  await trackEvent(world, paid, person.visitorId, { data: { amount: 10 } });
  expect(await receivedBy(journey.id)).toMatchObject({ data: { amount: 10 } });
});

test('the first step waits from the start: its timeout counts while no worker is running', async () => {
  const { journey, paid, person } = await waitingFirst();
  const before = Date.now();
  await trackEvent(world, journey.eventName, person.visitorId);
  const after = Date.now();
  const id = await executionId(journey.id);
  const { resumes_at: resumesAt } = await world.database('execution_steps').where({ execution_id: id }).first();
  expect(resumesAt.getTime()).toBeGreaterThanOrEqual(before + 3_600_000);
  expect(resumesAt.getTime()).toBeLessThanOrEqual(after + 3_600_000);
  await world.database('execution_steps').where({ execution_id: id }).update({ resumes_at: new Date() });
  await trackEvent(world, paid, person.visitorId);
  expect(await receivedBy(journey.id)).toBeNull();
  await runToEnd(journey.id);
  expect(await endOf(journey.id)).toMatchObject({ status: 'COMPLETED', exitReason: 'late' });
});

test('the event that starts an execution is not matched by the wait of its first step', async () => {
  const { eventName } = await publishJourney(world, exits.slice(0, 1));
  const contract = await world.api.post('/api/trigger-contracts', { eventName });
  const { id } = await publishJourney(world, [waitFor(eventName), ...exits], { triggerContractId: contract.body.id });
  const person = await createSubject(world);
  // The client's clock is ahead.
  const timestamp = new Date(Date.now() + 1_800_000).toISOString();
  await trackEvent(world, eventName, person.visitorId, { timestamp });
  expect(await receivedBy(id)).toBeNull();
  await trackEvent(world, eventName, person.visitorId);
  expect(await receivedBy(id)).toMatchObject({ type: eventName });
});

test.each([
  ['after it, at one time', { trigger: 0, paid: 0, isPaidFirst: false }, true],
  ['before it, at one time', { trigger: 0, paid: 0, isPaidFirst: true }, false],
  ['before it in the list and later by its time', { trigger: -2_000, paid: -1_000, isPaidFirst: true }, true],
  ['after it in the list and earlier by its time', { trigger: -1_000, paid: -2_000, isPaidFirst: false }, false],
])('in one commit with the start, an event %s', async (_name, { trigger, paid: paidAt, isPaidFirst }, isReceived) => {
  const { journey, paid, person } = await waitingFirst();
  const now = Date.now();
  const at = (ms: number): string => new Date(now + ms).toISOString();
  const both = [
    { type: journey.eventName, timestamp: at(trigger) },
    { type: paid, timestamp: at(paidAt) },
  ];
  expect((await trackTogether(person.visitorId, isPaidFirst ? both.reverse() : both)).body).toEqual({ received: 2 });
  expect((await receivedBy(journey.id)) !== null).toBe(isReceived);
});

test.each([
  ['at the time of the one that started the run', 0, true],
  ['a millisecond earlier', -1, false],
])('a later event that happened %s', async (_name, aheadMs, isReceived) => {
  const { journey, paid, person } = await waitingFirst();
  const startedAtMs = Date.now() - 60_000;
  const at = (ms: number): string => new Date(ms).toISOString();
  await trackEvent(world, journey.eventName, person.visitorId, { timestamp: at(startedAtMs) });
  await trackEvent(world, paid, person.visitorId, { timestamp: at(startedAtMs + aheadMs) });
  expect((await receivedBy(journey.id)) !== null).toBe(isReceived);
});

test('an event between the end of one step and the entry into the next is matched', async () => {
  const paid = uniqueName('paid');
  const branch = { id: 'which', kind: 'branch', arms: [], else: 'pay' };
  const arm = { id: 'vip', when: { field: 'attributes.vip', operator: 'equals', value: true }, next: 'late' };
  const journey = await publishJourney(world, [{ ...branch, arms: [arm] }, waitFor(paid), ...exits]);
  const person = await createSubject(world);
  await trackEvent(world, journey.eventName, person.visitorId);
  // Not at the wait yet: an event before the execution reaches the wait does not count.
  await trackEvent(world, paid, person.visitorId, { data: { nth: 1 } });
  const real = createJourneyActivities({ database: world.database });
  const { workspaceId } = world.demo;
  let received: unknown;
  await runToEnd(journey.id, {
    ...real,
    /** The branch is done, but the workflow is not notified yet. */
    async chooseArm(input: Parameters<typeof real.chooseArm>[0]) {
      const chosen = await real.chooseArm(input);
      await trackEvent(world, paid, person.visitorId, { data: { nth: 2 } });
      received = await receivedBy(journey.id);
      // Sends the signal as the outbox does for the command that the event created.
      await signalJourneyWorkflow(world.temporal, world.database, workspaceId, input.executionId);
      return chosen;
    },
  });
  expect(received).toMatchObject({ data: { nth: 2 } });
  expect(await endOf(journey.id)).toMatchObject({ status: 'COMPLETED', exitReason: 'thanks' });
});
