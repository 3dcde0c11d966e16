import type { Knex } from 'knex';

/**
 * Repeats of one hit are counted on the row of the first: an open, a click of one link, a choice of a reader. Their dedupe_key begins
 * with "counted:"; rows from before, of one hit each, stay.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table send_events add column count integer not null default 1, add column last_at timestamptz;
    create unique index send_events_counted on send_events (workspace_id, send_id, dedupe_key)
      where dedupe_key like 'counted:%';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index send_events_counted;
    alter table send_events drop column count, drop column last_at;
  `);
}
