import type { Knex } from 'knex';

/** Adds one-time links that sign in, deletions of workspaces, and what the console shows after the first sign-in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sign_in_links (
      -- SHA-256 of the token, so that no row opens the link.
      token_hash bytea primary key,
      user_id text not null references users (id) on delete cascade,
      -- The user's when the link was created: changing the password invalidates the link.
      session_epoch integer not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index sign_in_links_user on sign_in_links (user_id);

    create table workspace_deletions (
      -- The workspace's. No foreign key: the record outlives the workspace.
      id text primary key,
      requested_by text not null,
      requested_at timestamptz not null default now(),
      -- Deleted so far.
      rows bigint not null default 0,
      completed_at timestamptz
    );

    -- When the member chose between the demo workspace and this one.
    alter table members add column start_chosen_at timestamptz;

    -- Progress of filling a demo workspace. Null for other workspaces.
    alter table workspaces add column if not exists demo jsonb`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table members drop column start_chosen_at;
    drop table workspace_deletions;
    drop table sign_in_links`);
}
