import type { Knex } from 'knex';

/** Weekly digests, what members want to be told of, and messages to members that are written once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a member wants to be told of. Without a row: of everything.
    create table notice_preferences (
      workspace_id text not null,
      user_id text not null,
      weekly_digest boolean not null default true,
      experiment_started boolean not null default true,
      experiment_completed boolean not null default true,
      integration boolean not null default true,
      anomaly boolean not null default true,
      updated_at timestamptz not null default now(),
      primary key (workspace_id, user_id),
      foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
    );

    -- A digest that was written: its messages were queued in the same transaction.
    create table digests (
      workspace_id text not null references workspaces (id) on delete cascade,
      -- The day that it is of, in the workspace's timezone of then. It tells of the seven days before.
      day date not null,
      -- The figures, the same for every member.
      summary jsonb not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, day)
    );

    -- What a notice to a member tells of, with the member: a second one is not written.
    alter table sends add column notice_key text;
    create unique index sends_notice_key on sends (workspace_id, notice_key) where notice_key is not null;

    alter table outbox drop constraint outbox_kind_check;
    alter table outbox add constraint outbox_kind_check
      check (kind in ('start_execution', 'send_notice', 'signal_execution', 'cancel_execution', 'start_erasure',
                      'sync_digest', 'run_digest'));

    -- Workspaces from before get their schedules.
    insert into outbox (workspace_id, kind, subject_id) select id, 'sync_digest', 'migration' from workspaces;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from outbox where kind in ('sync_digest', 'run_digest');
    alter table outbox drop constraint outbox_kind_check;
    alter table outbox add constraint outbox_kind_check
      check (kind in ('start_execution', 'send_notice', 'signal_execution', 'cancel_execution', 'start_erasure'));
    drop index sends_notice_key;
    alter table sends drop column notice_key;
    drop table digests, notice_preferences;
  `);
}
