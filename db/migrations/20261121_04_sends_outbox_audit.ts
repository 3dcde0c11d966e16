import type { Knex } from 'knex';

/** Sends, the outbox towards Temporal, and the audit log. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A message that the service has undertaken to send. provider_started_at is committed before the provider is asked:
    -- a row that has it and is still 'sending' may have been accepted, and is reconciled, never sent again unasked.
    create table sends (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      kind text not null check (kind in ('journey', 'transactional', 'digest', 'notice')),
      status text not null check (status in ('sending', 'sent', 'failed', 'unknown')),
      execution_id text,
      step_id text,
      end_user_id text,
      communication_id text,
      provider_started_at timestamptz,
      provider_message_id text,
      failure text,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      primary key (workspace_id, id),
      foreign key (workspace_id, execution_id) references executions (workspace_id, id),
      check ((kind = 'journey') = (execution_id is not null and step_id is not null)),
      check (status <> 'sent' or sent_at is not null)
    );
    create unique index sends_step on sends (workspace_id, execution_id, step_id) where execution_id is not null;
    create index sends_newest on sends (workspace_id, created_at desc);
    create index sends_end_user on sends (workspace_id, end_user_id, sent_at desc);

    -- Commands to Temporal, written in the transaction that decided them and carried out by any worker.
    create table outbox (
      id bigint generated always as identity primary key,
      workspace_id text not null,
      kind text not null check (kind in ('start_execution')),
      subject_id text not null,
      attempts integer not null default 0,
      available_at timestamptz not null default now(),
      last_error text,
      created_at timestamptz not null default now(),
      unique (workspace_id, kind, subject_id)
    );
    create index outbox_due on outbox (available_at, id);

    create table audit_entries (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      subject_type text not null,
      subject_id text not null,
      actor text not null,
      action text not null,
      metadata jsonb not null default '{}',
      at timestamptz not null default now(),
      primary key (workspace_id, id)
    );
    create index audit_entries_subject on audit_entries (workspace_id, subject_type, subject_id, at desc);
    create trigger audit_entries_frozen before update on audit_entries
      for each row execute function refuse_change();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table audit_entries, outbox, sends');
}
