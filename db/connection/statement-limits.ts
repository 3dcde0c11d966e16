import type pg from 'pg';
import type { Database } from './pool';
import { limitStatements } from './server-watch';

/** Milliseconds for what works on all that a person has, or on a portion: longer than a request may take. */
const longStatementMs = 600_000;
/** Milliseconds for what works on all that a workspace has: a hundred million events take some ten minutes a statement. */
export const wholeWorkspaceMs = 6 * 3_600_000;
/** This end waits longer, as the server says what it has ended. */
const afterServerMs = 2_000;

/**
 * Lets each further statement of a transaction take long, at the server and at this end of the connection.
 * @param eachMs ten minutes unless given
 */
export async function allowLongStatements(transaction: Database, eachMs = longStatementMs): Promise<void> {
  await transaction.raw(`set local statement_timeout = ${eachMs}`);
  const { executionPromise, client } = transaction as unknown as Transaction;
  const restore = limitStatements(await client.acquireConnection(), eachMs + afterServerMs);
  executionPromise.then(restore, restore);
}

/** What is used of a transaction beside its public type. */
interface Transaction {
  /** Ends with the transaction. */
  executionPromise: Promise<unknown>;
  client: { acquireConnection(): Promise<pg.Client> };
}
