/** Communications, triggers, audiences, journeys with drafts and versions, and executions. */
export const journeys = `
create table communications (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  name text not null,
  comm_type text not null check (comm_type in ('marketing', 'transactional')),
  slots jsonb not null,
  html text,
  text text,
  tracking boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Paths by field: {"slots.body": [["plan", "name"]]}. Null if they are too expensive to find.
  template_references jsonb,
  -- Why template_references is null.
  references_problem text,
  -- The updated_at that template_references belongs to: if it differs, they are outdated.
  references_at timestamptz,
  primary key (workspace_id, id)
);

-- Frozen content by its hash: versions with the same content share a row.
create table communication_contents (
  workspace_id text references workspaces (id) on delete cascade,
  hash text,
  content jsonb not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);

create table trigger_contracts (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  name text not null,
  event_name text not null,
  "where" jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index trigger_contracts_event on trigger_contracts (workspace_id, event_name);

create table audiences (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  name text not null,
  condition jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);

create table journeys (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  name text not null,
  description text,
  status text not null default 'draft' check (status in ('draft', 'published', 'paused', 'archived')),
  latest_version integer check (latest_version >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  check ((status = 'draft') <= (latest_version is null)),
  constraint journeys_check1 check ((status in ('published', 'paused')) <= (latest_version is not null))
);

-- The editable definition. Drafts and versions have the same columns.
create table journey_drafts (
  workspace_id text,
  journey_id text,
  audience_id text,
  trigger_contract_id text,
  goal_event_name text,
  goal_event_window_days integer not null default 7
    check (goal_event_window_days >= 1 and goal_event_window_days <= 365),
  holdout_percent numeric not null check (holdout_percent >= 0 and holdout_percent <= 100),
  reentry text not null default 'after_exit' check (reentry in ('once', 'after_exit', 'always')),
  steps jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, journey_id),
  foreign key (workspace_id, journey_id) references journeys (workspace_id, id) on delete cascade
);

create table journey_versions (
  workspace_id text,
  journey_id text,
  version integer check (version >= 1),
  audience_id text,
  trigger_contract_id text,
  goal_event_name text,
  goal_event_window_days integer not null check (goal_event_window_days >= 1 and goal_event_window_days <= 365),
  holdout_percent numeric not null check (holdout_percent >= 0 and holdout_percent <= 100),
  reentry text not null check (reentry in ('once', 'after_exit', 'always')),
  steps jsonb not null,
  published_by text not null,
  published_at timestamptz not null default now(),
  trigger_event_name text,
  trigger_where jsonb,
  audience_condition jsonb,
  primary key (workspace_id, journey_id, version),
  constraint journey_versions_frozen_audience check ((audience_id is null) = (audience_condition is null)),
  constraint journey_versions_frozen_trigger check ((trigger_contract_id is null) = (trigger_event_name is null)),
  foreign key (workspace_id, audience_id) references audiences (workspace_id, id),
  foreign key (workspace_id, journey_id) references journeys (workspace_id, id) on delete cascade,
  foreign key (workspace_id, trigger_contract_id) references trigger_contracts (workspace_id, id)
);
create index journey_versions_event on journey_versions (workspace_id, trigger_event_name) where trigger_event_name is not null;
create index journey_versions_goal on journey_versions (workspace_id, goal_event_name)
  where goal_event_name is not null;
create index journey_versions_trigger on journey_versions (workspace_id, trigger_contract_id);

alter table journeys
  add constraint journeys_workspace_id_id_latest_version_fkey
  foreign key (workspace_id, id, latest_version)
  references journey_versions (workspace_id, journey_id, version) deferrable initially deferred;

create table journey_version_contents (
  workspace_id text,
  journey_id text,
  version integer,
  communication_id text,
  content_hash text not null,
  primary key (workspace_id, journey_id, version, communication_id),
  foreign key (workspace_id, communication_id) references communications (workspace_id, id),
  foreign key (workspace_id, content_hash) references communication_contents (workspace_id, hash),
  foreign key (workspace_id, journey_id, version)
    references journey_versions (workspace_id, journey_id, version) on delete cascade
);
create index journey_version_contents_communication on journey_version_contents (workspace_id, communication_id);

-- Weights of an experiment step that Thompson sampling set. Without a row the weights of the version apply.
create table journey_arm_weights (
  workspace_id text,
  journey_id text,
  version integer,
  step_id text,
  weights jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, journey_id, version, step_id),
  foreign key (workspace_id, journey_id, version)
    references journey_versions (workspace_id, journey_id, version) on delete cascade
);

-- Imported items, by the id in their bundle, with a digest of their content.
create table imported_items (
  workspace_id text references workspaces (id) on delete cascade,
  kind text check (kind in ('journey', 'communication', 'audience', 'trigger_contract')),
  external_id text,
  item_id text not null,
  digest text not null,
  imported_at timestamptz not null default now(),
  primary key (workspace_id, kind, external_id)
);

-- One execution of a journey for one end user. An exclusive execution (reentry other than always) prevents a second one
-- while it runs.
create table executions (
  workspace_id text,
  id text,
  journey_id text not null,
  version integer not null,
  end_user_id text not null,
  exclusive boolean not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'TERMINATED')),
  current_step_id text not null,
  event_id text,
  event_data jsonb not null default '{}',
  exit_reason text,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  reconciled_at timestamptz not null default now(),
  -- The version's goal for this execution, valid until goal_until.
  goal_event_name text,
  goal_until timestamptz,
  goal_event_id text,
  -- Why the execution is being ended from outside. The outbox informs its workflow.
  cancel_reason text check (cancel_reason in ('archived', 'erased', 'canceled')),
  idempotency_key text,
  primary key (workspace_id, id),
  check ((status = 'RUNNING') = (ended_at is null)),
  foreign key (workspace_id, journey_id, version) references journey_versions (workspace_id, journey_id, version)
);
create index executions_by_status on executions (workspace_id, journey_id, status, version, started_at desc, id desc);
create index executions_by_step
  on executions (workspace_id, journey_id, current_step_id, status, version, started_at desc, id desc);
create index executions_end_user on executions (workspace_id, end_user_id);
create unique index executions_exclusive on executions (workspace_id, journey_id, end_user_id)
  where status = 'RUNNING' and exclusive;
create index executions_goal on executions (workspace_id, goal_event_name, end_user_id)
  where status = 'RUNNING' and goal_event_name is not null;
create unique index executions_idempotency on executions (workspace_id, journey_id, idempotency_key)
  where idempotency_key is not null;
create index executions_newest on executions (workspace_id, journey_id, started_at desc);
create index executions_to_reconcile on executions (reconciled_at) where status = 'RUNNING';

-- What happened at each step of an execution. Steps form no cycle, so an execution reaches each at most once.
create table execution_steps (
  workspace_id text,
  execution_id text,
  step_id text,
  kind text not null,
  status text not null check (status in ('waiting', 'executed', 'skipped', 'failed')),
  reason text,
  entered_at timestamptz not null default now(),
  resumes_at timestamptz,
  left_at timestamptz,
  arm_id text,
  -- For a wait for an event: its name, its condition, and the first matching event.
  awaits_event text,
  awaits_where jsonb,
  heard_event_id text,
  -- Why the step was postponed, if it ever was.
  deferred_reason text,
  -- When the execution was signaled that this step has been pending for over a minute.
  pending_signaled_at timestamptz,
  primary key (workspace_id, execution_id, step_id),
  foreign key (workspace_id, execution_id) references executions (workspace_id, id) on delete cascade
);
create index execution_steps_awaiting on execution_steps (workspace_id, awaits_event)
  where awaits_event is not null and left_at is null;
create index execution_steps_pending on execution_steps (entered_at)
  where left_at is null and resumes_at is null and deferred_reason is null and pending_signaled_at is null;

-- One row for each end user and cause that triggered a version, held out or not.
create table journey_entries (
  workspace_id text,
  journey_id text,
  end_user_id text,
  cause text,
  version integer not null,
  cohort text not null check (cohort in ('exposed', 'holdout')),
  once boolean not null,
  execution_id text,
  entered_at timestamptz not null,
  primary key (workspace_id, journey_id, end_user_id, cause),
  check ((cohort = 'exposed') = (execution_id is not null)),
  foreign key (workspace_id, execution_id) references executions (workspace_id, id),
  foreign key (workspace_id, journey_id, version) references journey_versions (workspace_id, journey_id, version)
);
create index journey_entries_execution on journey_entries (workspace_id, execution_id) where execution_id is not null;
create unique index journey_entries_once on journey_entries (workspace_id, journey_id, end_user_id) where once;

-- Attempts of webhook steps. Request and response bodies are not stored: both may name the person.
create table webhook_tries (
  workspace_id text,
  execution_id text,
  step_id text,
  number integer check (number >= 1),
  tried_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  -- Of a response.
  status_code integer,
  -- Of a call without a response.
  failure text,
  primary key (workspace_id, execution_id, step_id, number),
  check ((status_code is null) <> (failure is null)),
  foreign key (workspace_id, execution_id) references executions (workspace_id, id) on delete cascade
);

create trigger communication_contents_frozen before update on communication_contents
  for each row execute function refuse_change();
create trigger journey_version_contents_frozen before update on journey_version_contents
  for each row execute function refuse_change();
`;
