import type { Knex } from 'knex';

/** The touches that models of attribution look at, so that those before a completion are read from the index alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index visitor_touches_paths on visitor_touches (workspace_id, visitor_id, at) include (event_id, channel)
      where is_touch and channel <> 'direct'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index visitor_touches_paths`);
}
