import type { Knex } from 'knex';

/**
 * Indexes that cost each send twice, when it is claimed and when it ends, and that few rows or no query needed: those by id were
 * two; the newest are asked of journeys only; and only a message of a journey has a person, who has too few to be sorted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index sends_transactional_id, sends_newest, sends_end_user;
    create index sends_journey_newest on sends (workspace_id, created_at desc) where kind = 'journey';
    create index sends_end_user on sends (workspace_id, end_user_id) where end_user_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index sends_journey_newest, sends_end_user;
    create index sends_transactional_id on sends (id) where kind = 'transactional';
    create index sends_newest on sends (workspace_id, created_at desc);
    create index sends_end_user on sends (workspace_id, end_user_id, sent_at desc);
  `);
}
