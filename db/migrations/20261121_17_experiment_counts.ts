import type { Knex } from 'knex';

/** Who saw which variant, who converted after it, and the sums that results are read from. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A visitor's first exposure to an experiment. Kept up to date with the rollups: see db/experiment-counts.ts.
    create table experiment_exposures (
      workspace_id text not null,
      experiment_id text not null,
      visitor_id text not null,
      variant_id text not null,
      exposed_at timestamptz not null,
      -- When the visitor first saw another variant. Such a one counts for none.
      crossed_at timestamptz,
      -- The number of the weights in force at exposed_at; 0 where none were recorded.
      allocation integer not null,
      primary key (workspace_id, experiment_id, visitor_id),
      foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
    );
    create index experiment_exposures_visitor on experiment_exposures (workspace_id, visitor_id);

    -- That a visitor of one variant converted, by metric.
    create table experiment_conversions (
      workspace_id text not null,
      experiment_id text not null,
      -- A conversion's id or an event's name; empty for the default, the primary conversion.
      metric text not null,
      visitor_id text not null,
      variant_id text not null,
      converted_at timestamptz not null,
      -- Of the last event that counted.
      last_at timestamptz not null,
      -- In the currency of the first event with revenue; empty where there is none.
      currency text not null,
      revenue_micros numeric not null,
      primary key (workspace_id, experiment_id, metric, visitor_id),
      foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
    );
    create index experiment_conversions_visitor on experiment_conversions (workspace_id, visitor_id);

    -- Sums over the two, by day of the workspace's timezone.
    create table experiment_exposure_days (
      workspace_id text not null,
      experiment_id text not null,
      day date not null,
      variant_id text not null,
      allocation integer not null,
      exposures integer not null,
      crossovers integer not null,
      primary key (workspace_id, experiment_id, day, variant_id, allocation),
      foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
    );
    create table experiment_metric_days (
      workspace_id text not null,
      experiment_id text not null,
      metric text not null,
      day date not null,
      variant_id text not null,
      currency text not null,
      visitors integer not null,
      revenue_micros numeric not null,
      -- Of each visitor's revenue: what its variance is computed from.
      revenue_squares numeric not null,
      primary key (workspace_id, experiment_id, metric, day, variant_id, currency),
      foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
    );

    -- What the counts of an experiment hold for: its variants, end, weights and metrics.
    create table experiment_count_states (
      workspace_id text not null,
      experiment_id text not null,
      definition jsonb not null,
      primary key (workspace_id, experiment_id),
      foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
    );
    -- Experiments from before are counted as a whole when they are next looked at: their variants differ from none.
    insert into experiment_count_states (workspace_id, experiment_id, definition)
    select workspace_id, id, '{"variantIds": [], "endedAt": null, "allocations": 0, "metrics": []}' from experiments;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table experiment_count_states, experiment_metric_days, experiment_exposure_days, experiment_conversions,
      experiment_exposures
  `);
}
