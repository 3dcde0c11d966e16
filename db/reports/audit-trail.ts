import type { AuditEntry } from '../audit/audit';
import type { Database } from '../connection/pool';

/** Who did what to something, or ran it, as the append-only log has it. */
export interface TrailEntry {
  at: Date;
  actor: string;
  action: string;
  metadata: Record<string, unknown>;
}

const newest = 200;

/** The newest 200 entries of the log about one subject, newest first. */
export async function listAuditTrail(
  database: Database,
  { workspaceId, subjectType, subjectId }: Pick<AuditEntry, 'workspaceId' | 'subjectType' | 'subjectId'>,
): Promise<TrailEntry[]> {
  return database('audit_entries')
    .where({ workspace_id: workspaceId, subject_type: subjectType, subject_id: subjectId })
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(newest)
    .select<TrailEntry[]>('at', 'actor', 'action', 'metadata');
}
