import type { z } from 'zod';
import type { AdConnection } from '../../db/connections/connections';
import type { connectionRecord } from '../../domain/connections/schemas';

/** Without credentials, which never leave the service but to their platform. */
export const presentConnection = (connection: AdConnection): z.input<typeof connectionRecord> => ({
  id: connection.id,
  connectorType: connection.connectorType,
  name: connection.name,
  accountId: connection.accountId,
  baseUrl: connection.baseUrl,
  status: connection.status,
  lastSyncedAt: connection.lastSyncedAt?.toISOString() ?? null,
  lastError: connection.lastError,
  createdAt: connection.createdAt.toISOString(),
  updatedAt: connection.updatedAt.toISOString(),
});
