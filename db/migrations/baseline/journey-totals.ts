/** Sums over executions and end users of journeys, updated by triggers through queues of changes. */
export const journeyTotals = `
-- The start of the quarter of an hour. Every timezone is offset from UTC by a multiple of it, so each lies in one local
-- day.
create function quarter_hour(at timestamptz) returns timestamptz language sql immutable
return date_bin('00:15:00'::interval, at, '2000-01-01 00:00:00+00'::timestamptz);

create function step_reason(status text, reason text) returns text language sql immutable
return case when (status = 'skipped') then coalesce(reason, '') else '' end;

-- Changes of step_totals, appended so that executions of a journey never wait for each other. A total is the sum of
-- both tables.
create table step_changes (
  workspace_id text,
  journey_id text,
  id bigint generated always as identity,
  step_id text not null,
  status text not null,
  reason text not null,
  runs integer not null,
  version integer not null,
  primary key (workspace_id, journey_id, id)
)
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);

-- Executions by step and status.
create table step_totals (
  workspace_id text,
  journey_id text,
  step_id text,
  -- waiting: executions at the step; the others: executions that left it.
  status text check (status in ('waiting', 'executed', 'skipped', 'failed', 'deferred')),
  -- The reason of skipped steps, else empty.
  reason text,
  runs bigint not null,
  version integer,
  primary key (workspace_id, journey_id, version, step_id, status, reason)
);

-- End users of a journey by first entry, for calibrated impact. converted_at is the goal event within the window.
create table journey_subjects (
  workspace_id text,
  journey_id text,
  end_user_id text,
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
create index journey_subjects_day on journey_subjects (workspace_id, journey_id, first_entered_at);
create index journey_subjects_goal on journey_subjects (workspace_id, goal_event_name, end_user_id)
  where converted_at is null and goal_event_name is not null;

-- Changes of cohort_totals and cohort_spans, as step_changes.
create table cohort_changes (
  workspace_id text,
  journey_id text,
  id bigint generated always as identity,
  cohort text not null,
  starts_at timestamptz not null,
  subjects integer not null,
  converted integer not null,
  primary key (workspace_id, journey_id, id)
)
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);

create table cohort_totals (
  workspace_id text,
  journey_id text,
  cohort text,
  subjects bigint not null,
  converted bigint not null,
  primary key (workspace_id, journey_id, cohort)
);

-- cohort_totals by quarter of an hour of the first entry, over the last 60 days.
create table cohort_spans (
  workspace_id text,
  journey_id text,
  starts_at timestamptz,
  cohort text,
  subjects bigint not null,
  converted bigint not null,
  primary key (workspace_id, journey_id, starts_at, cohort)
);

-- End users who reached an arm of a branch or experiment step, once each, for branch performance.
create table journey_arm_subjects (
  workspace_id text,
  journey_id text,
  step_id text,
  arm_id text,
  end_user_id text,
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

-- Changes of arm_totals, as step_changes.
create table arm_changes (
  workspace_id text,
  journey_id text,
  id bigint generated always as identity,
  version integer not null,
  step_id text not null,
  arm_id text not null,
  subjects integer not null,
  converted integer not null,
  primary key (workspace_id, journey_id, id)
)
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);

create table arm_totals (
  workspace_id text,
  journey_id text,
  version integer,
  step_id text,
  arm_id text,
  subjects bigint not null,
  converted bigint not null,
  primary key (workspace_id, journey_id, version, step_id, arm_id)
);

create function note_left_steps() returns trigger language plpgsql as $$
begin
  insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
  select e.workspace_id, e.journey_id, e.version, s.step_id, s.status, step_reason(s.status, s.reason), count(*)
    from added s join executions e on e.workspace_id = s.workspace_id and e.id = s.execution_id
   where s.status <> 'waiting'
   group by e.workspace_id, e.journey_id, e.version, s.step_id, s.status, step_reason(s.status, s.reason);
  return null;
end
$$;

-- A step of a deleted execution was recorded with its execution.
create function note_deferral() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
    select workspace_id, journey_id, version, old.step_id, 'deferred', old.deferred_reason, -1 from executions
     where workspace_id = old.workspace_id and id = old.execution_id and old.deferred_reason is not null;
  end if;
  if tg_op <> 'DELETE' then
    insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
    select workspace_id, journey_id, version, new.step_id, 'deferred', new.deferred_reason, 1 from executions
     where workspace_id = new.workspace_id and id = new.execution_id and new.deferred_reason is not null;
  end if;
  return null;
end
$$;

-- Updates and deletes. A step of a deleted execution was recorded with its execution.
create function note_changed_step() returns trigger language plpgsql as $$
begin
  if old.status <> 'waiting' then
    insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
    select workspace_id, journey_id, version, old.step_id, old.status, step_reason(old.status, old.reason), -1
      from executions where workspace_id = old.workspace_id and id = old.execution_id;
  end if;
  if tg_op = 'UPDATE' and new.status <> 'waiting' then
    insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
    select workspace_id, journey_id, version, new.step_id, new.status, step_reason(new.status, new.reason), 1
      from executions where workspace_id = new.workspace_id and id = new.execution_id;
  end if;
  return null;
end
$$;

-- Before the steps are deleted: afterwards their journey is unknown.
create function note_deleted_run() returns trigger language plpgsql as $$
begin
  insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
  select old.workspace_id, old.journey_id, old.version, old.current_step_id, 'waiting', '', -1 where old.status = 'RUNNING'
  union all
  select old.workspace_id, old.journey_id, old.version, step_id, status, step_reason(status, reason), -1 from execution_steps
   where workspace_id = old.workspace_id and execution_id = old.id and status <> 'waiting'
  union all
  select old.workspace_id, old.journey_id, old.version, step_id, 'deferred', deferred_reason, -1 from execution_steps
   where workspace_id = old.workspace_id and execution_id = old.id and deferred_reason is not null;
  return old;
end
$$;

create function note_moved_run() returns trigger language plpgsql as $$
begin
  if old.status = 'RUNNING' then
    insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
    values (old.workspace_id, old.journey_id, old.version, old.current_step_id, 'waiting', '', -1);
  end if;
  if new.status = 'RUNNING' then
    insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
    values (new.workspace_id, new.journey_id, new.version, new.current_step_id, 'waiting', '', 1);
  end if;
  return null;
end
$$;

create function note_started_runs() returns trigger language plpgsql as $$
begin
  insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
  select workspace_id, journey_id, version, current_step_id, 'waiting', '', count(*) from added
   where status = 'RUNNING' group by workspace_id, journey_id, version, current_step_id;
  return null;
end
$$;

create function freeze_journey_entry() returns trigger language plpgsql as $$
begin
  if new.trigger_contract_id is not null and new.trigger_event_name is null then
    select c.event_name, c."where" into new.trigger_event_name, new.trigger_where
      from trigger_contracts c where c.workspace_id = new.workspace_id and c.id = new.trigger_contract_id;
  end if;
  if new.audience_id is not null and new.audience_condition is null then
    select a.condition into new.audience_condition
      from audiences a where a.workspace_id = new.workspace_id and a.id = new.audience_id;
  end if;
  return new;
end
$$;

create function note_added_cohort_subjects() returns trigger language plpgsql as $$
begin
  insert into cohort_changes (workspace_id, journey_id, cohort, starts_at, subjects, converted)
  select workspace_id, journey_id, cohort, quarter_hour(first_entered_at), count(*), count(converted_at) from added group by workspace_id, journey_id, cohort, quarter_hour(first_entered_at);
  return null;
end
$$;

create function note_changed_cohort_subject() returns trigger language plpgsql as $$
begin
  insert into cohort_changes (workspace_id, journey_id, cohort, starts_at, subjects, converted)
  select workspace_id, journey_id, cohort, starts_at, sum(subjects), sum(converted) from (
    select old.workspace_id, old.journey_id, old.cohort, quarter_hour(old.first_entered_at), -1, -cast(old.converted_at is not null as integer)
    union all
    select new.workspace_id, new.journey_id, new.cohort, quarter_hour(new.first_entered_at), 1, cast(new.converted_at is not null as integer) where tg_op = 'UPDATE'
  ) changed (workspace_id, journey_id, cohort, starts_at, subjects, converted)
   group by workspace_id, journey_id, cohort, starts_at having sum(subjects) <> 0 or sum(converted) <> 0;
  return null;
end
$$;

create function note_added_arm_subjects() returns trigger language plpgsql as $$
begin
  insert into arm_changes (workspace_id, journey_id, version, step_id, arm_id, subjects, converted)
  select workspace_id, journey_id, version, step_id, arm_id, count(*), count(converted_at) from added group by workspace_id, journey_id, version, step_id, arm_id;
  return null;
end
$$;

create function note_changed_arm_subject() returns trigger language plpgsql as $$
begin
  insert into arm_changes (workspace_id, journey_id, version, step_id, arm_id, subjects, converted)
  select workspace_id, journey_id, version, step_id, arm_id, sum(subjects), sum(converted) from (
    select old.workspace_id, old.journey_id, old.version, old.step_id, old.arm_id, -1, -cast(old.converted_at is not null as integer)
    union all
    select new.workspace_id, new.journey_id, new.version, new.step_id, new.arm_id, 1, cast(new.converted_at is not null as integer) where tg_op = 'UPDATE'
  ) changed (workspace_id, journey_id, version, step_id, arm_id, subjects, converted)
   group by workspace_id, journey_id, version, step_id, arm_id having sum(subjects) <> 0 or sum(converted) <> 0;
  return null;
end
$$;

create trigger execution_steps_added after insert on execution_steps referencing new table as added
  for each statement execute function note_left_steps();
create trigger execution_steps_added_deferred after insert on execution_steps
  for each row
  when (new.deferred_reason is not null)
  execute function note_deferral();
create trigger execution_steps_deferred after update of deferred_reason on execution_steps
  for each row
  when (old.deferred_reason is distinct from new.deferred_reason)
  execute function note_deferral();
create trigger execution_steps_deleted after delete on execution_steps
  for each row
  when (old.status <> 'waiting')
  execute function note_changed_step();
create trigger execution_steps_deleted_deferred after delete on execution_steps
  for each row
  when (old.deferred_reason is not null)
  execute function note_deferral();
create trigger execution_steps_left after update of status, reason on execution_steps
  for each row
  when (old.status is distinct from new.status or old.reason is distinct from new.reason)
  execute function note_changed_step();
create trigger executions_deleted before delete on executions for each row execute function note_deleted_run();
create trigger executions_moved after update of status, current_step_id on executions
  for each row
  when (old.status is distinct from new.status or old.current_step_id is distinct from new.current_step_id)
  execute function note_moved_run();
create trigger executions_started after insert on executions referencing new table as added
  for each statement execute function note_started_runs();
create trigger journey_versions_freeze_entry before insert on journey_versions
  for each row execute function freeze_journey_entry();
create trigger journey_versions_frozen before update on journey_versions
  for each row execute function refuse_change();
create trigger journey_subjects_added after insert on journey_subjects referencing new table as added
  for each statement execute function note_added_cohort_subjects();
create trigger journey_subjects_changed after update on journey_subjects
  for each row
  when (old.workspace_id is distinct from new.workspace_id or old.journey_id is distinct from new.journey_id
    or old.cohort is distinct from new.cohort
    or quarter_hour(old.first_entered_at) is distinct from quarter_hour(new.first_entered_at)
    or (old.converted_at is null) is distinct from (new.converted_at is null))
  execute function note_changed_cohort_subject();
create trigger journey_subjects_deleted after delete on journey_subjects
  for each row execute function note_changed_cohort_subject();
create trigger journey_arm_subjects_added after insert on journey_arm_subjects referencing new table as added
  for each statement execute function note_added_arm_subjects();
create trigger journey_arm_subjects_changed after update on journey_arm_subjects
  for each row
  when (old.workspace_id is distinct from new.workspace_id or old.journey_id is distinct from new.journey_id
    or old.version is distinct from new.version or old.step_id is distinct from new.step_id
    or old.arm_id is distinct from new.arm_id
    or (old.converted_at is null) is distinct from (new.converted_at is null))
  execute function note_changed_arm_subject();
create trigger journey_arm_subjects_deleted after delete on journey_arm_subjects
  for each row execute function note_changed_arm_subject();
`;
