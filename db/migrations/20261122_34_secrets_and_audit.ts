import type { Knex } from 'knex';

/** Secrets of workspaces, rotation of the secret that webhooks are signed with, and the log of a whole workspace. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The value is encrypted under a key of CREDENTIALS_KEYS, as credentials of connections are.
    create table workspace_secrets (
      workspace_id text not null references workspaces (id) on delete cascade,
      name text not null,
      value bytea not null,
      value_key_id text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, name)
    );

    -- The secrets themselves are computed: one for each generation.
    alter table workspaces add column webhook_generation integer not null default 0,
                           add column webhook_previous_until timestamptz;

    -- What people and keys did. What journeys and events did by themselves is much more, and not in it.
    create index audit_entries_acts on audit_entries (workspace_id, id)
     where action not in ('execution.completed', 'execution.failed', 'execution.held_out', 'visitor.linked')
       and (action <> 'execution.started' or actor <> 'system');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index audit_entries_acts;
    alter table workspaces drop column webhook_previous_until, drop column webhook_generation;
    drop table workspace_secrets;
  `);
}
