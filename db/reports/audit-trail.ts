import type { AuditEntry } from '../audit/audit';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';

/** An entry of the append-only log: an actor and their action on a subject. */
export interface TrailEntry {
  at: Date;
  actor: string;
  /** The current name or email of the user, or name of the key. */
  actorName: string | null;
  action: string;
  metadata: Record<string, unknown>;
}

const newest = 200;

/** Lists the newest 200 log entries about one subject, newest first. */
export async function listAuditTrail(
  database: Database,
  { workspaceId, subjectType, subjectId }: Pick<AuditEntry, 'workspaceId' | 'subjectType' | 'subjectId'>,
): Promise<TrailEntry[]> {
  return rowsOf<TrailEntry>(
    database.raw(
      `select a.at, a.actor, a.actor_name as "actorName", a.action, a.metadata
         from named_audit_entries a
        where a.workspace_id = :workspaceId and a.subject_type = :subjectType and a.subject_id = :subjectId
        order by a.at desc, a.id desc limit :limit`,
      { workspaceId, subjectType, subjectId, limit: newest },
    ),
  );
}
