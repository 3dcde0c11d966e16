import { connect, type Database } from '../../db/connection/pool';
import { isDatabaseAway } from '../../db/connection/errors';
import type { WatchTimes } from '../../db/connection/server-watch';
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

beforeEach(() => proxy.resume());

afterEach(() => database.destroy());

function connectThroughProxy(watch: WatchTimes): void {
  const url = proxy.urlFor(server.url);
  database = connect({ url, poolSize: 4, applicationName: 'apex-test', statementTimeoutMs: anHourMs, watch });
}

/** A server that is paused is soon found out. */
const impatient = { quietMs: 100, probeMs: 500 };
/** A server that lives is never taken for silent, however slow the machine. */
const patient = { quietMs: 100, probeMs: anHourMs };

afterAll(async () => {
  await proxy.close();
  await server.drop();
});

const isReachable = async (): Promise<boolean> => (await errorOf(database.raw('select 1'))) === 'no error';

const errorOf = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => 'no error',
    (error: unknown) => error,
  );

test('a statement fails when the server falls silent, further ones at once, until it speaks again', async () => {
  connectThroughProxy(impatient);
  await waitFor(isReachable);
  proxy.pauseUpstream();
  const errors = await Promise.all(
    ['select 1', 'select 2', 'select 3'].map((statement) => errorOf(database.raw(statement))),
  );
  expect(errors.map(isDatabaseAway)).toEqual([true, true, true]);
  expect(isDatabaseAway(await errorOf(database.transaction((transaction) => transaction.raw('select 1'))))).toBe(true);
  proxy.resume();
  await waitFor(isReachable);
});

test('a silent server is found out by the first connection, too', async () => {
  connectThroughProxy(impatient);
  proxy.pauseUpstream();
  const error = await errorOf(database.raw('select 1'));
  expect(error).toMatchObject({ name: 'DatabaseAwayError' });
  expect(isDatabaseAway(error)).toBe(true);
});

test('a connection that breaks, and one that is refused, are the database being away', async () => {
  connectThroughProxy(patient);
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
  connectThroughProxy(patient);
  const wrong = await errorOf(
    database.raw(`do $$ begin raise exception 'Connection terminated: timeout expired'; end $$`),
  );
  expect(wrong).toMatchObject({ code: 'P0001' });
  expect(isDatabaseAway(wrong)).toBe(false);
  expect(isDatabaseAway(new Error('Connection terminated unexpectedly'))).toBe(false);
});

test('a slow statement of a server that lives goes on', async () => {
  connectThroughProxy(patient);
  const other = connect({ url: server.url, poolSize: 1, applicationName: 'apex-test' });
  await other.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock(1)');
    const slow = database.raw('select pg_advisory_lock(1)');
    // The server says nothing to the statement meanwhile, and accepts each probe.
    const before = proxy.connections();
    const probed = waitFor(() => Promise.resolve(proxy.connections() >= before + 4));
    await Promise.race([probed, slow.then(() => Promise.reject(new Error('The lock was free.')))]);
    await transaction.commit();
    await expect(slow).resolves.toBeDefined();
  });
  await other.destroy();
});
