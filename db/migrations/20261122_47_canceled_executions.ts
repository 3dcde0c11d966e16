import type { Knex } from 'knex';

/** Executions that a person cancels, and the calls of webhook steps: what was answered, and how long it took. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table executions drop constraint executions_cancel_reason_check;
    alter table executions add constraint executions_cancel_reason_check
      check (cancel_reason in ('archived', 'erased', 'canceled')) not valid;
    alter table executions validate constraint executions_cancel_reason_check;

    -- Neither what was sent nor what was answered: both may name the person.
    create table webhook_tries (
      workspace_id text not null,
      execution_id text not null,
      step_id text not null,
      number integer not null check (number >= 1),
      tried_at timestamptz not null,
      duration_ms integer not null check (duration_ms >= 0),
      -- Of an answer.
      status_code integer,
      -- Of a call without one.
      failure text,
      primary key (workspace_id, execution_id, step_id, number),
      foreign key (workspace_id, execution_id) references executions (workspace_id, id) on delete cascade,
      check ((status_code is null) <> (failure is null))
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table webhook_tries;
    update executions set cancel_reason = 'archived' where cancel_reason = 'canceled';
    alter table executions drop constraint executions_cancel_reason_check;
    alter table executions add constraint executions_cancel_reason_check check (cancel_reason in ('archived', 'erased'));
  `);
}
