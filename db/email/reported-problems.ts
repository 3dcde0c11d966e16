import type { Database } from '../connection/pool';

/** A bounce or a complaint about a message. */
export interface ReportedProblem {
  workspaceId: string;
  sendId: string;
  at: Date;
}

/**
 * Marks a message as bounced. A temporary bounce after the delivery, such as an automatic reply, changes nothing. Safe to
 * repeat.
 */
export async function markBounced(
  transaction: Database,
  { workspaceId, sendId, at }: ReportedProblem,
  { isTransient }: { isTransient: boolean },
): Promise<void> {
  const sends = transaction('sends').where({ workspace_id: workspaceId, id: sendId }).whereNull('bounced_at');
  if (isTransient) void sends.whereNull('delivered_at');
  await sends.update({ bounced_at: at });
}

/** Marks a message as reported as spam. Safe to repeat. */
export async function markComplained(
  transaction: Database,
  { workspaceId, sendId, at }: ReportedProblem,
): Promise<void> {
  await transaction('sends')
    .where({ workspace_id: workspaceId, id: sendId })
    .whereNull('complained_at')
    .update({ complained_at: at });
}
