import type { Knex } from 'knex';

/** Daily figures, kept up to date from the queue of changed visitor days. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A visitor on a day of the workspace's timezone, as far as people's events tell: bots are left out.
    create table visitor_days (
      workspace_id text not null,
      day date not null,
      visitor_id text not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      -- That of the day's first event which has one, else direct.
      channel text not null,
      events integer not null check (events > 0),
      pageviews integer not null,
      primary key (workspace_id, day, visitor_id)
    );

    -- Sums over visitor_days, which outlive them: they name nobody.
    create table channel_days (
      workspace_id text not null,
      day date not null,
      channel text not null,
      visitors integer not null,
      events integer not null,
      pageviews integer not null,
      primary key (workspace_id, day, channel)
    );

    -- What the rollups of a workspace hold for. Days before closed_before are past retention: their sums stand as they are.
    create table rollup_states (
      workspace_id text primary key references workspaces (id) on delete cascade,
      timezone text not null,
      closed_before date not null default '-infinity'
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table rollup_states, channel_days, visitor_days');
}
