import type { Knex } from 'knex';

/** Adds whether a workspace hides Getting started, and when its first test email was sent. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table workspaces
      add column hide_getting_started boolean not null default false,
      add column first_test_email_at timestamptz`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table workspaces drop column hide_getting_started, drop column first_test_email_at`);
}
