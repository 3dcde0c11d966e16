import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type pg from 'pg';
import { isConflict } from './errors';

/** Maximum attempts at a transaction or a single statement, including the first. */
const maxAttempts = 5;
/** Maximum pause after the first attempt, in milliseconds. It doubles with each attempt. */
const firstPauseMs = 20;

/** Conflicts that persisted after all retries. An enclosing transaction does not retry them again. */
const exhausted = new WeakSet<object>();

/**
 * Retries work that PostgreSQL rolled back because of a serialization failure or a deadlock. The pauses are random, so
 * that two callers do not collide again.
 * @throws the last conflict after {@link maxAttempts} attempts; any other error immediately
 */
async function retryConflicts<Result>(attempt: () => PromiseLike<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || exhausted.has(error)) throw error;
      if (attempts === maxAttempts) {
        exhausted.add(error);
        throw error;
      }
      await delay(Math.random() * firstPauseMs * 2 ** (attempts - 1));
    }
  }
}

/** The part of a pool used here that its public type lacks. */
interface TransactionContext {
  transaction(container?: unknown, settings?: unknown): PromiseLike<unknown>;
}

/**
 * Makes a pool retry its transactions after a conflict. The whole callback runs again, so changes that it makes outside
 * the transaction must be safe to repeat. A nested transaction is never retried on its own.
 */
export function retryTransactions(pool: Knex): void {
  const { context } = pool as unknown as { context: TransactionContext };
  const begin = context.transaction.bind(context);
  context.transaction = (container, settings) =>
    typeof container === 'function' ? retryConflicts(() => begin(container, settings)) : begin(container, settings);
}

type Callback = (error: unknown, result?: unknown) => void;
type Query = (...given: unknown[]) => PromiseLike<unknown> | undefined;

/** Makes a connection retry statements that conflicted outside a transaction. */
export function retryStatements(connection: pg.Client): void {
  const client = connection as unknown as { query: Query };
  const query = client.query.bind(client);
  client.query = (...given) => {
    // A statement in a transaction cannot be retried on its own, and after a failed commit there is nothing left to
    // commit.
    if (connection.getTransactionStatus() !== 'I' || commitsInParts(given[0])) return query(...given);
    const callback = given.at(-1);
    if (typeof callback !== 'function') return retryConflicts(() => query(...given) as PromiseLike<unknown>);
    const run = (): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const settle: Callback = (error, result) => (error ? reject(error) : resolve(result));
        void query(...given.slice(0, -1), settle);
      });
    retryConflicts(run).then(
      (result) => (callback as Callback)(null, result),
      (error: unknown) => (callback as Callback)(error),
    );
    return undefined;
  };
}

/**
 * Returns whether a statement commits in several steps. A failed concurrent index build leaves an invalid index behind,
 * so it must not be retried.
 */
function commitsInParts(statement: unknown): boolean {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text;
  return text === undefined || /\bconcurrently\b/i.test(text.slice(0, 60));
}
