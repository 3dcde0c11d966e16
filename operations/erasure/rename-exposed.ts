import type { Database } from '../../db/connection/pool';
import { renameExposures } from '../../db/erasure/erasure-experiments';
import type { ErasedVisitor } from '../../db/erasure/erasure-events';
import { withRollupsLocked } from '../analytics/with-rollups-locked';

/**
 * Gives visitors who are being erased their stand-ins where an experiment counts what retention has taken from the events: their
 * other rows are counted anew, under the new names. Done before the events are renamed, so that none is counted under two names,
 * and after it, for days that retention has closed meanwhile. Safe to repeat.
 */
export async function renameExposed(
  database: Database,
  workspaceId: string,
  visitors: readonly ErasedVisitor[],
): Promise<void> {
  if (visitors.length === 0) return;
  await withRollupsLocked(database, workspaceId, async (transaction, { heldTimezone, closedBefore }) => {
    // Nothing is counted before the first drain.
    if (heldTimezone === null) return;
    await renameExposures(transaction, { workspaceId, timezone: heldTimezone, closedBefore }, visitors);
  });
}
