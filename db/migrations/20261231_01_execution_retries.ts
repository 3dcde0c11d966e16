import type { Knex } from 'knex';

/** Adds retries of failed executions, the cause of their failure, and bulk actions on executions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table executions
      add column retries integer not null default 0,
      -- A reason of the failed step, or the type of the error.
      add column failure_cause text,
      -- The text of the error.
      add column failure_message text`);
  await knex.raw(`
    create table execution_bulks (
      workspace_id text,
      id text,
      journey_id text not null,
      action text not null check (action in ('retry', 'cancel')),
      -- The filter by its fields.
      selection jsonb not null,
      requested_by text not null,
      matching integer not null,
      done integer not null default 0,
      -- Executions that were refused, and their number by reason.
      failed integer not null default 0,
      refusals jsonb not null default '{}',
      -- The last visited execution.
      after_version integer,
      after_started_at timestamptz,
      after_id text,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (workspace_id, id),
      foreign key (workspace_id, journey_id) references journeys (workspace_id, id) on delete cascade,
      check ((after_version is null) = (after_id is null) and (after_version is null) = (after_started_at is null))
    )`);
  await knex.raw('create index execution_bulks_running on execution_bulks (created_at) where ended_at is null');
  await knex.raw('create index execution_bulks_journey on execution_bulks (workspace_id, journey_id, created_at desc)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table execution_bulks');
  await knex.raw('alter table executions drop column retries, drop column failure_cause, drop column failure_message');
}
