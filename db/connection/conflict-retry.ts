import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type pg from 'pg';
import { isConflict } from './errors';

/** Attempts at a transaction or a single statement, including the first. */
const maxAttempts = 5;
/** Milliseconds: the longest pause after the first attempt. It doubles with each attempt. */
const firstPauseMs = 20;

/** Conflicts that were retried in vain. A transaction around the one that failed does not repeat it again. */
const exhausted = new WeakSet<object>();

/**
 * Repeats work that PostgreSQL rolled back because of a serialization failure or a deadlock. The pauses are random, so that two
 * callers do not meet again.
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

/** What is used of a pool that is not in its public type. */
interface TransactionContext {
  transaction(container?: unknown, settings?: unknown): PromiseLike<unknown>;
}

/**
 * Makes a pool repeat its transactions after a conflict. The whole callback runs again, so it must not change anything outside the
 * transaction, or only what may be changed twice. A transaction inside another one is never repeated alone.
 */
export function retryTransactions(pool: Knex): void {
  const { context } = pool as unknown as { context: TransactionContext };
  const begin = context.transaction.bind(context);
  context.transaction = (container, settings) =>
    typeof container === 'function' ? retryConflicts(() => begin(container, settings)) : begin(container, settings);
}

type Callback = (error: unknown, result?: unknown) => void;
type Query = (...given: unknown[]) => PromiseLike<unknown> | undefined;

/** Makes a connection repeat statements that conflicted outside a transaction. */
export function retryStatements(connection: pg.Client): void {
  const client = connection as unknown as { query: Query };
  const query = client.query.bind(client);
  client.query = (...given) => {
    // A statement of a transaction cannot be repeated alone; and after a failed commit there is nothing to commit.
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

/** Building an index concurrently leaves an invalid index when it fails. */
function commitsInParts(statement: unknown): boolean {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text;
  return text === undefined || /\bconcurrently\b/i.test(text.slice(0, 60));
}
