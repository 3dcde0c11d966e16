import { newId } from '../connection/ids';
import { preparedRows } from '../connection/statements';
import type { Database } from '../connection/pool';

export interface AuditEntry {
  workspaceId: string;
  subjectType: 'journey' | 'visitor' | 'workspace' | 'belief' | 'experiment' | 'conversion' | 'target';
  subjectId: string;
  /** The actor: a user's or key's id, or `system`. */
  actor: string;
  action: string;
  /** Ids and numbers; never an address or a name. */
  metadata?: Record<string, unknown>;
}

/** Appends entries to the log, in the transaction of the logged change. */
export async function recordAudit(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await preparedRows(
    database,
    'record-audit',
    `insert into audit_entries (workspace_id, id, subject_type, subject_id, actor, action, metadata)
     select * from json_to_recordset(?::json) as given
       ("workspaceId" text, id text, "subjectType" text, "subjectId" text, actor text, action text, metadata jsonb)`,
    [JSON.stringify(entries.map((entry) => ({ ...entry, id: newId('audit'), metadata: entry.metadata ?? {} })))],
  );
}
