/** Assumptions for the query plans of new, empty tables. */
export const firstPlans = `
-- The planner assumes that all rows belong to one workspace. PostgreSQL plans its own check of a foreign key with a
-- connection's first rows, when an index of the workspace alone seems as good as the primary key, and keeps the plan until
-- the table is analyzed. Without this assumption, each insert of a burst would read all rows of its workspace. Analyzing
-- the table replaces it by real statistics.
select pg_restore_attribute_stats('schemaname', relnamespace::regnamespace::text, 'relname', relname::text,
         'attname', 'workspace_id', 'inherited', false, 'null_frac', 0::real, 'avg_width', 30, 'n_distinct', 1::real)
  from pg_class where oid in ('end_users'::regclass, 'executions'::regclass, 'journey_versions'::regclass);
`;
