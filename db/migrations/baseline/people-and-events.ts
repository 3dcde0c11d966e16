/** End users (leads), visitors linked to them, events, and erasures. */
export const peopleAndEvents = `
create table end_users (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  email text check (email = lower(btrim(email))),
  attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  timezone text,
  locale text,
  marketing_consent boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  consent_source text default 'default',
  consent_at timestamptz default now(),
  primary key (workspace_id, id)
);
create index end_users_created on end_users (workspace_id, created_at);
create unique index end_users_email on end_users (workspace_id, email) where email is not null;

-- Ids of end users in a customer's own systems.
create table end_user_external_ids (
  workspace_id text,
  external_id text,
  end_user_id text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, external_id),
  foreign key (workspace_id, end_user_id) references end_users (workspace_id, id) on delete cascade
);
create index end_user_external_ids_end_user on end_user_external_ids (workspace_id, end_user_id);

-- Append-only. A link names the link that it supersedes, and a unique index lets only one writer supersede it. The
-- current link of a visitor is the one without a successor. A link without an end user makes the visitor anonymous
-- again.
create table visitor_links (
  workspace_id text,
  id text,
  visitor_id text not null,
  end_user_id text,
  strength text not null check (strength in ('asserted', 'verified')),
  source text,
  actor text not null,
  supersedes text,
  linked_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, end_user_id) references end_users (workspace_id, id) on delete cascade
);
create index visitor_links_end_user on visitor_links (workspace_id, end_user_id);
create unique index visitor_links_first on visitor_links (workspace_id, visitor_id) where supersedes is null;
create unique index visitor_links_next on visitor_links (workspace_id, visitor_id, supersedes)
  where supersedes is not null;

-- Addresses that get no email.
create table suppressions (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  email text not null check (email = lower(btrim(email))),
  reason text not null check (reason in ('manual', 'bounce', 'complaint')),
  origin text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, email)
);

-- Events of visitors and end users, in monthly partitions by the time they happened.
create table events (
  workspace_id text,
  occurred_at timestamptz,
  id text,
  received_at timestamptz not null,
  type text not null,
  visitor_id text,
  user_id text,
  url text,
  referrer text,
  data jsonb not null default '{}',
  message_id text,
  clock_adjusted boolean not null default false,
  is_bot boolean not null default false,
  -- The end user that a keyed event named. A visitor's end user is looked up on reading.
  end_user_id text,
  channel text,
  -- mobile, tablet or desktop, by the user agent; null without a browser.
  device text,
  primary key (workspace_id, occurred_at, id)
) partition by range (occurred_at);
create index events_bot_exposures on ONLY events (workspace_id, (data ->> 'experimentId'))
  where is_bot and type = 'experiment_exposure';
create index events_end_user on ONLY events (workspace_id, end_user_id, occurred_at desc)
  where end_user_id is not null;
create index events_type on ONLY events (workspace_id, type, occurred_at desc);
create index events_visitor on ONLY events (workspace_id, visitor_id, occurred_at desc) where visitor_id is not null;

create table events_default partition of events default;
alter table events alter column workspace_id set statistics 0, alter column occurred_at set statistics 0;
alter table events_default alter column workspace_id set statistics 0, alter column occurred_at set statistics 0;

-- Deduplication keys of events. They are apart from events, because a unique index over partitions would need the time.
-- Ids are in order of receipt, so that a range finds the old ones.
create table event_messages (
  workspace_id text,
  message_id text,
  received_at timestamptz not null,
  primary key (workspace_id, message_id)
)
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
create index event_messages_age on event_messages using brin (received_at);

-- Rejected events of batches, as received. The payload is JSON as text, because jsonb cannot store every text.
create table rejected_events (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  received_at timestamptz not null,
  origin text not null check (origin in ('public', 'server')),
  code text not null,
  message text not null,
  payload text not null,
  -- Fields of the batch that apply to all of its events: sentAt, visitorId, userId, email, and the user agent of the
  -- sender.
  envelope jsonb not null,
  replayed_at timestamptz,
  primary key (workspace_id, id)
);
create index rejected_events_age on rejected_events (received_at);

-- Erasures of end users.
create table erasures (
  workspace_id text references workspaces (id) on delete cascade,
  id text unique,
  status text not null default 'running' check (status in ('running', 'completed', 'failed')),
  stage text not null default 'runs' check (stage in ('runs', 'workflows', 'records', 'events', 'done')),
  -- The end user and the replacement id; null once the erasure is complete.
  end_user_id text,
  email text,
  external_ids text[] not null default '{}',
  pseudonym text,
  executions integer not null default 0,
  records integer not null default 0,
  events integer not null default 0,
  failure text,
  requested_at timestamptz not null default now(),
  completed_at timestamptz,
  -- Configuration that still names the person: kinds, ids and versions.
  mentions jsonb not null default '[]',
  primary key (workspace_id, id),
  check ((status = 'completed') = (completed_at is not null)),
  constraint erasures_check1
    check (status <> 'completed' or end_user_id is null and email is null and external_ids = '{}'::text[] and pseudonym is null and stage = 'done')
);
create index erasures_running on erasures (requested_at) where status = 'running';

-- Visitors of the end user and their replacement ids, while the erasure is running.
create table erasure_visitors (
  workspace_id text,
  erasure_id text,
  visitor_id text,
  pseudonym text not null,
  primary key (workspace_id, erasure_id, visitor_id),
  foreign key (workspace_id, erasure_id) references erasures (workspace_id, id) on delete cascade
);

-- Keyed hashes of ids and addresses of erased end users: an event that names one is stored without an end user.
create table erased_names (
  workspace_id text,
  hash bytea,
  erasure_id text not null,
  primary key (workspace_id, hash),
  foreign key (workspace_id, erasure_id) references erasures (workspace_id, id) on delete cascade
);

-- Creates the monthly partitions of a range of months, both included. Safe to repeat and to run in parallel. Events in
-- the default partition are moved into their month.
create function ensure_event_partitions(first_month date, last_month date) returns void language plpgsql as $$
declare
  month date := date_trunc('month', first_month);
  partition_name text;
  month_start timestamptz;
  month_end timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_event_partitions'));
  while month <= last_month loop
    partition_name := 'events_' || to_char(month, 'YYYY_MM');
    month_start := month::timestamp at time zone 'UTC';
    month_end := (month + interval '1 month')::timestamp at time zone 'UTC';
    if to_regclass(partition_name) is null then
      lock table events in access exclusive mode;
      execute format('create table %I (like events including defaults including constraints)', partition_name);
      execute format('alter table %I alter column workspace_id set statistics 0, alter column occurred_at set statistics 0',
        partition_name);
      execute format('with moved as (delete from events_default where occurred_at >= %L and occurred_at < %L returning *)
        insert into %I select * from moved', month_start, month_end, partition_name);
      execute format('alter table events attach partition %I for values from (%L) to (%L)', partition_name,
        month_start, month_end);
    end if;
    month := month + interval '1 month';
  end loop;
end
$$;
`;
