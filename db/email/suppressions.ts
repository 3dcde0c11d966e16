import { canonicalAddress } from '../../domain/email/address';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

/** An address that receives no email. */
export interface Suppression {
  workspaceId: string;
  id: string;
  /** Normalized by `parseAddress`. */
  email: string;
  reason: 'manual' | 'bounce' | 'complaint';
  /** Who or what caused it: the id of a user or key, or `ses` for a report of the provider. */
  origin: string;
  createdAt: Date;
}

const columns = columnsOf<Suppression>()('workspaceId', 'id', 'email', 'reason', 'origin', 'createdAt');

/** Returns whether an address is suppressed, regardless of its spelling. */
export async function isSuppressed(database: Database, workspaceId: string, email: string): Promise<boolean> {
  const address = canonicalAddress(email);
  const row = await database('suppressions')
    .where({ workspace_id: workspaceId, email: address })
    .options(preparedAs(database, 'find-suppression'))
    .first<{ id: string } | undefined>('id');
  return row !== undefined;
}

/**
 * Stores a suppression.
 * @returns null if the address is already suppressed
 */
export async function insertSuppression(
  database: Database,
  suppression: Pick<Suppression, 'workspaceId' | 'email' | 'reason' | 'origin'>,
): Promise<Suppression | null> {
  const [row] = await database('suppressions')
    .insert({
      workspace_id: suppression.workspaceId,
      id: newId('suppression'),
      email: suppression.email,
      reason: suppression.reason,
      origin: suppression.origin,
    })
    .onConflict(['workspace_id', 'email'])
    .ignore()
    .returning<Suppression[]>(columns);
  return row ?? null;
}

export async function findSuppression(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<Suppression | null> {
  const row = await database('suppressions')
    .where({ workspace_id: workspaceId, id })
    .first<Suppression | undefined>(columns);
  return row ?? null;
}

/** Lists one page, newest first. */
export async function listSuppressions(database: Database, workspaceId: string, page: IdPage): Promise<Suppression[]> {
  return newestPage(database('suppressions').where({ workspace_id: workspaceId }), page).select<Suppression[]>(columns);
}

/**
 * Updates a suppression.
 * @returns null if it does not exist
 * @throws a unique violation if the new address is already suppressed
 */
export async function updateSuppression(
  database: Database,
  { workspaceId, id }: Pick<Suppression, 'workspaceId' | 'id'>,
  changes: Partial<Pick<Suppression, 'email' | 'reason'>>,
): Promise<Suppression | null> {
  const [row] = await database('suppressions')
    .where({ workspace_id: workspaceId, id })
    .update(changes)
    .returning<Suppression[]>(columns);
  return row ?? null;
}

/**
 * Changes the reason of a suppression from bounce to complaint, which is more serious. Manual suppressions stay as they
 * are.
 * @returns the suppression's id; null if the address has no suppression for a bounce
 */
export async function convertBounceToComplaint(
  database: Database,
  { workspaceId, email }: Pick<Suppression, 'workspaceId' | 'email'>,
): Promise<string | null> {
  const [row] = await database('suppressions')
    .where({ workspace_id: workspaceId, email, reason: 'bounce' })
    .update({ reason: 'complaint' })
    .returning<{ id: string }[]>('id');
  return row?.id ?? null;
}

/**
 * Deletes a suppression.
 * @returns whether it existed
 */
export async function deleteSuppression(database: Database, workspaceId: string, id: string): Promise<boolean> {
  return (await database('suppressions').where({ workspace_id: workspaceId, id }).delete()) > 0;
}
