import { randomBytes } from 'node:crypto';
import { formatId, type IdKind } from '../../domain/ids';
import { rowsOf } from '../../db/connection/statements';
import type { Shop } from './shop-context';

/** Returns the id that a record of the past would have: lists sort by it. */
export const pastId = (kind: IdKind, at: number): string => formatId(kind, at, randomBytes(10));

/** Moves what the audit log and the beliefs have recorded since the start of the fill to a moment of the history. */
export async function setBack({ database, workspaceId, now }: Shop, at: number): Promise<void> {
  const moment = new Date(at);
  const recent = (table: string, column: string) =>
    database(table).where({ workspace_id: workspaceId }).where(column, '>', now).update(column, moment);
  await recent('belief_evidence', 'recorded_at');
  await recent('belief_confidences', 'at');
  await recent('beliefs', 'updated_at');
  await database.transaction(async (transaction) => {
    // Audit entries never change, and lists sort them by their ids.
    const entries = await rowsOf<{ id: string }>(
      transaction.raw('delete from audit_entries where workspace_id = ? and at > ? returning *', [workspaceId, now]),
    );
    const inOrder = entries.sort((one, other) => (one.id < other.id ? -1 : 1));
    const moved = inOrder.map((entry, index) => ({ ...entry, id: pastId('audit', at + index), at: moment }));
    if (moved.length > 0) await transaction('audit_entries').insert(moved);
  });
}
