import type { Knex } from 'knex';

/** Workspaces, the people who work in them, and their keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table workspaces (
      id text primary key,
      name text not null check (length(name) between 1 and 200),
      public_key text not null unique,
      plan text not null default 'free' check (plan in ('free', 'starter', 'pro', 'growth', 'scale')),
      timezone text not null default 'UTC',
      attribution_model text,
      holdout_percent numeric(5, 2) not null default 10 check (holdout_percent between 0 and 100),
      frequency_cap jsonb default '{"max": 3, "days": 7}',
      quiet_hours jsonb,
      retention_days integer not null default 730 check (retention_days >= 1),
      digest jsonb not null default '{"enabled": true, "weekday": 1, "time": "09:00"}',
      personal_attributes text[] not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table users (
      id text primary key,
      email text not null unique check (email = lower(btrim(email))),
      name text,
      password_hash text,
      session_epoch integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table members (
      workspace_id text not null references workspaces (id) on delete cascade,
      user_id text not null references users (id) on delete cascade,
      role text not null check (role in ('owner', 'admin', 'member')),
      created_at timestamptz not null default now(),
      primary key (workspace_id, user_id)
    );
    create index members_user on members (user_id);

    create table api_keys (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      kind text not null check (kind in ('secret', 'user', 'transactional')),
      user_id text,
      hash bytea not null unique,
      prefix text not null,
      last4 text not null,
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz,
      primary key (workspace_id, id),
      foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade,
      check ((kind = 'user') = (user_id is not null))
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table api_keys, members, users, workspaces');
}
