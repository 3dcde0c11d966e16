import type { Database } from '../../db/connection/pool';
import { keepSums } from '../../db/conversions/completion-sums';
import {
  type ErasedVisitor,
  eraseEventPortion,
  eventPortion,
  type EventSelection,
  listErasedVisitors,
  renameCompletions,
  renameRollups,
} from '../../db/erasure/erasure-events';
import { renameExposures } from '../../db/erasure/erasure-experiments';
import type { Erasure } from '../../db/erasure/erasures';
import { eraseFromCatalog, lockCatalog } from '../../db/events/event-catalog';
import { drainRollups } from '../analytics/drain-rollups';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import { endPortion, eraseEventMentions, type ErasureContext } from './erase-mentions';

/**
 * Erases the person from the events of others that name them, and from their own. These stay and count, without the person: each visitor gets its stand-in, and of what an
 * event says only figures and experiments are kept. Done in portions, each with the marker of the days that it changes. What an
 * event completed is counted before, and stays: afterwards it says too little. Safe to repeat.
 */
export async function eraseEvents(context: ErasureContext, erasure: Erasure): Promise<void> {
  const { database } = context;
  const { workspaceId, endUserId, externalIds } = erasure;
  // First, as visitors whose ids name the person are found by it.
  await eraseEventMentions(context, erasure);
  const visitors = await listErasedVisitors(database, erasure);
  await renameExposed(database, workspaceId, visitors);
  const selections: EventSelection[] = visitors.map((visitor) => ({ ...visitor, by: 'visitor' }));
  if (endUserId !== null) selections.push({ by: 'endUser' });
  const ids = [endUserId ?? [], externalIds].flat();
  if (ids.length > 0) selections.push({ by: 'userId', ids });
  for (const selection of selections) await eraseSelected(context, erasure, selection);
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

async function eraseSelected(context: ErasureContext, erasure: Erasure, selection: EventSelection): Promise<void> {
  for (;;) {
    const events = await withRollupsLocked(context.database, erasure.workspaceId, (transaction) =>
      eraseEventPortion(transaction, erasure, selection),
    );
    if (events === null) return;
    if (events > 0) await endPortion(context, erasure, events);
    if (events < eventPortion) return;
  }
}

/**
 * Renames erased visitors in the counts of experiments that retention has removed from the events; other rows are recounted under the
 * new names. Runs before the events are renamed, so that no visitor is counted under two names, and again afterwards, for days that
 * retention closed in between. Safe to repeat.
 */
async function renameExposed(
  database: Database,
  workspaceId: string,
  visitors: readonly ErasedVisitor[],
): Promise<void> {
  if (visitors.length === 0) return;
  await withRollupsLocked(database, workspaceId, async (transaction, { storedTimezone, closedBefore }) => {
    // Nothing is counted before the first drain.
    if (storedTimezone === null) return;
    await renameExposures(transaction, { workspaceId, timezone: storedTimezone, closedBefore }, visitors);
  });
}
