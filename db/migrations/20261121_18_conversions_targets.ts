import type { Knex } from 'knex';

/** Conversions with their completions, and targets. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Which events count as completions.
    create table conversions (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      name text not null,
      type text not null
        check (type in ('form_submit', 'click', 'pageview', 'custom_event', 'file_download', 'engaged_time')),
      -- The type of the events that it looks at: its own type, or a custom event's name.
      event_type text not null,
      url_pattern text,
      selector text,
      conditions jsonb not null default '{}' check (jsonb_typeof(conditions) = 'object'),
      is_primary boolean not null default false,
      -- Counts what changes the matching. Completions of an older revision do not count, and are deleted in time.
      revision integer not null default 1,
      -- First and last event from before the definition; the part before history_before still has to be matched. Null when none has.
      history_from timestamptz,
      history_until timestamptz,
      history_before timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      check (type = 'custom_event' or event_type = type),
      check (selector is null or type in ('click', 'form_submit')),
      check (history_before is null or (history_from is not null and history_until is not null))
    );
    create unique index conversions_primary on conversions (workspace_id) where is_primary;

    -- An event that matched. Kept up to date with the rollups: see db/completions.ts.
    create table conversion_completions (
      workspace_id text not null,
      occurred_at timestamptz not null,
      event_id text not null,
      conversion_id text not null,
      revision integer not null,
      visitor_id text,
      -- Whom a keyed event named; a visitor's person is looked up when read.
      end_user_id text,
      revenue_micros bigint,
      currency text,
      -- The event has since lost what made it match, by an erasure or by retention: the row stays, whatever a recount says.
      is_final boolean not null default false,
      primary key (workspace_id, occurred_at, event_id, conversion_id, revision),
      check ((revenue_micros is null) = (currency is null))
    );
    create index conversion_completions_conversion on conversion_completions (workspace_id, conversion_id, occurred_at);
    create index conversion_completions_visitor on conversion_completions (workspace_id, visitor_id, occurred_at)
      where visitor_id is not null;
    create index conversion_completions_end_user on conversion_completions (workspace_id, end_user_id, occurred_at)
      where end_user_id is not null;

    -- The completions that count: what every figure reads.
    create view completions as
      select m.workspace_id, m.conversion_id, m.occurred_at, m.event_id, m.visitor_id, m.end_user_id, m.revenue_micros, m.currency
        from conversion_completions m
        join conversions c on c.workspace_id = m.workspace_id and c.id = m.conversion_id and c.revision = m.revision;

    create table targets (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      metric text not null,
      target double precision not null check (target > 0),
      -- The manual value, or the last one counted while a conversion was bound.
      current double precision not null default 0,
      -- As it was given: a date, or an instant in UTC.
      deadline text not null,
      description text,
      unit text,
      -- Null while the status is computed.
      status text check (status in ('on_track', 'at_risk', 'behind', 'completed')),
      -- Without a foreign key: a source that is gone is seen as missing.
      source_conversion_id text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );
    create index targets_source on targets (workspace_id, source_conversion_id) where source_conversion_id is not null;

    -- Adds a kind to those that are there, whichever they are.
    do $$
    declare
      definition text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'outbox_kind_check');
    begin
      alter table outbox drop constraint outbox_kind_check;
      execute 'alter table outbox add constraint outbox_kind_check '
        || replace(definition, 'ARRAY[', 'ARRAY[''recount_conversion''::text, ');
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from outbox where kind = 'recount_conversion';
    do $$
    declare
      definition text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'outbox_kind_check');
    begin
      alter table outbox drop constraint outbox_kind_check;
      execute 'alter table outbox add constraint outbox_kind_check '
        || replace(definition, '''recount_conversion''::text, ', '');
    end $$;
    drop table targets;
    drop view completions;
    drop table conversion_completions, conversions;
  `);
}
