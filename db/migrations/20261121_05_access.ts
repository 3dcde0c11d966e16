import type { Knex } from 'knex';

/** Sessions, invitations, rate limits, and messages to members. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sessions (
      id text primary key,
      user_id text not null,
      workspace_id text not null,
      epoch integer not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      -- Whoever is removed from a workspace has no session of it left.
      foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
    );
    create index sessions_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);

    -- An invitation's token is computed from its id and a secret of the installation: nothing here opens it.
    create table invitations (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      email text not null check (email = lower(btrim(email))),
      role text not null check (role in ('owner', 'admin', 'member')),
      invited_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      expires_at timestamptz not null,
      accepted_at timestamptz,
      accepted_by text,
      primary key (workspace_id, id)
    );
    create unique index invitations_open on invitations (workspace_id, email) where accepted_at is null;

    -- Counters that may be lost in a crash: they are worth no write-ahead log.
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expire on rate_limits (expire);

    -- A notice to a member or an invited person waits as 'queued' until a worker sends it.
    alter table sends drop constraint sends_status_check;
    alter table sends add constraint sends_status_check
      check (status in ('queued', 'sending', 'sent', 'failed', 'unknown'));
    alter table sends add column notice jsonb;
    alter table sends add constraint sends_notice_check check ((kind = 'notice') = (notice is not null));

    create index sends_open_notices on sends (created_at) where kind = 'notice' and status in ('queued', 'sending');

    alter table outbox drop constraint outbox_kind_check;
    alter table outbox add constraint outbox_kind_check check (kind in ('start_execution', 'send_notice'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from outbox where kind = 'send_notice';
    alter table outbox drop constraint outbox_kind_check;
    alter table outbox add constraint outbox_kind_check check (kind in ('start_execution'));
    drop index sends_open_notices;
    delete from sends where kind = 'notice';
    alter table sends drop constraint sends_notice_check, drop column notice;
    alter table sends drop constraint sends_status_check;
    alter table sends add constraint sends_status_check check (status in ('sending', 'sent', 'failed', 'unknown'));
    drop table rate_limits, invitations, sessions;
  `);
}
