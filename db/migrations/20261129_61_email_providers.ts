import type { Knex } from 'knex';

/** The state of email providers that fail, shared by all processes. A provider that never failed has no row. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table email_providers (
      name text primary key,
      failures integer not null,
      reason text,
      paused_at timestamptz,
      probe_at timestamptz,
      probe_every_ms integer,
      check ((paused_at is null) = (probe_at is null) and (paused_at is null) = (probe_every_ms is null))
    )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table email_providers');
}
