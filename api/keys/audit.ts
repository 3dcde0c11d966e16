import { recordAudit } from '../../db/audit';
import type { Database } from '../../db/connection';
import type { Actor } from '../route';

/** Logs what was done to a key, in the transaction that did it. */
export function auditKey(
  transaction: Database,
  { workspaceId, id }: Actor,
  action: 'key.created' | 'key.revoked',
  key: { id: string; kind?: string },
): Promise<void> {
  const metadata = { keyId: key.id, ...(key.kind === undefined ? {} : { kind: key.kind }) };
  return recordAudit(transaction, [
    { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor: id, action, metadata },
  ]);
}
