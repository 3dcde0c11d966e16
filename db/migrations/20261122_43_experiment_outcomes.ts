import type { Knex } from 'knex';

/**
 * What visitors did by metric, by how much, and what they did before their exposure, with sums by day, channel, device and whether they
 * were there before. Takes the place of experiment_conversions and experiment_metric_days, which the release before this one still
 * writes; a later one drops them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- By the browser that sent the event: mobile, tablet or desktop. Null where none did.
    alter table events add column device text;

    -- The currency that amounts are converted to; null for none.
    alter table workspaces add column base_currency text check (base_currency ~ '^[A-Z]{3}$');
    -- What a unit of a currency is worth in the base currency, from a day of the workspace's timezone on.
    create table exchange_rates (
      workspace_id text not null references workspaces (id) on delete cascade,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      date date not null,
      rate numeric not null check (rate > 0),
      primary key (workspace_id, currency, date)
    );

    alter table experiment_exposures
      add column event_id text not null default '',
      -- That of the visitor's day, as visitor_days has it.
      add column channel text not null default '',
      add column device text not null default '',
      -- Whether the visitor was there on a day before.
      add column is_returning boolean not null default false,
      -- Whether there are events of the visitor in the 14 days before the exposure.
      add column has_past boolean not null default false,
      -- Whether the event came in more than an hour after it happened.
      add column was_delayed boolean not null default false;
    alter table experiment_exposure_days
      add column with_past integer not null default 0,
      add column delayed integer not null default 0;
    create table experiment_exposure_segments (
      workspace_id text not null,
      experiment_id text not null,
      dimension text not null,
      segment text not null,
      variant_id text not null,
      exposures integer not null,
      with_past integer not null,
      primary key (workspace_id, experiment_id, dimension, segment, variant_id),
      foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
    );

    create table experiment_outcomes (
      workspace_id text not null,
      experiment_id text not null,
      visitor_id text not null,
      -- A conversion's id or an event's name, or that with its measure: see domain/experiments/metrics/counted-metric.ts.
      metric text not null,
      variant_id text not null,
      channel text not null,
      device text not null,
      is_returning boolean not null,
      -- Of the events after the exposure that count; null where only some before it do.
      first_at timestamptz,
      last_at timestamptz,
      -- Of amounts; empty without any, and * where there are several that no rate converts.
      currency text not null,
      -- Micros of money, else a number.
      value numeric not null,
      denominator numeric not null,
      -- The same measure over the 14 days before the exposure.
      prior numeric not null,
      primary key (workspace_id, experiment_id, visitor_id, metric),
      foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
    );
    create table experiment_outcome_sums (
      workspace_id text not null,
      experiment_id text not null,
      metric text not null,
      -- day, channel, device or returning: each of them sums up all visitors.
      dimension text not null,
      -- Of days empty for visitors who did something before their exposure only.
      segment text not null,
      variant_id text not null,
      currency text not null,
      -- Those with something after their exposure.
      visitors integer not null,
      value numeric not null,
      value_squares numeric not null,
      denominator numeric not null,
      denominator_squares numeric not null,
      denominator_products numeric not null,
      prior numeric not null,
      prior_squares numeric not null,
      prior_products numeric not null,
      primary key (workspace_id, experiment_id, metric, dimension, segment, variant_id, currency),
      foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
    );

    -- What retention has taken away stands: figures of closed days cannot be counted again. All others are, when next looked at.
    insert into experiment_outcomes (workspace_id, experiment_id, visitor_id, metric, variant_id, channel, device, is_returning,
                                     first_at, last_at, currency, value, denominator, prior)
    select c.workspace_id, c.experiment_id, c.visitor_id, m.metric, c.variant_id, '', '', false, c.converted_at, c.last_at,
           m.currency, m.value, 0, 0
      from experiment_conversions c
      join rollup_states s on s.workspace_id = c.workspace_id
     cross join lateral (
       select c.metric, '' as currency, 1 as value
       union all
       select '{"measure":"revenue","metric":' || case when c.metric = '' then 'null' else to_json(c.metric)::text end || '}',
              c.currency, c.revenue_micros where c.currency <> ''
     ) m
     where (c.converted_at at time zone s.timezone)::date < s.closed_before;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table experiment_outcome_sums, experiment_outcomes, experiment_exposure_segments;
    alter table experiment_exposure_days drop column with_past, drop column delayed;
    alter table experiment_exposures drop column event_id, drop column channel, drop column device, drop column is_returning,
      drop column has_past, drop column was_delayed;
    drop table exchange_rates;
    alter table workspaces drop column base_currency;
    alter table events drop column device;
  `);
}
