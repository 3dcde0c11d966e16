import type { Knex } from 'knex';

/** What reports on periods of any length need: when a visitor was last seen before, and touches. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The visitor's day before this one.
    alter table visitor_days add column previous_day date not null default '-infinity';
    create index visitor_days_visitor on visitor_days (workspace_id, visitor_id, day);

    -- Sums over visitor_days: how many visitors of a day were last seen on which. The visitors of a period are those of its days
    -- whose previous day is before it, each once. They name nobody.
    create table day_arrivals (
      workspace_id text not null,
      day date not null,
      previous_day date not null,
      channel text not null,
      visitors integer not null,
      primary key (workspace_id, day, previous_day, channel)
    );

    -- First events of visits, and events within visits that came from a campaign. Those that began a session are touches.
    create table visitor_touches (
      workspace_id text not null,
      visitor_id text not null,
      at timestamptz not null,
      event_id text not null,
      channel text not null,
      -- Whether the visitor was idle before.
      begins boolean not null,
      -- What the page's address says of its campaign.
      campaign text,
      is_touch boolean not null,
      primary key (workspace_id, visitor_id, at, event_id)
    );
    create index visitor_touches_age on visitor_touches using brin (at);

    create index end_users_created on end_users (workspace_id, created_at);

    -- Everything is counted anew with the next drain.
    update rollup_states set timezone = '';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index end_users_created;
    drop table visitor_touches, day_arrivals;
    drop index visitor_days_visitor;
    alter table visitor_days drop column previous_day;
  `);
}
