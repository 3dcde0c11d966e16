import type { Knex } from 'knex';

/**
 * What the planner takes for known of tables that it knows nothing of yet: that all rows are of one workspace. PostgreSQL's own check of
 * a foreign key is planned with a connection's first rows, when an index of the workspace alone seems as good as the primary key, and
 * the plan stays until the table is analyzed: a burst of starts then read all rows of the workspace for each. Analyzing
 * replaces it by what is there.
 */
const tables = ['end_users', 'executions', 'journey_versions'];

const ofUnknown = `from pg_class where oid = any(cast(? as regclass[])) and reltuples < 0`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `select pg_restore_attribute_stats('schemaname', relnamespace::regnamespace::text, 'relname', relname::text,
              'attname', 'workspace_id', 'inherited', false, 'null_frac', 0::real, 'avg_width', 30, 'n_distinct', 1::real)
       ${ofUnknown}`,
    [tables],
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `select pg_clear_attribute_stats(relnamespace::regnamespace::text, relname::text, 'workspace_id', false) ${ofUnknown}`,
    [tables],
  );
}
