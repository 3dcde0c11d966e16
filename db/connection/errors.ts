import knex from 'knex';
import pg from 'pg';
import { DatabaseAwayError } from './server-watch';

const { KnexTimeoutError } = knex;

/** Of PostgreSQL's own errors; class 08 is about connections. */
const awayCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // No answer in time: a statement was ended, or a lock was not had.
  '57014',
  '55P03',
  // The server takes no writes: it is full, or it stands by for another.
  '53100',
  '25006',
  // Other transactions were in the way at every attempt.
  '40001',
  '40P01',
]);

/** Of the system's network. */
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH']);

/** Whether an error says that PostgreSQL is away or has no room, rather than that a statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAwayError || error instanceof KnexTimeoutError) return true;
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  const code = String(error.code);
  if (error instanceof pg.DatabaseError) return awayCodes.has(code) || code.startsWith('08');
  return socketCodes.has(code);
}

/** Whether an error says that a statement, or its wait for a lock, was ended for its time. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '57014' || error.code === '55P03');

/** Whether an error says that a wait for a lock was ended for its time. */
export const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03';

/** Whether an error is PostgreSQL's refusal of a second row with the same unique value. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505';

/**
 * Whether PostgreSQL rolled a statement or transaction back because of others: a serialization failure or a deadlock. The same work may
 * succeed when it is repeated.
 */
export const isConflict = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');

/** Whether a replica ended a statement, or the connection of one that was to come, because it kept it from replaying what the primary did. */
export const isRecoveryConflict = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError || error instanceof DatabaseAwayError) &&
  (error.code === '40001' || error.code === '40P01');

/** Whether an error says that a row refers to one that is not there (any more). */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503';
