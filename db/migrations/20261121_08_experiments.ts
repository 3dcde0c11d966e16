import type { Knex } from 'knex';

/** Experiments on pages. Exposures are events; results are computed from them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table experiments (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      name text not null,
      status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'completed')),
      type text not null default 'web_ab_test',
      surface text,
      target_url text not null,
      traffic_split numeric(5, 2) not null default 100 check (traffic_split between 0 and 100),
      mode text not null default 'ab' check (mode in ('ab', 'multivariate', 'bandit')),
      engine text not null default 'frequentist'
        check (engine in ('frequentist', 'sequential', 'bayesian', 'thompson')),
      target_power numeric not null default 0.8 check (target_power > 0 and target_power < 1),
      -- The effect to be found, relative to the control's rate.
      mde numeric not null default 0.1 check (mde > 0),
      alpha numeric not null default 0.05 check (alpha > 0 and alpha < 1),
      -- A conversion's id or an event's name; null for the primary conversion.
      primary_metric text,
      guardrail_metrics text[] not null default '{}',
      belief_id text,
      -- Experiments of one group share no visitor.
      exclusion_group text check (exclusion_group <> ''),
      -- In order, the control first: id, name, weight, and css, js, patch, levels where given.
      variants jsonb not null check (jsonb_typeof(variants) = 'array'),
      -- The variant that a completed experiment serves to everybody.
      promoted_variant_id text,
      started_at timestamptz,
      ended_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      check ((mode = 'bandit') = (engine = 'thompson')),
      check (promoted_variant_id is null or status in ('paused', 'completed'))
    );
    create index experiments_active on experiments (workspace_id)
      where status = 'running' or (status = 'completed' and promoted_variant_id is not null);
    create index experiments_belief on experiments (workspace_id, belief_id) where belief_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table experiments');
}
