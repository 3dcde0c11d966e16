import type { Knex } from 'knex';

/** Sums over the completions of visitors, so that reports on many need not look each of them up. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of open days and of visitors only; kept with the rollups: see db/completion-sums.ts. They name nobody.
    create table completion_sums (
      workspace_id text not null,
      conversion_id text not null,
      revision integer not null,
      kind text not null check (kind in ('day', 'visitor', 'channel')),
      day date not null,
      -- visitor: the completing day before. channel: a day of the visitor up to this one, or the one before it. day: this day.
      other_day date not null,
      channel text not null,
      -- Empty where there is none.
      currency text not null,
      count bigint not null,
      revenue_micros numeric not null,
      primary key (workspace_id, conversion_id, revision, kind, day, other_day, channel, currency)
    );
    create index conversion_completions_nobody on conversion_completions (workspace_id, conversion_id, occurred_at)
      where visitor_id is null;

    -- Everything is counted anew with the next drain.
    update rollup_states set timezone = '';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index conversion_completions_nobody;
    drop table completion_sums;
  `);
}
