import { changeActions } from '../../domain/audit/changes';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { AuditRecord } from './workspace-audit';

/** The condition must match that of the index `audit_entries_changes` exactly. */
const isChange = `a.action in (${changeActions.map((action) => `'${action}'`).join(', ')})`;

/** Lists changes of the state of journeys and experiments, newest first. */
export const listRecentChanges = (database: Database, workspaceId: string, limit: number): Promise<AuditRecord[]> =>
  rowsOf<AuditRecord>(
    database.raw(
      `select a.id, a.at, a.actor, a.actor_name as "actorName", a.action,
              a.subject_type as "subjectType", a.subject_id as "subjectId", a.subject_name as "subjectName",
              a.metadata
         from named_audit_entries a
        where a.workspace_id = :workspaceId and ${isChange}
        order by a.id desc limit :limit`,
      { workspaceId, limit },
    ),
  );
