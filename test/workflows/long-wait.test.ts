import { createSubject, publishJourney, trackEvent } from '../support/journeys';
import { createTimeSkippingWorld, type TimeSkippingWorld } from '../support/time-skipping-world';

let skipping: TimeSkippingWorld;

beforeAll(async () => {
  skipping = await createTimeSkippingWorld({ webhookAllowHosts: [] });
});

afterAll(() => skipping.stop());

const yearMs = 365 * 86_400_000;

test('a wait of a century starts with a timer of fifty years, which Temporal fires', async () => {
  const { world } = skipping;
  const until = new Date((await skipping.currentTimeMs()) + 98 * yearMs);
  const journey = await publishJourney(world, [
    { id: 'far', kind: 'wait', until: until.toISOString(), next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const subject = await createSubject(world);
  await trackEvent(world, journey.eventName, subject.visitorId);
  const { id: executionId } = await world.database('executions').where({ journey_id: journey.id }).first();
  await skipping.runToEnd(executionId, '365 days');

  const timers = ((await skipping.historyOf(executionId)).events ?? []).flatMap(
    ({ timerStartedEventAttributes: timer }) => (timer?.startToFireTimeout ? [timer.startToFireTimeout] : []),
  );
  // This server ends workflows after ten years, so only the first timer exists.
  expect(timers.map(({ seconds }) => Number(seconds) * 1_000)).toEqual([50 * yearMs]);
});
