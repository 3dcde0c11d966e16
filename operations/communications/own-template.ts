import type { Database } from '../../db/connection/pool';
import { findCommunication } from '../../db/communications/communications';
import type { TransactionalTemplate } from '../../domain/email/render-transactional';

/** Finds the template by which a workspace replaces a built-in one: its transactional communication of that name. */
export async function findOwnTemplate(
  database: Database,
  workspaceId: string,
  name: string,
): Promise<TransactionalTemplate | null> {
  const found = await findCommunication(database, workspaceId, name);
  if (found?.commType !== 'transactional') return null;
  const { slots, html, text, references } = found;
  return { slots, html, text, references };
}
