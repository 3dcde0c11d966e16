import type { Knex } from 'knex';

/** What ingestion at scale needs: people named by keyed events, links that are taken back, refused events, changed days. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The person that a keyed event named; a visitor's person is looked up when read. The channel by which the event came.
    alter table events add column end_user_id text, add column channel text;
    create index events_end_user on events (workspace_id, end_user_id, occurred_at desc) where end_user_id is not null;

    -- The names that a customer's own system has for people.
    create table end_user_external_ids (
      workspace_id text not null,
      external_id text not null,
      end_user_id text not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, external_id),
      foreign key (workspace_id, end_user_id) references end_users (workspace_id, id) on delete cascade
    );
    create index end_user_external_ids_end_user on end_user_external_ids (workspace_id, end_user_id);

    -- A link to nobody says that the visitor is anonymous again.
    alter table visitor_links alter column end_user_id drop not null;

    -- Events of a batch that were refused, as they came. The payload is JSON as text: it may hold what jsonb cannot.
    create table rejected_events (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      received_at timestamptz not null,
      origin text not null check (origin in ('public', 'server')),
      code text not null,
      message text not null,
      payload text not null,
      -- What the batch said for all of its events: sentAt, visitorId, userId, email, and the sender's user agent.
      envelope jsonb not null,
      replayed_at timestamptz,
      primary key (workspace_id, id)
    );
    create index rejected_events_age on rejected_events (received_at);

    -- Visitors and times whose rollups are out of date: a row for each commit of events, as two arrays of one length. Appended
    -- with the events, taken away when they are counted; writers never wait for one another or for the job that empties it.
    create table rollup_queue (
      workspace_id text not null,
      id bigint generated always as identity,
      visitor_ids text[] not null,
      times timestamptz[] not null,
      visits integer not null generated always as (cardinality(visitor_ids)) stored,
      primary key (workspace_id, id)
    );
    alter table rollup_queue set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);

    -- Which event an id stands for is not asked; and ids come in the order of their receipt, so that ranges find the old ones.
    alter table event_messages drop column event_id;
    drop index event_messages_age;
    create index event_messages_age on event_messages using brin (received_at);
    alter table event_messages set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);

    alter table workspaces add column respect_do_not_track boolean not null default false;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table workspaces drop column respect_do_not_track;
    drop index event_messages_age;
    create index event_messages_age on event_messages (received_at);
    alter table event_messages add column event_id text not null default '';
    drop table rollup_queue, rejected_events, end_user_external_ids;
    delete from visitor_links where end_user_id is null;
    alter table visitor_links alter column end_user_id set not null;
    drop index events_end_user;
    alter table events drop column channel, drop column end_user_id;
  `);
}
