/** Rollups of events: visitor days, touches, sums, and anomalies. */
export const reports = `
-- Visitors and times with outdated rollups: one row for each commit of events, as two arrays of equal length. Rows are
-- appended with the events and deleted by the drain, so writers never wait for each other or for the drain.
create table rollup_queue (
  workspace_id text,
  id bigint generated always as identity,
  visitor_ids text[] not null,
  times timestamptz[] not null,
  visits integer generated always as (cardinality(visitor_ids)) stored not null,
  queued_at timestamptz not null default now(),
  primary key (workspace_id, id)
)
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);

-- The state of the rollups of a workspace. Days before closed_before are past retention: their sums no longer change.
create table rollup_states (
  workspace_id text primary key references workspaces (id) on delete cascade,
  timezone text not null,
  closed_before date not null default '-infinity'
);

-- A visitor on a day in the workspace's timezone. Bots are left out.
create table visitor_days (
  workspace_id text,
  day date,
  visitor_id text,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The channel of the first event of the day that has one, else direct.
  channel text not null,
  events integer not null check (events > 0),
  pageviews integer not null,
  -- The last day before this one on which the visitor was seen.
  previous_day date not null default '-infinity',
  primary key (workspace_id, day, visitor_id)
);
create index visitor_days_visitor on visitor_days (workspace_id, visitor_id, day);

alter table visitor_days alter column workspace_id set statistics 0, alter column day set statistics 0;

-- Sums over visitor_days. They outlive these and name no person.
create table channel_days (
  workspace_id text,
  day date,
  channel text,
  visitors integer not null,
  events integer not null,
  pageviews integer not null,
  primary key (workspace_id, day, channel)
);

-- Sums over visitor_days: how many visitors of a day were last seen on which day. The visitors of a period are those of
-- its days with a previous day before the period. They name no person.
create table day_arrivals (
  workspace_id text,
  day date,
  previous_day date,
  channel text,
  visitors integer not null,
  primary key (workspace_id, day, previous_day, channel)
);

-- First events of visits, and events within visits that came from a campaign.
create table visitor_touches (
  workspace_id text,
  visitor_id text,
  at timestamptz,
  event_id text,
  channel text not null,
  -- Whether the event starts a visit.
  begins boolean not null,
  -- Campaign parameters of the page's address.
  campaign text,
  is_touch boolean not null,
  primary key (workspace_id, visitor_id, at, event_id)
);
create index visitor_touches_age on visitor_touches using brin (at);
create index visitor_touches_paths on visitor_touches (workspace_id, visitor_id, at) include (event_id, channel)
  where is_touch and channel <> 'direct';

-- Days with figures far from those of the same weekday before.
create table anomalies (
  workspace_id text references workspaces (id) on delete cascade,
  metric text check (metric in ('visitors', 'conversions', 'spend')),
  day date,
  value double precision not null,
  -- The median of the compared days.
  expected double precision not null,
  -- Robust z-score: deviations from the median, in units of the scaled median absolute deviation.
  score double precision not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, metric, day)
);
`;
