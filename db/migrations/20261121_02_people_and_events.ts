import type { Knex } from 'knex';

/** End users (leads), the visitors linked to them, and events in monthly partitions by the time they happened. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table end_users (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      email text check (email = lower(btrim(email))),
      attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
      timezone text,
      locale text,
      marketing_consent boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );
    create unique index end_users_email on end_users (workspace_id, email) where email is not null;

    -- Append-only. A link names the one that it supersedes, so that two writers cannot both follow the same one:
    -- the second insert meets a unique index. The current link of a visitor is the one that none supersedes.
    create table visitor_links (
      workspace_id text not null,
      id text not null,
      visitor_id text not null,
      end_user_id text not null,
      strength text not null check (strength in ('asserted', 'verified')),
      source text,
      actor text not null,
      supersedes text,
      linked_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, end_user_id) references end_users (workspace_id, id) on delete cascade
    );
    create unique index visitor_links_first on visitor_links (workspace_id, visitor_id) where supersedes is null;
    create unique index visitor_links_next on visitor_links (workspace_id, visitor_id, supersedes)
      where supersedes is not null;
    create index visitor_links_end_user on visitor_links (workspace_id, end_user_id);

    create table events (
      workspace_id text not null,
      occurred_at timestamptz not null,
      id text not null,
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
      primary key (workspace_id, occurred_at, id)
    ) partition by range (occurred_at);
    create index events_visitor on events (workspace_id, visitor_id, occurred_at desc) where visitor_id is not null;
    create index events_type on events (workspace_id, type, occurred_at desc);
    create table events_default partition of events default;

    -- Dedupe lives apart from events, as a key over partitions would have to hold the time.
    create table event_messages (
      workspace_id text not null,
      message_id text not null,
      event_id text not null,
      received_at timestamptz not null,
      primary key (workspace_id, message_id)
    );
    create index event_messages_age on event_messages (received_at);

    -- Makes the monthly partitions from a month to another one, both included; safe to run twice and in parallel. Events that
    -- fell into the default partition, as their month had none yet, are moved into it.
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
          execute format('with moved as (delete from events_default where occurred_at >= %L and occurred_at < %L returning *)
            insert into %I select * from moved', month_start, month_end, partition_name);
          execute format('alter table events attach partition %I for values from (%L) to (%L)', partition_name,
            month_start, month_end);
        end if;
        month := month + interval '1 month';
      end loop;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function ensure_event_partitions;
    drop table event_messages, events, visitor_links, end_users;
  `);
}
