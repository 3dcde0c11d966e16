import type { Knex } from 'knex';

/** Adds the limits of the account at an email provider with a token bucket, and counts of warming sender domains. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table email_providers
      add column max_per_second double precision,
      add column max_per_day double precision,
      add column sent_in_day double precision not null default 0,
      add column limits_read_at timestamptz,
      -- Sends that may start now; negative if urgent ones were taken in advance.
      add column tokens double precision not null default 1,
      add column tokens_at timestamptz;
    create table warm_up_days (
      domain text,
      -- In UTC.
      day date,
      sends integer not null,
      primary key (domain, day)
    )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table warm_up_days;
    alter table email_providers
      drop column max_per_second,
      drop column max_per_day,
      drop column sent_in_day,
      drop column limits_read_at,
      drop column tokens,
      drop column tokens_at`);
}
