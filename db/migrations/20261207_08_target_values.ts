import type { Knex } from 'knex';

/** Keeps the values that were entered for targets, so that their progress can be drawn over time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table target_values (
      workspace_id text,
      target_id text,
      number bigint generated always as identity,
      at timestamptz not null default clock_timestamp(),
      value double precision not null,
      primary key (workspace_id, target_id, number),
      foreign key (workspace_id, target_id) references targets (workspace_id, id) on delete cascade
    );
    insert into target_values (workspace_id, target_id, at, value)
    select workspace_id, id, updated_at, current from targets
     where source_conversion_id is null order by workspace_id, id`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table target_values');
}
