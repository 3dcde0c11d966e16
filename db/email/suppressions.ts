import { canonicalAddress } from '../../domain/email/address';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { rowsOf } from '../connection/statements';

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

/** Suppressions that one search examines. */
const examinedSuppressions = 50_000;

/**
 * Lists one page of the suppressions with a part of an address, newest first.
 * @param like a LIKE pattern in lower case
 * @returns `stoppedAt`: the id at which the search stopped, if it examined as many suppressions as it may
 */
export async function searchSuppressions(
  database: Database,
  workspaceId: string,
  like: string,
  page: IdPage,
): Promise<{ found: Suppression[]; stoppedAt: string | null }> {
  const own = () => database('suppressions').where({ workspace_id: workspaceId });
  const floor = await newestPage(own(), { limit: 1, before: page.before })
    .offset(examinedSuppressions - 1)
    .first<{ id: string } | undefined>('id');
  const query = newestPage(own().where('email', 'like', like), page);
  if (floor !== undefined) void query.where('id', '>=', floor.id);
  const found = await query.select<Suppression[]>(columns);
  return { found, stoppedAt: floor === undefined || found.length === page.limit ? null : floor.id };
}

/** Returns which of the addresses are suppressed. */
export async function findSuppressed(
  database: Database,
  workspaceId: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const rows = await rowsOf<{ email: string }>(
    database.raw('select email from suppressions where workspace_id = ? and email = any(cast(? as text[]))', [
      workspaceId,
      [...emails],
    ]),
  );
  return new Set(rows.map(({ email }) => email));
}

/**
 * Stores suppressions of several addresses. Addresses that are already suppressed stay as they are.
 * @returns how many were stored
 */
export async function insertSuppressions(
  database: Database,
  { workspaceId, reason, origin }: Pick<Suppression, 'workspaceId' | 'reason' | 'origin'>,
  emails: readonly string[],
): Promise<number> {
  const rows = await rowsOf(
    database.raw(
      `insert into suppressions (workspace_id, id, email, reason, origin)
       select :workspaceId, id, email, :reason, :origin
         from unnest(cast(:ids as text[]), cast(:emails as text[])) as given (id, email) order by email
       on conflict (workspace_id, email) do nothing returning 1`,
      { workspaceId, reason, origin, ids: emails.map(() => newId('suppression')), emails: [...emails] },
    ),
  );
  return rows.length;
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
