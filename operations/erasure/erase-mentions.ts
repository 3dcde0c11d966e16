import { eraseFromEvents, findNamingEvents, type EventPlace } from '../../db/erasure/erasure-event-mentions';
import { listErasedVisitors } from '../../db/erasure/erasure-events';
import { eraseFromLinksAndLog, eraseMention, mentionStatements } from '../../db/erasure/erasure-mentions';
import { noteProgress, type Erasure } from '../../db/erasure/erasures';
import { mentionsOf, type Mentions } from '../../domain/erasure/mentions';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import type { Context } from '../ports';

export type ErasureContext = Pick<Context, 'database' | 'signal'>;

/** Records how many events a portion changed. @throws the signal's reason if the erasure is to stop */
export async function endPortion(
  { database, signal }: ErasureContext,
  erasure: Erasure,
  events: number,
): Promise<void> {
  await noteProgress(database, erasure, { stage: 'events', events });
  signal.throwIfAborted();
}

/**
 * Takes the person's names out of other people's rows, other than events. Safe to repeat.
 * @returns how many rows were changed or removed
 */
export async function eraseMentions({ database, signal }: ErasureContext, erasure: Erasure): Promise<number> {
  const mentions = await mentionsOfErasure({ database }, erasure);
  if (mentions === null) return 0;
  let rows = await database.transaction((transaction) => eraseFromLinksAndLog(transaction, erasure, mentions));
  for (let index = 0; index < mentionStatements; index += 1) {
    rows += await database.transaction((transaction) => eraseMention(transaction, erasure, mentions, index));
    signal.throwIfAborted();
  }
  return rows;
}

/** Events changed in one transaction. */
const eventsPerTransaction = 2_000;

/**
 * Takes the person's names out of events of anyone. All events of the workspace are looked through, without locks; those that name the
 * person are changed in portions. Safe to repeat.
 */
export async function eraseEventMentions(context: ErasureContext, erasure: Erasure): Promise<void> {
  const { database } = context;
  const mentions = await mentionsOfErasure({ database }, erasure);
  if (mentions === null) return;
  let place: EventPlace | undefined;
  for (;;) {
    const { events, next } = await database.transaction((transaction) =>
      findNamingEvents(transaction, erasure, mentions, place),
    );
    for (let from = 0; from < events.length; from += eventsPerTransaction) {
      const some = events.slice(from, from + eventsPerTransaction);
      await withRollupsLocked(database, erasure.workspaceId, (transaction) =>
        eraseFromEvents(transaction, erasure, mentions, some),
      );
      await endPortion(context, erasure, some.length);
    }
    if (events.length === 0) await endPortion(context, erasure, 0);
    if (next === null) return;
    place = next;
  }
}

/** Returns the texts that name the person of a running erasure: the address, and ids of the service, the customer and browsers. */
export async function mentionsOfErasure(
  { database }: Pick<Context, 'database'>,
  erasure: Erasure,
): Promise<Mentions | null> {
  const { email, endUserId, externalIds } = erasure;
  const visitors = await listErasedVisitors(database, erasure);
  const ids = [endUserId ?? [], externalIds, visitors.map(({ visitorId }) => visitorId)].flat();
  return mentionsOf({ email, ids });
}
