import type { AuditEntry } from '../audit/audit';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import { actorJoins, actorName } from './actor-names';

/** Who did what to something, or ran it, as the append-only log has it. */
export interface TrailEntry {
  at: Date;
  actor: string;
  /** The name or email of the user, or the name of the key, as they are now. */
  actorName: string | null;
  action: string;
  metadata: Record<string, unknown>;
}

const newest = 200;

/** The newest 200 entries of the log about one subject, newest first. */
export async function listAuditTrail(
  database: Database,
  { workspaceId, subjectType, subjectId }: Pick<AuditEntry, 'workspaceId' | 'subjectType' | 'subjectId'>,
): Promise<TrailEntry[]> {
  return rowsOf<TrailEntry>(
    database.raw(
      `select a.at, a.actor, ${actorName} as "actorName", a.action, a.metadata
         from (select * from audit_entries
                where workspace_id = :workspaceId and subject_type = :subjectType and subject_id = :subjectId
                order by at desc, id desc limit :limit) a
         ${actorJoins('a.actor', 'a.workspace_id')}
        order by a.at desc, a.id desc`,
      { workspaceId, subjectType, subjectId, limit: newest },
    ),
  );
}
