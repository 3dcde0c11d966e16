import { recordAudit, type AuditEntry } from '../../db/audit/audit';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';

interface ActDetails {
  /** The workspace unless given. */
  subject?: { type: AuditEntry['subjectType']; id: string };
  /** Ids and numbers; never an address or a name. */
  metadata?: Record<string, unknown>;
}

/** Appends to the audit log what an actor did, in the transaction that does it. @param action e.g. `target.created` */
export function recordAct(
  transaction: Database,
  { workspaceId, id: actor }: Pick<Actor, 'workspaceId' | 'id'>,
  action: string,
  { subject = { type: 'workspace', id: workspaceId }, metadata = {} }: ActDetails = {},
): Promise<void> {
  const entry = { workspaceId, subjectType: subject.type, subjectId: subject.id, actor, action, metadata };
  return recordAudit(transaction, [entry]);
}

/** Appends several acts of one kind on the workspace. @param details ids and numbers of each; never an address or a name */
export function recordActs(
  transaction: Database,
  { workspaceId, id: actor }: Pick<Actor, 'workspaceId' | 'id'>,
  action: string,
  details: readonly Record<string, unknown>[],
): Promise<void> {
  const subject = { subjectType: 'workspace', subjectId: workspaceId } as const;
  return recordAudit(
    transaction,
    details.map((metadata) => ({ workspaceId, ...subject, actor, action, metadata })),
  );
}
