import { newId } from '../connection/ids';
import { preparedRows } from '../connection/statements';
import type { Database } from '../connection/pool';

export interface AuditEntry {
  workspaceId: string;
  subjectType: 'journey' | 'visitor' | 'workspace' | 'belief' | 'experiment' | 'conversion' | 'target';
  subjectId: string;
  /** Who did it: a user's or key's id, or `system`. */
  actor: string;
  action: string;
  /** Ids and numbers; never an address or a name. */
  metadata?: Record<string, unknown>;
}

/** Appends to the log, as SQL. @param source of rows: workspace, id, kind and id of the subject, actor, action, metadata */
export const insertionOfAudit = (source: string): string => `
  insert into audit_entries (workspace_id, id, subject_type, subject_id, actor, action, metadata)
  ${source}`;

/** Appends to the log, in the transaction of what is logged. */
export async function recordAudit(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await preparedRows(
    database,
    'record-audit',
    insertionOfAudit(`select * from json_to_recordset(?::json) as given
       ("workspaceId" text, id text, "subjectType" text, "subjectId" text, actor text, action text, metadata jsonb)`),
    [JSON.stringify(entries.map((entry) => ({ ...entry, id: newId('audit'), metadata: entry.metadata ?? {} })))],
  );
}
