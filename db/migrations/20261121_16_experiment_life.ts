import type { Knex } from 'knex';

/** The weights and the traffic that an experiment ran with, and from when on: expected counts of arms are computed from them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table experiment_allocations (
      workspace_id text not null,
      experiment_id text not null,
      -- 1 for the first, counting up.
      number integer not null,
      -- In force from then until the next row.
      at timestamptz not null,
      -- By variant id, 0 to 1; in all 1.
      weights jsonb not null check (jsonb_typeof(weights) = 'object'),
      -- Percentage of visitors, 0 to 100.
      traffic_split numeric(5, 2) not null,
      primary key (workspace_id, experiment_id, number),
      foreign key (workspace_id, experiment_id) references experiments (workspace_id, id) on delete cascade
    );

    -- Those that ran before had their weights of now, for all that is known.
    insert into experiment_allocations (workspace_id, experiment_id, number, at, weights, traffic_split)
    select workspace_id, id, 1, coalesce(started_at, created_at),
           (select jsonb_object_agg(v ->> 'id', v -> 'weight') from jsonb_array_elements(variants) as v), traffic_split
      from experiments where status <> 'draft' and jsonb_array_length(variants) > 0;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table experiment_allocations');
}
