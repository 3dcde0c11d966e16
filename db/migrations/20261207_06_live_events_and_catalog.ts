import type { Knex } from 'knex';

/** Adds the tables of live events and of the catalog of event types. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Workspaces with an open page of live events. Rows expire, so a crash of PostgreSQL may empty the table.
    create unlogged table live_viewers (
      workspace_id text primary key references workspaces (id) on delete cascade,
      until timestamptz not null
    );

    -- Commits of events in these workspaces, kept for about a minute: the first events of each commit, and their number.
    create unlogged table live_arrivals (
      workspace_id text,
      arrived_at timestamptz default clock_timestamp(),
      id bigint generated always as identity,
      event_ids text[] not null,
      times timestamptz[] not null,
      events integer not null,
      primary key (workspace_id, arrived_at, id)
    );

    create index rejected_events_newest on rejected_events (workspace_id, received_at desc, id desc);

    -- Event types that a workspace has received. Bots are left out.
    create table event_types (
      workspace_id text references workspaces (id) on delete cascade,
      type text,
      first_seen timestamptz not null,
      last_seen timestamptz not null,
      primary key (workspace_id, type)
    );

    -- Properties of the data of events, from samples. Examples are values of several people.
    create table event_properties (
      workspace_id text,
      type text,
      name text,
      types text[] not null,
      examples jsonb not null default '[]',
      last_seen timestamptz not null,
      primary key (workspace_id, type, name),
      foreign key (workspace_id, type) references event_types (workspace_id, type) on delete cascade
    );

    -- Events by type and day in the workspace's timezone.
    create table event_type_days (
      workspace_id text,
      type text,
      day date,
      events integer not null,
      primary key (workspace_id, type, day),
      foreign key (workspace_id, type) references event_types (workspace_id, type) on delete cascade
    );

    -- Days whose events changed since event_type_days was counted. The drain of the rollups adds them. A count deletes a
    -- day only if it did not change again, so that the drain never waits for a count.
    create table event_type_queue (
      workspace_id text references workspaces (id) on delete cascade,
      day date,
      changes integer not null default 1,
      primary key (workspace_id, day)
    );

    -- When the catalog of a workspace may be counted again. Expensive counts run less often.
    create table event_catalog_states (
      workspace_id text primary key references workspaces (id) on delete cascade,
      due_at timestamptz not null
    );

    -- Events from before this migration.
    insert into event_type_queue (workspace_id, day)
    select distinct workspace_id, day from channel_days where day > current_date - 31`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table event_catalog_states, event_type_queue, event_type_days, event_properties, event_types, live_arrivals, live_viewers;
    drop index rejected_events_newest`);
}
