import { keepSums } from '../../db/conversions/completion-sums';
import type { Database } from '../../db/connection/pool';
import {
  eraseEventPortion,
  eventPortion,
  listErasedVisitors,
  renameCompletions,
  renameRollups,
  type EventSelection,
} from '../../db/erasure/erasure-events';
import type { Erasure } from '../../db/erasure/erasures';
import { eraseFromCatalog, lockCatalog } from '../../db/events/event-catalog';
import { drainRollups } from '../analytics/drain-rollups';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import { eraseEventMentions } from './erase-mentions';
import { renameExposed } from './rename-exposed';
import type { Context } from '../ports';

/**
 * Erases the person from the events of others that name them, and from their own. These stay and count, without the person: each visitor gets its stand-in, and of what an
 * event says only figures and experiments are kept. Done in portions, each with the marker of the days that it changes. What an
 * event completed is counted before, and stays: afterwards it says too little. Safe to repeat.
 * @param onPortion called after each portion with the number of events; throws to stop
 */
export async function eraseEvents(
  { database }: Pick<Context, 'database'>,
  erasure: Erasure,
  onPortion: (events: number) => Promise<void>,
): Promise<void> {
  const { workspaceId, endUserId, externalIds } = erasure;
  // First, as visitors whose ids name the person are found by it.
  await eraseEventMentions(database, erasure, onPortion);
  const visitors = await listErasedVisitors(database, erasure);
  await renameExposed(database, workspaceId, visitors);
  const selections: EventSelection[] = visitors.map((visitor) => ({ ...visitor, by: 'visitor' }));
  if (endUserId !== null) selections.push({ by: 'endUser' });
  const ids = [endUserId ?? [], externalIds].flat();
  if (ids.length > 0) selections.push({ by: 'userId', ids });
  for (const selection of selections) await eraseSelected(database, erasure, selection, onPortion);
  // Also without a visitor: markers may name the person.
  await drainRollups({ database }, workspaceId, { recountsAll: true });
  await renameExposed(database, workspaceId, visitors);
  await renameRollups(database, erasure, visitors);
  await withRollupsLocked(database, workspaceId, async (transaction) => {
    const names = visitors.flatMap(({ visitorId, pseudonym }) => [visitorId, pseudonym]);
    await keepSums(transaction, { workspaceId, names }, () => renameCompletions(transaction, erasure));
  });
  // Last, so that no later refresh samples what named the person.
  await database.transaction(async (transaction) => {
    await lockCatalog(transaction, workspaceId);
    await eraseFromCatalog(transaction, workspaceId);
  });
}

async function eraseSelected(
  database: Database,
  erasure: Erasure,
  selection: EventSelection,
  onPortion: (events: number) => Promise<void>,
): Promise<void> {
  for (;;) {
    const events = await withRollupsLocked(database, erasure.workspaceId, (transaction) =>
      eraseEventPortion(transaction, erasure, selection),
    );
    if (events === null) return;
    if (events > 0) await onPortion(events);
    if (events < eventPortion) return;
  }
}
