import type { Database } from '../../db/connection/pool';
import {
  deleteRows,
  findAccounts,
  insertRows,
  listColumns,
  readAccounts,
  readRows,
  readWorkspaceRow,
} from '../../db/workspaces/workspace-rows';
import { countRows, type WorkspaceTable } from '../../db/workspaces/workspace-tables';
import { readSnapshot } from '../read-snapshot';

interface CopiedWorkspace {
  workspaceId: string;
  tables: readonly WorkspaceTable[];
  report: (line: string) => void;
}

/** Undoes the target's transaction when the source has other rows by now. */
class SourceChanged extends Error {
  constructor(readonly tables: string[]) {
    super('The workspace was changed while it was being copied.');
  }
}

/**
 * Copies a snapshot of a workspace in one transaction of the target, which is committed when the source still counts the same rows.
 * @returns the rows by table, and the tables whose counts differ: none are in the target then
 */
export async function copyWorkspace(
  source: Database,
  target: Database,
  { workspaceId, tables, report }: CopiedWorkspace,
): Promise<{ counts: Map<string, number>; changed: string[] }> {
  try {
    const counts = await target.transaction(async (transaction) => {
      await readSnapshot(source, async (snapshot) => {
        const renamed = await copyAccounts(snapshot, transaction, workspaceId);
        const rename = (row: string): string => renamed.reduce((text, [from, to]) => text.replaceAll(from, to), row);
        const workspace = { name: 'workspaces', columns: await listColumns(snapshot, 'workspaces') };
        await insertRows(transaction, workspace, await readWorkspaceRow(snapshot, workspaceId));
        for (const table of tables) {
          // Triggers may have written here as other tables were filled.
          await deleteRows(transaction, table, workspaceId);
          let rows = 0;
          for await (const some of readRows(snapshot, table, workspaceId)) {
            await insertRows(transaction, table, some.map(rename));
            rows += some.length;
          }
          if (rows > 0) report(`${table.name}: ${rows} rows`);
        }
      });
      const [before, after] = [
        await countRows(source, tables, workspaceId),
        await countRows(transaction, tables, workspaceId),
      ];
      const changed = tables.map(({ name }) => name).filter((name) => before.get(name) !== after.get(name));
      if (changed.length > 0) throw new SourceChanged(changed);
      return after;
    });
    return { counts, changed: [] };
  } catch (error) {
    if (error instanceof SourceChanged) return { counts: new Map(), changed: error.tables };
    throw error;
  }
}

/**
 * Copies the accounts of a workspace's people. People who have one in the target, by the same address, keep that with its password.
 * @returns ids of the source, each with that of the same person in the target
 */
async function copyAccounts(
  snapshot: Database,
  transaction: Database,
  workspaceId: string,
): Promise<(readonly [string, string])[]> {
  const accounts = await readAccounts(snapshot, workspaceId);
  const known = new Map(
    (
      await findAccounts(
        transaction,
        accounts.map(({ email }) => email),
      )
    ).map(({ id, email }) => [email, id]),
  );
  const added = accounts.filter(({ email }) => !known.has(email));
  const users = { name: 'users', columns: await listColumns(snapshot, 'users') };
  await insertRows(
    transaction,
    users,
    added.map(({ row }) => row),
  );
  return accounts.flatMap(({ id, email }) => {
    const theirs = known.get(email);
    return theirs === undefined || theirs === id ? [] : [[id, theirs] as const];
  });
}
