import type pg from 'pg';
import type { Database } from './pool';
import { limitStatements } from './server-watch';

/** Milliseconds for what works on all that a workspace or a person has: longer than a request may take. */
const longStatementMs = 600_000;
/** This end waits longer, as the server says what it has ended. */
const afterServerMs = 2_000;

/** Lets each further statement of a transaction take ten minutes, at the server and at this end of the connection. */
export async function allowLongStatements(transaction: Database): Promise<void> {
  await transaction.raw(`set local statement_timeout = ${longStatementMs}`);
  const { executionPromise, client } = transaction as unknown as Transaction;
  const restore = limitStatements(await client.acquireConnection(), longStatementMs + afterServerMs);
  executionPromise.then(restore, restore);
}

/** What is used of a transaction beside its public type. */
interface Transaction {
  /** Ends with the transaction. */
  executionPromise: Promise<unknown>;
  client: { acquireConnection(): Promise<pg.Client> };
}
