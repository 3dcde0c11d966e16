import type { Knex } from 'knex';

/** Adds the bounces and complaints of the email provider that the service could not read. They may contain an address. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table unreadable_feedback (
      -- The id of the SNS message.
      message_id text primary key,
      message text not null,
      received_at timestamptz not null default now()
    );
    create index unreadable_feedback_age on unreadable_feedback (received_at)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table unreadable_feedback`);
}
