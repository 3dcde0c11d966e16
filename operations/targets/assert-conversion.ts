import type { Database } from '../../db/connection/pool';
import { findConversion, lockConversions } from '../../db/conversions/conversions';
import { invalid } from '../../domain/errors';

/**
 * Locks the workspace's conversions, so that the one a target counts by is not deleted before the transaction ends.
 * @throws AppError VALIDATION_ERROR for a conversion that does not exist
 */
export async function assertConversion(
  transaction: Database,
  workspaceId: string,
  sourceConversionId: string | null | undefined,
): Promise<void> {
  if (sourceConversionId === undefined) return;
  await lockConversions(transaction, workspaceId);
  if (sourceConversionId === null || (await findConversion(transaction, workspaceId, sourceConversionId))) return;
  const message = `Conversion "${sourceConversionId}" does not exist in this workspace.`;
  throw invalid(message, [{ path: 'sourceConversionId', message }]);
}
