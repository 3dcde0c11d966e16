import {
  removeMentions,
  renameEntries,
  renameRuns,
  renameSends,
  renameSubject,
  rewriteAudit,
} from '../../db/erasure/erasure-records';
import type { Erasure } from '../../db/erasure/erasures';
import { eraseLinks } from '../../db/email/send-events';
import { eraseMentions, type ErasureContext } from './erase-mentions';

/**
 * Erases the rows of a person other than events. Rows that are counted stay, under the pseudonym; others go. In rows of other
 * people that name the person, the names go. Safe to repeat.
 * @returns how many rows were changed or removed
 */
export async function eraseRecords(context: ErasureContext, erasure: Erasure): Promise<number> {
  const { database, signal } = context;
  const { workspaceId, endUserId, pseudonym } = erasure;
  let rows = await removeMentions(database, erasure);
  rows += await eraseMentions(context, erasure);
  if (endUserId === null || pseudonym === null) return rows;
  for (;;) {
    const renamed = await database.transaction((transaction) => renameRuns(transaction, erasure));
    if (renamed === 0) break;
    rows += renamed;
    signal.throwIfAborted();
  }
  for (const table of ['journey_subjects', 'journey_arm_subjects'] as const) {
    rows += await renameSubject(database, erasure, table);
    signal.throwIfAborted();
  }
  rows += await renameEntries(database, erasure);
  rows += await renameSends(database, erasure);
  rows += await eraseLinks(database, workspaceId, pseudonym);
  return rows + (await database.transaction((transaction) => rewriteAudit(transaction, erasure)));
}
