import { recordAudit } from '../../db/audit';
import type { Database } from '../../db/connection';
import type { Actor } from '../route';

/** Logs what was done to a key, in the transaction that did it. */
export function auditKey(
  transaction: Database,
  { workspaceId, id }: Actor,
  action: 'key.created' | 'key.renamed' | 'key.revoked',
  key: { id: string; kind?: string; expiresAt?: Date | null },
): Promise<void> {
  const { kind, expiresAt } = key;
  const metadata = {
    keyId: key.id,
    ...(kind === undefined ? {} : { kind }),
    ...(expiresAt instanceof Date ? { expiresAt: expiresAt.toISOString() } : {}),
  };
  return recordAudit(transaction, [
    { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor: id, action, metadata },
  ]);
}
