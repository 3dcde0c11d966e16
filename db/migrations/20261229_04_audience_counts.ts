import type { Knex } from 'knex';

/** Adds the last count of each audience, and the progress of a count that is running. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audience_counts (
      workspace_id text,
      audience_id text,
      -- Of the last complete count.
      members integer,
      people integer,
      counted_at timestamptz,
      -- Of the running count: its id, its start, the last person who was evaluated, and the counts so far.
      run_id text,
      run_started_at timestamptz,
      run_after text,
      run_members integer not null default 0,
      run_people integer not null default 0,
      primary key (workspace_id, audience_id),
      foreign key (workspace_id, audience_id) references audiences (workspace_id, id) on delete cascade,
      check ((members is null) = (counted_at is null) and (people is null) = (counted_at is null))
    )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table audience_counts');
}
