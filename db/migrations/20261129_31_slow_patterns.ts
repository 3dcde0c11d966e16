import type { Knex } from 'knex';
import { reportPatterns } from '../pattern-report';

/**
 * Patterns that take a browser more than linear time may not be saved any more. Those that are stored are recorded in the log of their
 * experiment or conversion, and stay as they are.
 */
export async function up(knex: Knex): Promise<void> {
  await reportPatterns(knex);
}

/** What was reported stays: an entry of the log is never wrong. */
export async function down(): Promise<void> {
  // Nothing else was changed.
}
