import type { Database } from '../../db/connection/pool';
import { mintKey as mintRow, type ApiKey, type NewKey } from '../../db/keys/keys';
import type { Actor } from '../../domain/accounts/actor';
import { invalid } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/** What a caller says of a key that is to be minted. */
interface KeyRequest extends Pick<NewKey, 'kind' | 'name' | 'userId'> {
  /** ISO 8601. */
  expiresAt?: string | null | undefined;
}

/** Mints a key. @throws AppError VALIDATION_ERROR for an `expiresAt` that is not in the future */
export function mintKey(
  database: Database,
  actor: Actor,
  { expiresAt: given, ...request }: KeyRequest,
  { keyPepper, now }: { keyPepper: string; now: Date },
): Promise<ApiKey & { rawKey: string }> {
  const { workspaceId, id: createdBy } = actor;
  const expiresAt = typeof given === 'string' ? new Date(given) : null;
  if (expiresAt !== null && expiresAt <= now) {
    const details = [{ path: 'expiresAt', message: 'must be in the future' }];
    throw invalid('expiresAt has to be in the future: this key would open nothing.', details);
  }
  return database.transaction(async (transaction) => {
    const key = await mintRow(transaction, keyPepper, { ...request, workspaceId, createdBy, expiresAt });
    const ends = expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() };
    await recordAct(transaction, actor, 'key.created', { metadata: { keyId: key.id, kind: key.kind, ...ends } });
    return key;
  });
}
