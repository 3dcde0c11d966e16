import { rowsOf } from '../../db/connection/statements';
import { useDatabase } from '../support/database';

/**
 * PostgreSQL's foreign key checks, as a connection plans them in a new installation. The plan is kept until the table
 * is analyzed, so it must suit many rows.
 */

const database = useDatabase({ poolSize: 1 });

interface Referenced {
  table: string;
  columns: string[];
  types: string[];
}

const listReferenced = (): Promise<Referenced[]> =>
  rowsOf(
    database.raw(
      `select distinct c.confrelid::regclass::text as "table", k.columns, k.types
         from pg_constraint c cross join lateral (
           select array_agg(a.attname::text order by u.n) as columns,
                  array_agg(format_type(a.atttypid, a.atttypmod) order by u.n) as types
             from unnest(c.confkey) with ordinality u (attribute, n)
             join pg_attribute a on a.attrelid = c.confrelid and a.attnum = u.attribute
         ) k where c.contype = 'f' order by 1`,
    ),
  );

interface PlanNode {
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** The statement of `RI_FKey_check`. */
async function indexOfCheck({ table, columns, types }: Referenced): Promise<string | undefined> {
  const where = columns.map((column, index) => `${column} = $${index + 1}`).join(' and ');
  await database.raw(
    `prepare referenced (${types.join(', ')}) as select 1 from only ${table} x where ${where} for key share of x`,
  );
  const values = types.map((type) => `null::${type}`).join(', ');
  const [row] = await rowsOf<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    database.raw(`explain (format json) execute referenced (${values})`),
  );
  await database.raw('deallocate referenced');
  let node = row?.['QUERY PLAN'][0]?.Plan;
  while (node !== undefined && node['Index Name'] === undefined) node = node.Plans?.[0];
  return node?.['Index Name'];
}

test('each foreign key check uses a selective index on the referenced columns', async () => {
  await database.raw('set plan_cache_mode = force_generic_plan');
  const referenced = await listReferenced();
  expect(referenced.length).toBeGreaterThan(10);
  for (const one of referenced) {
    const index = await indexOfCheck(one);
    const [found] = await rowsOf<{ unique: boolean; columns: string[] }>(
      database.raw(
        `select i.indisunique as unique, array(select attname::text from pg_attribute where attrelid = i.indexrelid) as columns
           from pg_index i where i.indexrelid = to_regclass(?)`,
        [index ?? ''],
      ),
    );
    const columns = found?.columns ?? [];
    expect({ table: one.table, index, others: columns.filter((column) => !one.columns.includes(column)) }).toEqual({
      table: one.table,
      index,
      others: [],
    });
    // Ids are unique across workspaces.
    const needed = one.columns.filter((column) => column !== 'workspace_id');
    const isOfOne = found?.unique === true || needed.every((column) => columns.includes(column));
    expect({ index, isOfOne }).toEqual({ index, isOfOne: true });
  }
});
