import { newId } from '../connection/ids';
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

/** Appends to the log, in the transaction of what is logged. */
export async function recordAudit(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await database('audit_entries').insert(
    entries.map((entry) => ({
      workspace_id: entry.workspaceId,
      id: newId('audit'),
      subject_type: entry.subjectType,
      subject_id: entry.subjectId,
      actor: entry.actor,
      action: entry.action,
      metadata: JSON.stringify(entry.metadata ?? {}),
    })),
  );
}
