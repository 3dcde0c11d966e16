/** Beliefs, their evidence, and the history of their confidence. */
export const beliefs = `
-- Hypotheses with the confidence in them.
create table beliefs (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  -- The hypothesis, also called claim.
  statement text not null,
  prior double precision not null check (prior >= 0 and prior <= 1),
  -- Computed from the prior and all evidence that was not withdrawn.
  confidence double precision not null check (confidence > 0 and confidence < 1),
  tags text[] not null default '{}',
  subject text,
  -- Evidence in words. It does not change the confidence.
  notes text[] not null default '{}',
  audience text,
  owner text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  claim text,
  primary key (workspace_id, id)
);

create table belief_evidence (
  workspace_id text,
  id text,
  belief_id text not null,
  type text not null check (type in ('experiment', 'observation', 'external')),
  delta double precision not null check (delta >= '-1'::integer::double precision and delta <= 1),
  sample_size double precision not null check (sample_size >= 0),
  experiment_id text,
  -- The experiment step that it comes from, over all versions.
  journey_id text,
  step_id text,
  -- Identifies evidence that counts once: a message, an experiment, a step. Kept when the evidence is withdrawn.
  source_key text,
  recorded_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (workspace_id, id),
  check ((journey_id is null) = (step_id is null)),
  unique (workspace_id, belief_id, source_key),
  foreign key (workspace_id, belief_id) references beliefs (workspace_id, id) on delete cascade
);
create index belief_evidence_belief on belief_evidence (workspace_id, belief_id, id);

-- Changes of the confidence of beliefs, appended in the transaction of the change.
create table belief_confidences (
  workspace_id text,
  belief_id text,
  number bigint generated always as identity,
  at timestamptz not null,
  confidence double precision not null,
  change text not null check (change in ('created', 'evidence', 'withdrawn', 'prior')),
  evidence_id text,
  primary key (workspace_id, belief_id, number),
  foreign key (workspace_id, belief_id) references beliefs (workspace_id, id) on delete cascade
);
`;
