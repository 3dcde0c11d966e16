import type { Database } from '../../db/connection/pool';
import { recordPull, type AdConnection } from '../../db/connections/connections';
import { queueMemberNotice } from '../../db/notices/member-notices';

/**
 * Records that the tries of a locked connection's pull are over. Members are notified of the first failure, and again when it has
 * worked in between.
 * @param occurrence names the run, however often it tries
 */
export async function endPull(
  transaction: Database,
  connection: AdConnection,
  error: string,
  occurrence: string,
): Promise<void> {
  const { workspaceId, connectorType, status } = connection;
  await recordPull(transaction, connection, { error, isFinal: true });
  if (status === 'error') return;
  const template = 'integration-sync-failed';
  await queueMemberNotice(transaction, workspaceId, { template, connectorType, occurrence });
}
