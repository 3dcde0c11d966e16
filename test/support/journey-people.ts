import { createSubject, publishJourney, trackEvent, uniqueName } from './journeys';
import { waitFor } from './wait-for';
import type { World } from './world';

/** Publishes a journey that waits for an event, with a timeout of a day. */
export async function publishWaiting(world: World) {
  const awaited = uniqueName('awaited');
  const untilEvent = { eventName: awaited, timeout: 'P1D', timeoutNext: 'end' };
  const journey = await publishJourney(world, [
    { id: 'pause', kind: 'wait', untilEvent, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  return { ...journey, awaited };
}

type Waiting = Awaited<ReturnType<typeof publishWaiting>>;

/** Enters a new person. @returns their execution's id */
export async function enter(world: World, { eventName }: Waiting): Promise<{ id: string; visitorId: string }> {
  const { id: endUserId, visitorId } = await createSubject(world);
  await trackEvent(world, eventName, visitorId);
  const row = await world
    .database('executions')
    .where({ end_user_id: endUserId })
    .first<{ id: string } | undefined>('id');
  if (row === undefined) throw new Error('The event started no execution.');
  return { id: row.id, visitorId };
}

/** Waits until Temporal has the workflow of each execution. */
export const untilStarted = (world: World, ids: readonly string[]): Promise<unknown> =>
  waitFor(
    async () =>
      (await world.database('outbox').whereIn('subject_id', ids).where({ kind: 'start_execution' })).length === 0,
    { what: 'the starts to be carried out' },
  );

export const untilStatus = (world: World, id: string, status: string): Promise<unknown> =>
  waitFor(async () => (await world.database('executions').where({ id, status })).length === 1, {
    what: `${id} to be ${status}`,
  });
