/** Conversions with their completions and credits, and targets. */
export const conversions = `
-- Conversion goals: which events count as completions.
create table conversions (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  name text not null,
  type text not null
    check (type in ('form_submit', 'click', 'pageview', 'custom_event', 'file_download', 'engaged_time')),
  -- The type of the matching events: its own type, or the name of a custom event.
  event_type text not null,
  url_pattern text,
  selector text,
  conditions jsonb not null default '{}' check (jsonb_typeof(conditions) = 'object'),
  is_primary boolean not null default false,
  -- Increases with each change of the matching. Completions of an older revision do not count, and are deleted later.
  revision integer not null default 1,
  -- First and last event from before the definition. The part before history_before is not matched yet; null when done.
  history_from timestamptz,
  history_until timestamptz,
  history_before timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  check (type = 'custom_event' or event_type = type),
  constraint conversions_check1 check (selector is null or (type in ('click', 'form_submit'))),
  constraint conversions_check2 check (history_before is null or history_from is not null and history_until is not null)
);
create unique index conversions_primary on conversions (workspace_id) where is_primary;

-- Events that match a conversion. Updated with the rollups: see db/conversions/.
create table conversion_completions (
  workspace_id text,
  occurred_at timestamptz,
  event_id text,
  conversion_id text,
  revision integer,
  visitor_id text,
  -- The end user that a keyed event named. A visitor's end user is looked up on reading.
  end_user_id text,
  revenue_micros bigint,
  currency text,
  -- The event has lost the data that made it match, by an erasure or by retention. The row stays after a recount.
  is_final boolean not null default false,
  -- By model and channel, in units of 10^-15 of a completion; null until it is credited.
  credits jsonb,
  primary key (workspace_id, occurred_at, event_id, conversion_id, revision),
  check ((revenue_micros is null) = (currency is null))
);
create index conversion_completions_conversion on conversion_completions (workspace_id, conversion_id, occurred_at);
create index conversion_completions_end_user on conversion_completions (workspace_id, end_user_id, occurred_at)
  where end_user_id is not null;
create index conversion_completions_nobody on conversion_completions (workspace_id, conversion_id, occurred_at)
  where visitor_id is null;
create index conversion_completions_uncredited on conversion_completions (workspace_id) where credits is null;
create index conversion_completions_visitor on conversion_completions (workspace_id, visitor_id, occurred_at)
  where visitor_id is not null;

alter table conversion_completions alter column workspace_id set statistics 0, alter column occurred_at set statistics 0;

-- Completions of the current revision: every figure reads this view.
create view completions as
  select m.workspace_id, m.conversion_id, m.occurred_at, m.event_id, m.visitor_id, m.end_user_id, m.revenue_micros, m.currency
    from conversion_completions m
    join conversions c on c.workspace_id = m.workspace_id and c.id = m.conversion_id and c.revision = m.revision;

-- Sums over the completions of visitors on open days. They name no person.
create table completion_sums (
  workspace_id text,
  conversion_id text,
  revision integer,
  kind text check (kind in ('day', 'visitor', 'channel')),
  day date,
  -- visitor: the previous day with a completion. channel: a day of the visitor up to this one. day: this day.
  other_day date,
  channel text,
  -- Empty without a currency.
  currency text,
  count bigint not null,
  revenue_micros numeric not null,
  primary key (workspace_id, conversion_id, revision, kind, day, other_day, channel, currency)
);

-- Credits of a day of the workspace, by model and channel. They name no person.
create table credit_sums (
  workspace_id text,
  model text,
  day date,
  conversion_id text,
  revision integer,
  channel text,
  currency text,
  credit numeric not null,
  revenue numeric not null,
  primary key (workspace_id, model, day, conversion_id, revision, channel, currency)
);

-- The value of a unit of a currency in the base currency, from a day of the workspace’s timezone on.
create table exchange_rates (
  workspace_id text references workspaces (id) on delete cascade,
  currency text check (currency ~ '^[A-Z]{3}$'),
  date date,
  rate numeric not null check (rate > 0),
  primary key (workspace_id, currency, date)
);

-- Targets of metrics with a deadline.
create table targets (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  metric text not null,
  target double precision not null check (target > 0),
  -- The manual value, or the last count while a conversion was bound.
  current double precision not null default 0,
  -- As given: a date, or an instant in UTC.
  deadline text not null,
  description text,
  unit text,
  -- Null while the status is computed.
  status text check (status in ('on_track', 'at_risk', 'behind', 'completed')),
  -- No foreign key: a deleted source is reported as missing.
  source_conversion_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index targets_source on targets (workspace_id, source_conversion_id) where source_conversion_id is not null;
`;
