import { findImport, lockImport, queueImport, setImportStatus, type PeopleImport } from '../../db/end-users/imports';
import type { Actor } from '../../domain/accounts/actor';
import { conflict, notFound } from '../../domain/errors';
import type { Context } from '../ports';

const undoableMs = 86_400_000;

/**
 * Undoes an import: deletes the people that it created, except those who were changed since or have activity. Changes of
 * existing people stay. Safe to repeat.
 * @throws AppError NOT_FOUND; CONFLICT if it is running, was a dry run, or ended more than a day ago
 */
export function undoImport(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { workspaceId }: Actor,
  id: string,
): Promise<PeopleImport> {
  return database.transaction(async (transaction) => {
    const found = await lockImport(transaction, { workspaceId, id });
    if (found === null) throw notFound('Import', id);
    if (found.status === 'undoing' || found.status === 'undone') return found;
    if (found.dryRun) throw conflict('A dry run changes nothing, so there is nothing to undo.');
    if (found.status !== 'completed' || found.completedAt === null) {
      throw conflict('The import is still running. Undo it when it is completed.');
    }
    if (clock.now().getTime() - found.completedAt.getTime() > undoableMs) {
      throw conflict('The import was completed more than a day ago. Erase people one by one instead.');
    }
    await setImportStatus(transaction, found, 'undoing');
    await queueImport(transaction, found, 0);
    return (await findImport(transaction, workspaceId, id)) ?? found;
  });
}
