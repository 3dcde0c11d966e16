import type { Database } from '../../db/connection/pool';
import {
  deleteRows,
  findAccounts,
  insertRows,
  listColumns,
  readAccounts,
  readRows,
  readRowsOfUsers,
  readWorkspaceRow,
} from '../../db/workspaces/workspace-rows';
import { countRows, type WorkspaceTable } from '../../db/workspaces/workspace-tables';
import type { Context } from '../ports';
import { readSnapshot } from '../read-snapshot';

export interface CopyContext extends Pick<Context, 'log'> {
  source: Database;
  /** Another database with the same schema. */
  target: Database;
}

/** Rows by table. */
export type RowCounts = ReadonlyMap<string, number>;

/** Rolls back the target's transaction if the source has changed. */
class SourceChanged extends Error {
  constructor(readonly tables: string[]) {
    super('The workspace was changed while it was being copied.');
  }
}

/**
 * Copies a snapshot of a workspace in one transaction of the target, and commits it if the source still has the same row counts.
 * @returns the row counts by table, and the tables with different counts. If there are any, nothing was copied
 */
export async function copyWorkspace(
  { source, target, log }: CopyContext,
  workspaceId: string,
  tables: readonly WorkspaceTable[],
): Promise<{ counts: Map<string, number>; changed: string[] }> {
  try {
    const counts = await target.transaction(async (transaction) => {
      await readSnapshot(source, async (snapshot) => {
        const renamed = await copyAccounts(snapshot, transaction, workspaceId);
        const rename = (row: string): string => renamed.reduce((text, [from, to]) => text.replaceAll(from, to), row);
        const workspace = { name: 'workspaces', columns: await listColumns(snapshot, 'workspaces') };
        await insertRows(transaction, workspace, await readWorkspaceRow(snapshot, workspaceId));
        for (const table of tables) {
          // Triggers may have written into this table while others were filled.
          await deleteRows(transaction, table, workspaceId);
          let rows = 0;
          for await (const some of readRows(snapshot, table, workspaceId)) {
            await insertRows(transaction, table, some.map(rename));
            rows += some.length;
          }
          if (rows > 0) log.info({ workspaceId, table: table.name, rows }, `${table.name}: ${rows} rows`);
        }
      });
      const [before, after] = [
        await countRows(source, tables, workspaceId),
        await countRows(transaction, tables, workspaceId),
      ];
      const changed = differingTables(before, after);
      if (changed.length > 0) throw new SourceChanged(changed);
      return after;
    });
    return { counts, changed: [] };
  } catch (error) {
    if (error instanceof SourceChanged) return { counts: new Map(), changed: error.tables };
    throw error;
  }
}

/** Lists the tables with different row counts. Both counts have the same tables. */
export const differingTables = (before: RowCounts, after: RowCounts): string[] =>
  [...before.keys()].filter((name) => before.get(name) !== after.get(name));

/**
 * Copies the accounts of a workspace's members, with their two-step verification. A person with an account of the same email in the
 * target keeps it, and its password.
 * @returns pairs of ids of the same person, in the source and in the target
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
  for (const name of ['user_totp', 'recovery_codes'] as const) {
    const rows = await readRowsOfUsers(
      snapshot,
      name,
      added.map(({ id }) => id),
    );
    await insertRows(transaction, { name, columns: await listColumns(snapshot, name) }, rows);
  }
  return accounts.flatMap(({ id, email }) => {
    const theirs = known.get(email);
    return theirs === undefined || theirs === id ? [] : [[id, theirs] as const];
  });
}
