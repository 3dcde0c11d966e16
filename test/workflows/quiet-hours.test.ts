import { createCommunication, createSubject, publishJourney, trackEvent } from '../support/journeys';
import { recountSteps } from '../support/recount-journey';
import { createTimeSkippingWorld, type TimeSkippingWorld } from '../support/time-skipping-world';

let skipping: TimeSkippingWorld;

beforeAll(async () => {
  skipping = await createTimeSkippingWorld({ webhookAllowHosts: [] });
});

afterAll(() => skipping.stop());

const minuteMs = 60_000;
const clockAt = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

test('a send delayed by quiet hours is counted once, and as sent when they are over', async () => {
  const { world } = skipping;
  const communicationId = await createCommunication(world, 'Good morning');
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId, next: 'pause' },
    { id: 'pause', kind: 'wait', duration: 'PT6H', next: 'again' },
    { id: 'again', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const subject = await createSubject(world);
  const startMs = await skipping.currentTimeMs();
  // Two quiet hours that include the start. The second send, six hours later, is outside them.
  const quietHours = { start: clockAt(startMs - 60 * minuteMs), end: clockAt(startMs + 60 * minuteMs) };
  await world.api.patch('/api/workspace', { quietHours });
  await trackEvent(world, journey.eventName, subject.visitorId);
  const { id: executionId } = await world.database('executions').where({ journey_id: journey.id }).first();
  await skipping.runToEnd(executionId);

  const timers = (await skipping.historyOf(executionId)).events!.filter(
    ({ timerStartedEventAttributes: timer }) => timer !== null && timer !== undefined,
  );
  // One timer for the quiet hours, one for the wait.
  expect(timers).toHaveLength(2);
  const stats = async (version = '') => (await world.api.get(`/api/journeys/${journey.id}/step-stats${version}`)).body;
  const [mail, , again] = await stats();
  expect(mail).toMatchObject({ stepId: 'mail', executed: 1, waiting: 0, deferredByReason: { quiet_hours: 1 } });
  expect(again).toMatchObject({ stepId: 'again', executed: 1, deferredByReason: { quiet_hours: 0 } });
  expect(await stats('?version=1')).toEqual(await stats());
  const recounted = await recountSteps(world.database, world.demo.workspaceId, journey.id);
  expect(recounted['mail']).toEqual({ executed: 1, 'deferred: quiet_hours': 1 });
});
