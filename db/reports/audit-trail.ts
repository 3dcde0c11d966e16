import type { AuditEntry } from '../audit/audit';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import { actorJoins, actorName } from './actor-names';

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
