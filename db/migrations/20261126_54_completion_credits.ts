import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

/** The index is built while the table is used, so outside a transaction; each step may be taken again. */
export const config = { transaction: false };

/** What channels are credited with: kept with each completion, and summed by day. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- By model and channel, in units of which a completion has 10^15; null until it is credited: see db/conversions/completion-credits.ts.
    alter table conversion_completions add column if not exists credits jsonb;
    -- Credits of a day of the workspace. They name no person.
    create table if not exists credit_sums (
      workspace_id text not null,
      model text not null,
      day date not null,
      conversion_id text not null,
      revision integer not null,
      channel text not null,
      -- Empty where there is none.
      currency text not null,
      credit numeric not null,
      -- Micros times units.
      revenue numeric not null,
      primary key (workspace_id, model, day, conversion_id, revision, channel, currency)
    );
  `);
  await buildIndex(
    knex,
    'conversion_completions_uncredited',
    'conversion_completions',
    '(workspace_id) where credits is null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table credit_sums;
    drop index conversion_completions_uncredited;
    alter table conversion_completions drop column credits;
  `);
}
