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
import { eraseMentions } from './erase-mentions';
import type { Context } from '../ports';

/**
 * Erases the rows of a person other than events. Rows that are counted stay, under the pseudonym; others go. In rows of other
 * people that name the person, the names go. Safe to repeat.
 * @param onPortion called after each portion; throws to stop
 * @returns how many rows were changed or removed
 */
export async function eraseRecords(
  { database }: Pick<Context, 'database'>,
  erasure: Erasure,
  onPortion: () => void,
): Promise<number> {
  const { workspaceId, endUserId, pseudonym } = erasure;
  let rows = await removeMentions(database, erasure);
  rows += await eraseMentions(database, erasure, onPortion);
  if (endUserId === null || pseudonym === null) return rows;
  for (;;) {
    const renamed = await database.transaction((transaction) => renameRuns(transaction, erasure));
    if (renamed === 0) break;
    rows += renamed;
    onPortion();
  }
  for (const table of ['journey_subjects', 'journey_arm_subjects'] as const) {
    rows += await renameSubject(database, erasure, table);
    onPortion();
  }
  rows += await renameEntries(database, erasure);
  rows += await renameSends(database, erasure);
  rows += await eraseLinks(database, workspaceId, pseudonym);
  return rows + (await database.transaction((transaction) => rewriteAudit(transaction, erasure)));
}
