/** Messages, reports of the email provider, digests, and the outbox of commands to Temporal. */
export const email = `
-- Messages. provider_started_at is committed before the call to the provider: a row that has it and is still sending
-- may have been accepted, so it is looked up and never sent again without a decision. Variables and rendered content
-- are not stored.
create table sends (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  kind text not null check (kind in ('journey', 'transactional', 'digest', 'notice')),
  status text not null check (status in ('queued', 'sending', 'sent', 'failed', 'unknown')),
  execution_id text,
  step_id text,
  end_user_id text,
  communication_id text,
  provider_started_at timestamptz,
  provider_message_id text,
  failure text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  notice jsonb,
  -- For transactional sends.
  recipient text,
  -- The template's subject, never the rendered one.
  subject text,
  tags jsonb,
  mode text check (mode in ('live', 'sandbox')),
  api_key_id text,
  delivered_at timestamptz,
  -- Identifies a notice to a member: it is written once.
  notice_key text,
  resends integer not null default 0,
  primary key (workspace_id, id),
  check ((kind = 'journey') = (execution_id is not null and step_id is not null)),
  constraint sends_check1 check (status <> 'sent' or sent_at is not null),
  constraint sends_notice_check check ((kind = 'notice') = (notice is not null)),
  constraint sends_transactional_check
    check (kind <> 'transactional' or recipient is not null and subject is not null and mode is not null),
  foreign key (workspace_id, execution_id) references executions (workspace_id, id)
);
create index sends_end_user on sends (workspace_id, end_user_id) where end_user_id is not null;
create index sends_id on sends (id);
create index sends_journey_newest on sends (workspace_id, created_at desc) where kind = 'journey';
create index sends_journey_open on sends (created_at) where kind = 'journey' and status = 'sending';
create unique index sends_notice_key on sends (workspace_id, notice_key) where notice_key is not null;
create index sends_open_notices on sends (created_at) where kind = 'notice' and (status in ('queued', 'sending'));
create index sends_provider_message on sends (provider_message_id) where provider_message_id is not null;
create unique index sends_step on sends (workspace_id, execution_id, step_id) where execution_id is not null;
create index sends_transactional on sends (workspace_id, id desc) where kind = 'transactional';
create index sends_transactional_open on sends (created_at) where kind = 'transactional' and status = 'sending';

-- Opens, clicks and reports of the provider. They contain no address and no content. The key includes the time, so that
-- the table can be partitioned by month. dedupe_key identifies a repeat.
create table send_events (
  workspace_id text,
  send_id text,
  at timestamptz,
  dedupe_key text,
  kind text not null
    check (kind in ('delivery', 'open', 'click', 'bounce', 'complaint', 'delay', 'reject', 'unsubscribe', 'resubscribe')),
  -- For opens and clicks: whether a program made it.
  automated boolean not null default false,
  -- For clicks: the position of the link in the message, and its address without query (journey messages only).
  link integer,
  url text,
  -- Types and codes.
  detail text,
  count integer not null default 1,
  last_at timestamptz,
  primary key (workspace_id, send_id, at, dedupe_key),
  foreign key (workspace_id, send_id) references sends (workspace_id, id) on delete cascade
);
create index send_events_age on send_events (workspace_id, at);
create unique index send_events_counted on send_events (workspace_id, send_id, dedupe_key)
  where dedupe_key ~~ 'counted:%';

-- Messages of Amazon SNS that were processed: a repeat changes nothing.
create table sns_messages (
  message_id text primary key,
  received_at timestamptz not null default now()
);
create index sns_messages_age on sns_messages (received_at);

-- One row for each workspace and Idempotency-Key, whichever API key sent it. Without a response the request is running,
-- or its process ended: until lease_until no other request continues it. With provider_started_at the message may have
-- been accepted.
create table idempotency_records (
  workspace_id text,
  idempotency_key text check (length(idempotency_key) >= 1 and length(idempotency_key) <= 255),
  payload_hash bytea not null,
  send_id text not null,
  lease_until timestamptz not null,
  provider_started_at timestamptz,
  answer_status smallint,
  answer jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, idempotency_key),
  check ((answer_status is null) = (answer is null)),
  foreign key (workspace_id, send_id) references sends (workspace_id, id) on delete cascade
);
create index idempotency_records_expiry on idempotency_records (expires_at);
create index idempotency_records_send on idempotency_records (workspace_id, send_id);

-- The state of email providers that fail, shared by all processes. A provider that never failed has no row.
create table email_providers (
  name text primary key,
  failures integer not null,
  reason text,
  paused_at timestamptz,
  probe_at timestamptz,
  probe_every_ms integer,
  check ((paused_at is null) = (probe_at is null) and (paused_at is null) = (probe_every_ms is null))
);

-- A written digest. Its messages were queued in the same transaction.
create table digests (
  workspace_id text references workspaces (id) on delete cascade,
  -- The day in the workspace's timezone at that time. The digest covers the seven days before.
  day date,
  -- The figures, the same for every member.
  summary jsonb not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, day)
);

-- Commands to Temporal, written in the transaction that decided them. Any worker dispatches them.
create table outbox (
  id bigint generated always as identity primary key,
  workspace_id text not null,
  kind text not null,
  subject_id text not null,
  attempts integer not null default 0,
  available_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  traceparent text,
  claimed_by text,
  claimed_at timestamptz,
  unique (workspace_id, kind, subject_id)
);
create index outbox_due on outbox (available_at, id);
create index outbox_due_by_kind on outbox (kind, available_at, id);
`;
