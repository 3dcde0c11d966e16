import type { Knex } from 'knex';

/** Adds links that show the results of an experiment without signing in. Only a hash of the token is stored. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table experiment_share_links (
      workspace_id text,
      id text,
      experiment_id text not null,
      token_hash bytea not null unique,
      -- The id of the user or key that created it.
      created_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      primary key (workspace_id, id),
      foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
    )`);
  await knex.raw(`
    create index experiment_share_links_experiment on experiment_share_links (workspace_id, experiment_id, id desc)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table experiment_share_links');
}
