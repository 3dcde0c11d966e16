import type { Database } from '../connection';

/** Who did what to a journey or ran it, as the append-only log has it. */
export interface JourneyAuditEntry {
  at: Date;
  actor: string;
  action: string;
  metadata: Record<string, unknown>;
}

const newest = 200;

/** The newest 200 entries of a journey's log, newest first. */
export async function listJourneyAudit(
  database: Database,
  workspaceId: string,
  journeyId: string,
): Promise<JourneyAuditEntry[]> {
  return database('audit_entries')
    .where({ workspace_id: workspaceId, subject_type: 'journey', subject_id: journeyId })
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(newest)
    .select<JourneyAuditEntry[]>('at', 'actor', 'action', 'metadata');
}
