import type pg from 'pg';
import type { Database } from './pool';
import { limitStatements } from './server-watch';

/** Statement limit in milliseconds for work on all data of a person, or on a batch: longer than a request may take. */
const longStatementMs = 600_000;
/**
 * Statement limit in milliseconds for work on all data of a workspace: with a hundred million events, a statement takes
 * about ten minutes.
 */
export const wholeWorkspaceMs = 6 * 3_600_000;
/** Extra milliseconds for the client, so that the server's timeout comes first and reports which statement it ended. */
const afterServerMs = 2_000;

/**
 * Extends the limit of every later statement of a transaction, on the server and on the client.
 * @param eachMs limit per statement in milliseconds; ten minutes by default
 */
export async function allowLongStatements(transaction: Database, eachMs = longStatementMs): Promise<void> {
  await transaction.raw(`set local statement_timeout = ${eachMs}`);
  const { executionPromise, client } = transaction as unknown as Transaction;
  const restore = limitStatements(await client.acquireConnection(), eachMs + afterServerMs);
  executionPromise.then(restore, restore);
}

/** The parts of a transaction used here that its public type lacks. */
interface Transaction {
  /** Settles when the transaction ends. */
  executionPromise: Promise<unknown>;
  client: { acquireConnection(): Promise<pg.Client> };
}
