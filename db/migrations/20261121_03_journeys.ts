import type { Knex } from 'knex';

/** Communications and their frozen content, trigger contracts, journeys with drafts, versions, entries and executions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% rows are never changed', tg_table_name using errcode = 'restrict_violation';
    end $$;

    create table communications (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      name text not null,
      comm_type text not null check (comm_type in ('marketing', 'transactional')),
      slots jsonb not null,
      html text,
      text text,
      tracking boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );

    -- Content by its hash: versions that send the same words share one row.
    create table communication_contents (
      workspace_id text not null references workspaces (id) on delete cascade,
      hash text not null,
      content jsonb not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, hash)
    );
    create trigger communication_contents_frozen before update on communication_contents
      for each row execute function refuse_change();

    create table audiences (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      name text not null,
      condition jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );

    create table trigger_contracts (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      name text not null,
      event_name text not null,
      "where" jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );
    create index trigger_contracts_event on trigger_contracts (workspace_id, event_name);

    create table journeys (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      name text not null,
      description text,
      status text not null default 'draft' check (status in ('draft', 'published', 'paused', 'archived')),
      latest_version integer check (latest_version >= 1),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      check ((status = 'draft') <= (latest_version is null)),
      check ((status in ('published', 'paused')) <= (latest_version is not null))
    );

    -- What a version freezes, in one column each where queries ask for it. Drafts and versions have the same columns.
    create table journey_drafts (
      workspace_id text not null,
      journey_id text not null,
      audience_id text,
      trigger_contract_id text,
      goal_event_name text,
      goal_event_window_days integer not null default 7 check (goal_event_window_days between 1 and 365),
      holdout_percent numeric(5, 2) not null check (holdout_percent between 0 and 100),
      reentry text not null default 'after_exit' check (reentry in ('once', 'after_exit', 'always')),
      steps jsonb not null,
      updated_at timestamptz not null default now(),
      primary key (workspace_id, journey_id),
      foreign key (workspace_id, journey_id) references journeys (workspace_id, id) on delete cascade
    );

    create table journey_versions (
      workspace_id text not null,
      journey_id text not null,
      version integer not null check (version >= 1),
      audience_id text,
      trigger_contract_id text,
      goal_event_name text,
      goal_event_window_days integer not null check (goal_event_window_days between 1 and 365),
      holdout_percent numeric(5, 2) not null check (holdout_percent between 0 and 100),
      reentry text not null check (reentry in ('once', 'after_exit', 'always')),
      steps jsonb not null,
      published_by text not null,
      published_at timestamptz not null default now(),
      primary key (workspace_id, journey_id, version),
      foreign key (workspace_id, journey_id) references journeys (workspace_id, id) on delete cascade,
      foreign key (workspace_id, trigger_contract_id) references trigger_contracts (workspace_id, id),
      foreign key (workspace_id, audience_id) references audiences (workspace_id, id)
    );
    create index journey_versions_trigger on journey_versions (workspace_id, trigger_contract_id);
    create trigger journey_versions_frozen before update on journey_versions
      for each row execute function refuse_change();

    alter table journeys add foreign key (workspace_id, id, latest_version)
      references journey_versions (workspace_id, journey_id, version) deferrable initially deferred;

    create table journey_version_contents (
      workspace_id text not null,
      journey_id text not null,
      version integer not null,
      communication_id text not null,
      content_hash text not null,
      primary key (workspace_id, journey_id, version, communication_id),
      foreign key (workspace_id, journey_id, version)
        references journey_versions (workspace_id, journey_id, version) on delete cascade,
      foreign key (workspace_id, communication_id) references communications (workspace_id, id),
      foreign key (workspace_id, content_hash) references communication_contents (workspace_id, hash)
    );
    create trigger journey_version_contents_frozen before update on journey_version_contents
      for each row execute function refuse_change();

    -- One run of one subject. An exclusive run (re-entry other than always) excludes a second one while it is running.
    create table executions (
      workspace_id text not null,
      id text not null,
      journey_id text not null,
      version integer not null,
      end_user_id text not null,
      exclusive boolean not null,
      status text not null default 'RUNNING'
        check (status in ('RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'TERMINATED')),
      current_step_id text not null,
      event_id text,
      event_data jsonb not null default '{}',
      exit_reason text,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      reconciled_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, journey_id, version)
        references journey_versions (workspace_id, journey_id, version),
      check ((status = 'RUNNING') = (ended_at is null))
    );
    create unique index executions_exclusive on executions (workspace_id, journey_id, end_user_id)
      where status = 'RUNNING' and exclusive;
    create index executions_newest on executions (workspace_id, journey_id, started_at desc);
    create index executions_end_user on executions (workspace_id, end_user_id);
    create index executions_to_reconcile on executions (reconciled_at) where status = 'RUNNING';

    -- A subject was triggered: once for each subject and cause, held out or not.
    create table journey_entries (
      workspace_id text not null,
      journey_id text not null,
      end_user_id text not null,
      cause text not null,
      version integer not null,
      cohort text not null check (cohort in ('exposed', 'holdout')),
      once boolean not null,
      execution_id text,
      entered_at timestamptz not null,
      primary key (workspace_id, journey_id, end_user_id, cause),
      foreign key (workspace_id, journey_id, version)
        references journey_versions (workspace_id, journey_id, version),
      foreign key (workspace_id, execution_id) references executions (workspace_id, id),
      check ((cohort = 'exposed') = (execution_id is not null))
    );
    create unique index journey_entries_once on journey_entries (workspace_id, journey_id, end_user_id) where once;

    -- What happened at each step of a run. Steps form no cycle, so a run meets each at most once.
    create table execution_steps (
      workspace_id text not null,
      execution_id text not null,
      step_id text not null,
      kind text not null,
      status text not null check (status in ('waiting', 'executed', 'skipped', 'failed')),
      reason text,
      entered_at timestamptz not null default now(),
      resumes_at timestamptz,
      left_at timestamptz,
      primary key (workspace_id, execution_id, step_id),
      foreign key (workspace_id, execution_id) references executions (workspace_id, id) on delete cascade
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table execution_steps, journey_entries, executions, journey_version_contents;
    alter table journeys drop constraint journeys_workspace_id_id_latest_version_fkey;
    drop table journey_versions, journey_drafts, journeys, trigger_contracts, audiences, communication_contents,
      communications;
    drop function refuse_change;
  `);
}
