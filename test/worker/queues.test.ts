import { ScheduleNotFoundError } from '@temporalio/client';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** Workers with different queues. */

const world = useWorld();
const brief = { OUTBOX_POLL_MS: '100' };

test('each worker takes only its queues, and together they do everything', async () => {
  const communicationId = await createCommunication(world, 'Hello');
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const person = await createSubject(world);
  const isStarted = async () => (await world.database('outbox').where({ kind: 'start_execution' })).length === 0;
  const stateOf = async () => (await executionsOf(world, journey.id))[0]!;

  await world.startWorker({ ...brief, WORKER_QUEUES: 'email, webhooks' });
  await trackEvent(world, journey.eventName, person.visitorId);
  await expect(world.temporal.schedule.getHandle(scheduleIds.updateRollups).describe()).rejects.toThrow(
    ScheduleNotFoundError,
  );
  // Nothing else carries the outbox.
  expect(await isStarted()).toBe(false);

  const journeys = await world.startWorker({ ...brief, WORKER_QUEUES: 'journeys' });
  await waitFor(async () => (await stateOf())['status'] === 'COMPLETED');
  await journeys.stop();

  await world.startWorker({ ...brief, WORKER_QUEUES: 'maintenance' });
  await waitFor(async () => {
    const { info } = await world.temporal.schedule.getHandle(scheduleIds.syncDigests).describe();
    return info.numActionsTaken > 0 && info.runningActions.length === 0;
  });
});
