import type { Knex } from 'knex';

/** Beliefs, the evidence that they rest on, and the path of their confidence. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table beliefs (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      -- The hypothesis: also called claim.
      statement text not null,
      prior double precision not null check (prior between 0 and 1),
      -- Of the prior and all evidence that was not withdrawn.
      confidence double precision not null check (confidence > 0 and confidence < 1),
      tags text[] not null default '{}',
      subject text,
      -- Evidence in words. It moves nothing.
      notes text[] not null default '{}',
      audience text,
      owner text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );

    create table belief_evidence (
      workspace_id text not null,
      id text not null,
      belief_id text not null,
      type text not null check (type in ('experiment', 'observation', 'external')),
      delta double precision not null check (delta between -1 and 1),
      sample_size double precision not null check (sample_size >= 0),
      experiment_id text,
      -- The experiment step that it comes from, over all versions.
      journey_id text,
      step_id text,
      -- What counts once: a message, an experiment, a journey's step. Kept when the entry is withdrawn.
      source_key text,
      recorded_at timestamptz not null,
      withdrawn_at timestamptz,
      primary key (workspace_id, id),
      unique (workspace_id, belief_id, source_key),
      foreign key (workspace_id, belief_id) references beliefs (workspace_id, id) on delete cascade,
      check ((journey_id is null) = (step_id is null))
    );
    create index belief_evidence_belief on belief_evidence (workspace_id, belief_id, id);

    -- A row for each change of a belief's confidence, appended in its transaction.
    create table belief_confidences (
      workspace_id text not null,
      belief_id text not null,
      number bigint generated always as identity,
      at timestamptz not null,
      confidence double precision not null,
      change text not null check (change in ('created', 'evidence', 'withdrawn', 'prior')),
      evidence_id text,
      primary key (workspace_id, belief_id, number),
      foreign key (workspace_id, belief_id) references beliefs (workspace_id, id) on delete cascade
    );

    -- There were no beliefs that an experiment could have named.
    update experiments set belief_id = null where belief_id is not null;
    alter table experiments add constraint experiments_belief_id_fkey
      foreign key (workspace_id, belief_id) references beliefs (workspace_id, id) on delete set null (belief_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table experiments drop constraint experiments_belief_id_fkey;
    drop table belief_confidences, belief_evidence, beliefs;
  `);
}
