import type { Knex } from 'knex';

/** Journeys with all of their steps: goals, arms, events that are waited for, ends from outside, suppression, import. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table executions
      -- The version's goal as it concerns this run: nothing ends it after goal_until.
      add column goal_event_name text,
      add column goal_until timestamptz,
      add column goal_event_id text,
      -- Why the run is being ended from outside: its workflow is told by the outbox.
      add column cancel_reason text check (cancel_reason in ('archived', 'erased')),
      add column idempotency_key text;
    create unique index executions_idempotency on executions (workspace_id, journey_id, idempotency_key)
      where idempotency_key is not null;
    create index executions_goal on executions (workspace_id, goal_event_name, end_user_id)
      where status = 'RUNNING' and goal_event_name is not null;

    create index journey_versions_goal on journey_versions (workspace_id, goal_event_name) where goal_event_name is not null;

    alter table execution_steps
      add column arm_id text,
      -- Of a wait for an event: its name, its condition, and the event that was heard, first and once.
      add column awaits_event text,
      add column awaits_where jsonb,
      add column heard_event_id text;
    create index execution_steps_awaiting on execution_steps (workspace_id, awaits_event)
      where awaits_event is not null and left_at is null;

    -- A journey's subjects, each by the first entry: what calibrated impact counts. Converted by a goal event in the window.
    create table journey_subjects (
      workspace_id text not null,
      journey_id text not null,
      end_user_id text not null,
      version integer not null,
      cohort text not null check (cohort in ('exposed', 'holdout')),
      first_entered_at timestamptz not null,
      goal_event_name text,
      goal_until timestamptz,
      converted_at timestamptz,
      goal_event_id text,
      primary key (workspace_id, journey_id, end_user_id),
      foreign key (workspace_id, journey_id) references journeys (workspace_id, id) on delete cascade
    );
    create index journey_subjects_goal on journey_subjects (workspace_id, goal_event_name, end_user_id)
      where converted_at is null and goal_event_name is not null;
    create index journey_subjects_day on journey_subjects (workspace_id, journey_id, first_entered_at);

    -- Subjects that reached an arm of a branch or experiment step, each once: what branch performance counts.
    create table journey_arm_subjects (
      workspace_id text not null,
      journey_id text not null,
      step_id text not null,
      arm_id text not null,
      end_user_id text not null,
      version integer not null,
      reached_at timestamptz not null,
      goal_event_name text,
      goal_until timestamptz,
      converted_at timestamptz,
      primary key (workspace_id, journey_id, step_id, arm_id, end_user_id),
      foreign key (workspace_id, journey_id) references journeys (workspace_id, id) on delete cascade
    );
    create index journey_arm_subjects_goal on journey_arm_subjects (workspace_id, goal_event_name, end_user_id)
      where converted_at is null and goal_event_name is not null;

    -- Weights of an experiment step that Thompson sampling has set; without a row those of the version hold.
    create table journey_arm_weights (
      workspace_id text not null,
      journey_id text not null,
      version integer not null,
      step_id text not null,
      weights jsonb not null,
      updated_at timestamptz not null default now(),
      primary key (workspace_id, journey_id, version, step_id),
      foreign key (workspace_id, journey_id, version)
        references journey_versions (workspace_id, journey_id, version) on delete cascade
    );

    -- Addresses that get no mail.
    create table suppressions (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      email text not null check (email = lower(btrim(email))),
      reason text not null check (reason in ('manual', 'bounce', 'complaint')),
      origin text not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id),
      unique (workspace_id, email)
    );

    -- What was imported, by the id that the bundle gave it and a digest of what it said.
    create table imported_items (
      workspace_id text not null references workspaces (id) on delete cascade,
      kind text not null check (kind in ('journey', 'communication', 'audience', 'trigger_contract')),
      external_id text not null,
      item_id text not null,
      digest text not null,
      imported_at timestamptz not null default now(),
      primary key (workspace_id, kind, external_id)
    );

    alter table outbox drop constraint outbox_kind_check;
    alter table outbox add constraint outbox_kind_check
      check (kind in ('start_execution', 'send_notice', 'signal_execution', 'cancel_execution'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from outbox where kind in ('signal_execution', 'cancel_execution');
    alter table outbox drop constraint outbox_kind_check;
    alter table outbox add constraint outbox_kind_check check (kind in ('start_execution', 'send_notice'));
    drop table imported_items, suppressions, journey_arm_weights, journey_arm_subjects,
      journey_subjects;
    drop index execution_steps_awaiting;
    alter table execution_steps drop column heard_event_id, drop column awaits_where, drop column awaits_event,
      drop column arm_id;
    drop index journey_versions_goal, executions_goal, executions_idempotency;
    alter table executions drop column idempotency_key, drop column cancel_reason, drop column goal_event_id,
      drop column goal_until, drop column goal_event_name;
  `);
}
