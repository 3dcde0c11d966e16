import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** An action in a workspace, with its actor and subject. */
export interface AuditRecord {
  id: string;
  at: Date;
  /** A user's or key's id, or `system`. */
  actor: string;
  /** The current name or email of the user, or name of the key. */
  actorName: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  /** The current name of the subject. Null if it has none or was deleted. */
  subjectName: string | null;
  metadata: Record<string, unknown>;
}

/** Each given field narrows the list. */
export interface AuditFilter {
  actor?: string | undefined;
  /** A complete action, or a prefix that ends with `.*`: `key.*`. */
  action?: string | undefined;
  subjectType?: string | undefined;
  subjectId?: string | undefined;
  from?: Date | undefined;
  /** Latest time, exclusive. */
  before?: Date | undefined;
}

/**
 * Lists the actions in a workspace, newest first. Automatic actions of journeys and events are excluded; the journey's
 * own log has them. The condition must match that of the index `audit_entries_acts` exactly.
 * @param page.before the last id of the previous page
 */
export function listAudit(
  database: Database,
  workspaceId: string,
  filter: AuditFilter,
  page: { limit: number; before: string | null },
): Promise<AuditRecord[]> {
  const isWhole = filter.action === undefined || !filter.action.endsWith('.*');
  return rowsOf<AuditRecord>(
    database.raw(
      `select a.id, a.at, a.actor, a.actor_name as "actorName", a.action,
              a.subject_type as "subjectType", a.subject_id as "subjectId", a.subject_name as "subjectName",
              a.metadata
         from named_audit_entries a
        where a.workspace_id = :workspaceId
          and a.action not in ('execution.completed', 'execution.failed', 'execution.held_out', 'visitor.linked')
          and (a.action <> 'execution.started' or a.actor <> 'system')
          and (cast(:beforeId as text) is null or a.id < :beforeId)
          and (cast(:actor as text) is null or a.actor = :actor)
          and (cast(:action as text) is null or a.action = :action)
          and (cast(:actionStart as text) is null or starts_with(a.action, :actionStart))
          and (cast(:subjectType as text) is null or a.subject_type = :subjectType)
          and (cast(:subjectId as text) is null or a.subject_id = :subjectId)
          and (cast(:from as timestamptz) is null or a.at >= :from)
          and (cast(:before as timestamptz) is null or a.at < :before)
        order by a.id desc limit :limit`,
      {
        workspaceId,
        beforeId: page.before,
        actor: filter.actor ?? null,
        action: isWhole ? (filter.action ?? null) : null,
        actionStart: isWhole ? null : (filter.action?.slice(0, -1) ?? null),
        subjectType: filter.subjectType ?? null,
        subjectId: filter.subjectId ?? null,
        from: filter.from?.toISOString() ?? null,
        before: filter.before?.toISOString() ?? null,
        limit: page.limit,
      },
    ),
  );
}
