import knex from 'knex';
import pg from 'pg';

const { KnexTimeoutError } = knex;

/** PostgreSQL cannot be reached, or a connection broke. It is unknown whether the running statement was executed. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  /** Code of the cause, from the operating system or PostgreSQL. */
  readonly code: string | undefined;

  constructor(what: string, cause?: unknown) {
    super(cause === undefined ? what : `${what}: ${(cause as Error).message}`, { cause });
    this.code = codeOf(cause);
  }
}

/** PostgreSQL error codes. Class 08, connection errors, is checked separately. */
const unavailableCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Timeouts: a statement was canceled, or a lock was not acquired in time.
  '57014',
  '55P03',
  // The server accepts no writes: its disk is full, or it is a standby.
  '53100',
  '25006',
  // Conflicts with other transactions that persisted after all retries.
  '40001',
  '40P01',
]);

/** Network error codes of the operating system. */
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH']);

/**
 * Returns whether an error means that PostgreSQL is unavailable or out of capacity, rather than that a statement was
 * invalid.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof KnexTimeoutError) return true;
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  const code = String(error.code);
  if (error instanceof pg.DatabaseError) return unavailableCodes.has(code) || code.startsWith('08');
  return socketCodes.has(code);
}

/** Returns whether an error is a timeout of a statement or of its wait for a lock. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '57014' || error.code === '55P03');

/** Returns whether an error is a timeout of a wait for a lock. */
export const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03';

/** Returns whether an error is PostgreSQL's rejection of a duplicate unique value. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505';

/**
 * Returns whether PostgreSQL rolled back a statement or transaction because of a serialization failure or a deadlock.
 * Retrying the same work may succeed.
 */
export const isConflict = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');

/**
 * Returns whether a replica canceled a statement, or closed an idle connection, because it blocked the replay of
 * changes from the primary.
 */
export const isRecoveryConflict = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError || error instanceof DatabaseUnavailableError) &&
  (error.code === '40001' || error.code === '40P01');

/** Returns whether an error means that a row references another row that does not exist (any more). */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503';

/** Returns the code of an error, from the operating system or PostgreSQL. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code === undefined) return undefined;
  return String(error.code);
}
