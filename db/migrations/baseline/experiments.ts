/** Experiments, exposures, and the counts that results are computed from. */
export const experiments = `
create table experiments (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'completed')),
  type text not null default 'web_ab_test',
  surface text,
  target_url text not null,
  traffic_split numeric not null default 100 check (traffic_split >= 0 and traffic_split <= 100),
  mode text not null default 'ab' check (mode in ('ab', 'multivariate', 'bandit')),
  engine text not null default 'frequentist' check (engine in ('frequentist', 'sequential', 'bayesian', 'thompson')),
  target_power numeric not null default 0.8 check (target_power > 0 and target_power < 1),
  -- Minimum detectable effect, relative to the control's rate.
  mde numeric not null default 0.1 check (mde > 0),
  alpha numeric not null default 0.05 check (alpha > 0 and alpha < 1),
  -- A conversion's id or an event's name; null for the primary conversion.
  primary_metric text,
  guardrail_metrics text[] not null default '{}',
  belief_id text,
  -- Experiments of one group share no visitor.
  exclusion_group text check (exclusion_group <> ''),
  -- In order, the control first: id, name, weight, and css, js, patch and levels if given.
  variants jsonb not null check (jsonb_typeof(variants) = 'array'),
  -- The variant that a completed experiment serves to all visitors.
  promoted_variant_id text,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Days of 24 hours; null for the duration of the experiment.
  attribution_window_days smallint check (attribution_window_days >= 1 and attribution_window_days <= 90),
  -- Settings of metrics by role, if primary_metric and guardrail_metrics, which have the names, are not enough.
  metric_settings jsonb not null default '{}' check (jsonb_typeof(metric_settings) = 'object'),
  cuped boolean not null default true,
  -- The verdict that was reached. Later figures do not change it.
  decision jsonb,
  -- The result of the last evaluation, for lists: see domain/experiments/evaluation.ts.
  evaluation jsonb,
  primary key (workspace_id, id),
  check ((mode = 'bandit') = (engine = 'thompson')),
  constraint experiments_check1 check (promoted_variant_id is null or (status in ('paused', 'completed'))),
  constraint experiments_belief_id_fkey foreign key (workspace_id, belief_id)
    references beliefs (workspace_id, id) on delete set null (belief_id)
);
create index experiments_active on experiments (workspace_id)
  where status = 'running' or status = 'completed' and promoted_variant_id is not null;
create index experiments_belief on experiments (workspace_id, belief_id) where belief_id is not null;

-- Weights and traffic of an experiment over time: the expected counts of variants are computed from them.
create table experiment_allocations (
  workspace_id text,
  experiment_id text,
  -- Counts up from 1.
  number integer,
  -- In force from then until the next row.
  at timestamptz not null,
  -- By variant id, 0 to 1; their sum is 1.
  weights jsonb not null check (jsonb_typeof(weights) = 'object'),
  -- Percentage of visitors, 0 to 100.
  traffic_split numeric not null,
  primary key (workspace_id, experiment_id, number),
  foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
);

-- A visitor's first exposure to an experiment. Updated with the rollups: see db/experiments/.
create table experiment_exposures (
  workspace_id text,
  experiment_id text,
  visitor_id text,
  variant_id text not null,
  exposed_at timestamptz not null,
  -- When the visitor first saw another variant. Such a visitor is not counted.
  crossed_at timestamptz,
  -- The number of the allocation in force at exposed_at; 0 if none was recorded.
  allocation integer not null,
  event_id text not null default '',
  -- The channel of the visitor's day in visitor_days.
  channel text not null default '',
  device text not null default '',
  -- Whether the visitor was seen on an earlier day.
  is_returning boolean not null default false,
  -- Whether the visitor has events in the 14 days before the exposure.
  has_past boolean not null default false,
  -- Whether the event arrived more than an hour after it happened.
  was_delayed boolean not null default false,
  primary key (workspace_id, experiment_id, visitor_id),
  foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
);
create index experiment_exposures_visitor on experiment_exposures (workspace_id, visitor_id);

-- Exposures by day of the workspace’s timezone.
create table experiment_exposure_days (
  workspace_id text,
  experiment_id text,
  day date,
  variant_id text,
  allocation integer,
  exposures integer not null,
  crossovers integer not null,
  with_past integer not null default 0,
  delayed integer not null default 0,
  primary key (workspace_id, experiment_id, day, variant_id, allocation),
  foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
);

create table experiment_exposure_segments (
  workspace_id text,
  experiment_id text,
  dimension text,
  segment text,
  variant_id text,
  exposures integer not null,
  with_past integer not null,
  primary key (workspace_id, experiment_id, dimension, segment, variant_id),
  foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
);

-- Conversions of a visitor of one variant, by metric.
create table experiment_conversions (
  workspace_id text,
  experiment_id text,
  -- A conversion's id or an event's name; empty for the primary conversion.
  metric text,
  visitor_id text,
  variant_id text not null,
  converted_at timestamptz not null,
  -- The last event that counted.
  last_at timestamptz not null,
  -- The currency of the first event with revenue; empty without revenue.
  currency text not null,
  revenue_micros numeric not null,
  primary key (workspace_id, experiment_id, metric, visitor_id),
  foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
);
create index experiment_conversions_visitor on experiment_conversions (workspace_id, visitor_id);

create table experiment_metric_days (
  workspace_id text,
  experiment_id text,
  metric text,
  day date,
  variant_id text,
  currency text,
  visitors integer not null,
  revenue_micros numeric not null,
  -- Sum of the squares of each visitor's revenue, for its variance.
  revenue_squares numeric not null,
  primary key (workspace_id, experiment_id, metric, day, variant_id, currency),
  foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
);

create table experiment_outcomes (
  workspace_id text,
  experiment_id text,
  visitor_id text,
  -- A conversion's id or an event's name, or that with its measure: see domain/experiments/metrics/counted-metric.ts.
  metric text,
  variant_id text not null,
  channel text not null,
  device text not null,
  is_returning boolean not null,
  -- The first event that counts after the exposure; null if all are before it.
  first_at timestamptz,
  last_at timestamptz,
  -- The currency of amounts; empty without amounts, * for several currencies without a rate.
  currency text not null,
  -- Micros for money, else a number.
  value numeric not null,
  denominator numeric not null,
  -- The same measure over the 14 days before the exposure.
  prior numeric not null,
  primary key (workspace_id, experiment_id, visitor_id, metric),
  foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
);

create table experiment_outcome_sums (
  workspace_id text,
  experiment_id text,
  metric text,
  -- day, channel, device or returning: each sums up all visitors.
  dimension text,
  -- For days: empty for visitors with events only before their exposure.
  segment text,
  variant_id text,
  currency text,
  -- Visitors with an event after their exposure.
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

-- The variants, end, weights and metrics that the counts of an experiment are valid for.
create table experiment_count_states (
  workspace_id text,
  experiment_id text,
  definition jsonb not null,
  primary key (workspace_id, experiment_id),
  foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
);
`;
