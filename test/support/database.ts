import { randomBytes } from 'node:crypto';
import { connect, type Database } from '../../db/connection/pool';
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

/**
 * Connects to a new database before the tests of the calling file, and drops it after them. Tests and hooks that are
 * defined below the call can use it.
 */
export function useDatabase(options: Omit<Parameters<typeof connect>[0], 'url' | 'applicationName'>): Database {
  let created: TestDatabase | undefined;
  let pool: Database | undefined;
  beforeAll(async () => {
    created = await createTestDatabase();
    pool = connect({ url: created.url, applicationName: 'apex-test', ...options });
  });
  afterAll(async () => {
    await pool?.destroy();
    await created?.drop();
  });
  const opened = (): Database => {
    if (pool === undefined) throw new Error('The database does not exist yet: use it inside a test or a later hook.');
    return pool;
  };
  return new Proxy((() => undefined) as unknown as Database, {
    apply: (_target, _this, given: [string]) => opened()(...given),
    get: (_target, name) => Reflect.get(opened(), name) as unknown,
  });
}
