import type { Knex } from 'knex';
import { reportPatterns } from '../pattern-report';

/**
 * Patterns that were saved under older rules are looked at once, and what is wrong with one is recorded in the log of its
 * experiment or conversion. None is changed.
 */
export async function up(knex: Knex): Promise<void> {
  await reportPatterns(knex);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`delete from audit_entries where actor = 'system' and action like '%.pattern\\_reported'`);
}
