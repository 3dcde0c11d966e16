import { connect, isDatabaseAway, type Database } from '../../db/connection';
import { createTestDatabase } from '../support/database';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { waitFor } from '../support/wait-for';

/** A limit of an hour never ends a statement here: what ends it is that the server says nothing. */
const anHourMs = 3_600_000;

let server: { url: string; drop: () => Promise<void> };
let proxy: TcpProxy;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  const target = new URL(server.url);
  proxy = await startTcpProxy(target.hostname, Number(target.port));
});

beforeEach(() => {
  proxy.resume();
  const url = proxy.urlFor(server.url);
  database = connect({ url, poolSize: 4, applicationName: 'apex-test', statementTimeoutMs: anHourMs });
});

afterEach(() => database.destroy());

afterAll(async () => {
  await proxy.close();
  await server.drop();
});

const errorOf = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => 'no error',
    (error: unknown) => error,
  );

test('a statement fails when the server falls silent, further ones at once, until it speaks again', async () => {
  await database.raw('select 1');
  proxy.pauseUpstream();
  const errors = await Promise.all(
    ['select 1', 'select 2', 'select 3'].map((statement) => errorOf(database.raw(statement))),
  );
  expect(errors.map(isDatabaseAway)).toEqual([true, true, true]);
  expect(isDatabaseAway(await errorOf(database.transaction((transaction) => transaction.raw('select 1'))))).toBe(true);
  proxy.resume();
  await waitFor(() =>
    database.raw('select 1').then(
      () => true,
      () => false,
    ),
  );
});

test('a silent server is found out by the first connection, too', async () => {
  proxy.pauseUpstream();
  const error = await errorOf(database.raw('select 1'));
  expect(error).toMatchObject({ name: 'DatabaseAwayError' });
  expect(isDatabaseAway(error)).toBe(true);
});

test('a connection that breaks, and one that is refused, are the database being away', async () => {
  await database.raw('select 1');
  const sleeping = errorOf(database.raw('select pg_sleep(3600)'));
  await waitFor(async () => {
    const { rows } = await database.raw<{ rows: unknown[] }>(
      `select 1 from pg_stat_activity where query = 'select pg_sleep(3600)' and state = 'active'`,
    );
    return rows.length === 1;
  });
  proxy.refuse();
  proxy.cut();
  const broken = await sleeping;
  expect(broken).toMatchObject({ name: 'DatabaseAwayError' });
  expect(isDatabaseAway(await errorOf(database.raw('select 1')))).toBe(true);
});

test('a wrong statement is not the database being away, whatever its message says', async () => {
  const wrong = await errorOf(
    database.raw(`do $$ begin raise exception 'Connection terminated: timeout expired'; end $$`),
  );
  expect(wrong).toMatchObject({ code: 'P0001' });
  expect(isDatabaseAway(wrong)).toBe(false);
  expect(isDatabaseAway(new Error('Connection terminated unexpectedly'))).toBe(false);
});

test('a slow statement of a server that lives goes on', async () => {
  await database.raw('select 1');
  // Longer than a silence may last: the server says nothing meanwhile, and answers when it is asked.
  await expect(database.raw('select pg_sleep(12)')).resolves.toBeDefined();
});
