import { connect, type Database } from '../../../db/connection/pool';
import { isDatabaseUnavailable } from '../../../db/connection/errors';
import type { WatchTimes } from '../../../db/connection/server-watch';
import { createTestDatabase } from '../../support/database';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';
import { waitFor } from '../../support/wait-for';

/** The statement timeout is never reached. Statements end only because the server does not respond. */
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

/** Detects a paused server quickly. */
const impatient = { quietMs: 100, probeMs: 500 };
/** Never mistakes a slow server for an unresponsive one, even on a slow machine. */
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

test('statements fail while the server does not respond, and work again afterwards', async () => {
  connectThroughProxy(impatient);
  await waitFor(isReachable);
  proxy.pauseUpstream();
  const errors = await Promise.all(
    ['select 1', 'select 2', 'select 3'].map((statement) => errorOf(database.raw(statement))),
  );
  expect(errors.map(isDatabaseUnavailable)).toEqual([true, true, true]);
  expect(isDatabaseUnavailable(await errorOf(database.transaction((transaction) => transaction.raw('select 1'))))).toBe(
    true,
  );
  proxy.resume();
  await waitFor(isReachable);
});

test('the first connection also detects an unresponsive server', async () => {
  connectThroughProxy(impatient);
  proxy.pauseUpstream();
  const error = await errorOf(database.raw('select 1'));
  expect(error).toMatchObject({ name: 'DatabaseUnavailableError' });
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test('a broken or refused connection counts as an unavailable database', async () => {
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
  expect(broken).toMatchObject({ name: 'DatabaseUnavailableError' });
  expect(isDatabaseUnavailable(await errorOf(database.raw('select 1')))).toBe(true);
});

test('an invalid statement does not count as an unavailable database, whatever its message', async () => {
  connectThroughProxy(patient);
  const wrong = await errorOf(
    database.raw(`do $$ begin raise exception 'Connection terminated: timeout expired'; end $$`),
  );
  expect(wrong).toMatchObject({ code: 'P0001' });
  expect(isDatabaseUnavailable(wrong)).toBe(false);
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(false);
});

test('a slow statement continues if the server responds to probes', async () => {
  connectThroughProxy(patient);
  const other = connect({ url: server.url, poolSize: 1, applicationName: 'apex-test' });
  await other.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock(1)');
    const slow = database.raw('select pg_advisory_lock(1)');
    // The server sends nothing for this statement, but accepts each probe.
    const before = proxy.connections();
    const probed = waitFor(() => Promise.resolve(proxy.connections() >= before + 4));
    await Promise.race([probed, slow.then(() => Promise.reject(new Error('The lock was free.')))]);
    await transaction.commit();
    await expect(slow).resolves.toBeDefined();
  });
  await other.destroy();
});
