import type { z } from 'zod';
import type { ApiKey } from '../../db/keys/keys';
import type { keyRecord, transactionalKeyRecord } from '../../domain/accounts/schemas';

export const presentTransactionalKey = (key: ApiKey): z.infer<typeof transactionalKeyRecord> => ({
  id: key.id,
  prefix: key.prefix,
  last4: key.last4,
  name: key.name,
  createdAt: key.createdAt.toISOString(),
  createdBy: key.createdBy,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  expiresAt: key.expiresAt?.toISOString() ?? null,
});

export const presentKey = (key: ApiKey): z.infer<typeof keyRecord> => ({
  ...presentTransactionalKey(key),
  kind: key.kind === 'user' ? 'user' : 'server',
});
