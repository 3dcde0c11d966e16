import { randomBytes } from 'node:crypto';
import { onServer } from './on-server';
import { TEMPLATE_DATABASE } from './template-database';

export interface TestDatabase {
  url: string;
  /** Drops the database, closing connections that are still open. */
  drop(): Promise<void>;
}

/** Creates a database for one test file: with the newest schema, or without one if `empty`. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined)
    throw new Error('TEST_DATABASE_URL is not set: run the tests by jest, which starts the server.');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(
    server,
    `create database ${name} template ${empty ? 'template0' : TEMPLATE_DATABASE} strategy file_copy`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}
