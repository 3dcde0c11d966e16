import type { Knex } from 'knex';

/** Adds the state of webhook hosts that fail. A host that never failed for a workspace has no row. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook_hosts (
      workspace_id text references workspaces (id) on delete cascade,
      -- With its port.
      host text,
      failures integer not null,
      reason text,
      paused_at timestamptz,
      probe_at timestamptz,
      probe_every_ms integer,
      primary key (workspace_id, host),
      check ((paused_at is null) = (probe_at is null) and (paused_at is null) = (probe_every_ms is null))
    )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table webhook_hosts');
}
