import type { Database } from '../../db/connection/pool';
import { eraseFromEvents, type EventPlace, findNamingEvents } from '../../db/erasure/erasure-event-mentions';
import { listErasedVisitors } from '../../db/erasure/erasure-events';
import { eraseFromLinksAndLog, eraseMention, mentionStatements } from '../../db/erasure/erasure-mentions';
import type { Erasure } from '../../db/erasure/erasures';
import { type Mentions, mentionsOf } from '../../domain/erasure/mentions';
import { withRollupsLocked } from '../analytics/with-rollups-locked';

/**
 * Takes the person's names out of other people's rows, other than events. Safe to repeat.
 * @param onPortion called after each table; throws to stop
 * @returns how many rows were changed or removed
 */
export async function eraseMentions(database: Database, erasure: Erasure, onPortion: () => void): Promise<number> {
  const mentions = await mentionsOfErasure(database, erasure);
  if (mentions === null) return 0;
  let rows = await database.transaction((transaction) => eraseFromLinksAndLog(transaction, erasure, mentions));
  for (let index = 0; index < mentionStatements; index += 1) {
    rows += await database.transaction((transaction) => eraseMention(transaction, erasure, mentions, index));
    onPortion();
  }
  return rows;
}

/** Events changed in one transaction. */
const atOnce = 2_000;

/**
 * Takes the person's names out of events of anyone. All events of the workspace are looked through, without locks; those that name the
 * person are changed in portions. Safe to repeat.
 * @param onPortion called after each portion with the number of events that were changed; throws to stop
 */
export async function eraseEventMentions(
  database: Database,
  erasure: Erasure,
  onPortion: (events: number) => Promise<void>,
): Promise<void> {
  const mentions = await mentionsOfErasure(database, erasure);
  if (mentions === null) return;
  let place: EventPlace | undefined;
  for (;;) {
    const { events, next } = await database.transaction((transaction) =>
      findNamingEvents(transaction, erasure, mentions, place),
    );
    for (let from = 0; from < events.length; from += atOnce) {
      const some = events.slice(from, from + atOnce);
      await withRollupsLocked(database, erasure.workspaceId, (transaction) =>
        eraseFromEvents(transaction, erasure, mentions, some),
      );
      await onPortion(some.length);
    }
    if (events.length === 0) await onPortion(0);
    if (next === null) return;
    place = next;
  }
}

/** Returns the texts that name the person of a running erasure: the address, and ids of the service, the customer and browsers. */
export async function mentionsOfErasure(database: Database, erasure: Erasure): Promise<Mentions | null> {
  const { email, endUserId, externalIds } = erasure;
  const visitors = await listErasedVisitors(database, erasure);
  const ids = [endUserId ?? [], externalIds, visitors.map(({ visitorId }) => visitorId)].flat();
  return mentionsOf({ email, ids });
}
