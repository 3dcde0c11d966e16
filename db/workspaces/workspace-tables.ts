import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';

/** A table with rows of workspaces, identified by its column `workspace_id`. */
export interface WorkspaceTable {
  name: string;
  /** In order, without identity and generated columns. */
  columns: string[];
  /** The identity column, which determines the order of rows. */
  numbered: string | null;
}

interface Reference {
  from: string;
  to: string;
}

/**
 * Sessions belong to an installation, because its secret signs the cookies. So do the viewers of live events and what
 * arrived for them.
 */
const notKept = ['sessions', 'live_viewers', 'live_arrivals'];

/**
 * Lists all tables with rows of workspaces from the catalog, so that new tables are included. Each table comes after
 * those that it references. Tables without references come last; only triggers write to them.
 */
export async function listWorkspaceTables(database: Database): Promise<WorkspaceTable[]> {
  const tables = await rowsOf<WorkspaceTable>(
    database.raw(
      `select c.relname as name,
              array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '' and a.attidentity = '') as columns,
              max(a.attname::text) filter (where a.attidentity <> '') as numbered
         from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname <> all (:notKept)
        group by c.relname having bool_or(a.attname = 'workspace_id') order by c.relname`,
      { notKept },
    ),
  );
  const references = await rowsOf<Reference>(
    database.raw(
      `select f.relname as from, t.relname as to
         from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
        where c.contype = 'f' and c.conparentid = 0 and not c.condeferrable and f.oid <> t.oid
          and c.connamespace = current_schema()::regnamespace`,
    ),
  );
  return inOrder(tables, references);
}

/** Counts the rows of a workspace by table, without `workspaces`. */
export async function countRows(
  database: Database,
  tables: readonly WorkspaceTable[],
  workspaceId: string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await rowsOf<{ count: string }>(
      database.raw('select count(*) as count from ?? where workspace_id = ?', [name, workspaceId]),
    );
    counts.set(name, Number(row?.count ?? 0));
  }
  return counts;
}

function inOrder(tables: readonly WorkspaceTable[], references: readonly Reference[]): WorkspaceTable[] {
  const names = new Set(tables.map(({ name }) => name));
  const within = references.filter(({ from, to }) => names.has(from) && names.has(to));
  const referring = new Set(references.flatMap(({ from, to }) => [from, to]));
  const done = new Set<string>();
  const ordered: WorkspaceTable[] = [];
  let left = tables.filter(({ name }) => referring.has(name));
  while (left.length > 0) {
    const ready = left.filter(({ name }) => within.every(({ from, to }) => from !== name || done.has(to)));
    if (ready.length === 0) throw new Error(`Tables refer to one another: ${left.map(({ name }) => name).join(', ')}.`);
    for (const { name } of ready) done.add(name);
    ordered.push(...ready);
    left = left.filter(({ name }) => !done.has(name));
  }
  return [...ordered, ...tables.filter(({ name }) => !referring.has(name))];
}
