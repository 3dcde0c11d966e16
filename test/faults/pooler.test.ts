import { connect, type Database, preparedAs } from '../../db/connection/pool';
import { rowsOf, runPrepared } from '../../db/connection/statements';
import { databaseArea } from '../../tools/doctor/database-area';
import { apiClient } from '../support/api-client';
import {
  createCommunication,
  createSubject,
  executionsOf,
  publishJourney,
  trackEvent,
  uniqueName,
} from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { findPgBouncer, type PgBouncer, startPgBouncer } from '../support/pgbouncer';
import { findingsOf } from '../support/run-areas';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { untilReady } from '../support/until-ready';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** The service behind a PgBouncer in transaction mode. */

const program = findPgBouncer();
// PgBouncer comes from the system's packages. The tests are skipped if it is not installed.
const behindPgBouncer = program === null ? describe.skip : describe;

behindPgBouncer('behind PgBouncer in transaction mode', () => {
  let bouncer: PgBouncer;
  /** A proxy in front of PostgreSQL, for PgBouncer and for direct connections. */
  let line: TcpProxy;
  let directUrl: string;
  const pools: Database[] = [];

  const pool = (options: { directUrl?: string; poolSize?: number } = {}): Database => {
    const created = connect({ url: bouncer.url, poolSize: 8, applicationName: 'apex-test', ...options });
    pools.push(created);
    return created;
  };

  const isListening = async (): Promise<boolean> => {
    const [row] = await rowsOf<{ listeners: number }>(
      world.database.raw(
        `select count(*)::int as listeners from pg_stat_activity
          where datname = current_database() and application_name = 'apex-outbox'`,
      ),
    );
    return row?.listeners === 1;
  };

  afterAll(async () => {
    line.resume();
    await Promise.all(pools.map((each) => each.destroy()));
  });

  const world = useWorld({
    async environment(databaseUrl) {
      const { hostname, port } = new URL(databaseUrl);
      line = await startTcpProxy(hostname, Number(port));
      directUrl = line.urlFor(databaseUrl);
      bouncer = await startPgBouncer(program!, directUrl, {
        serverConnections: 4,
        connectQuery: 'set statement_timeout = 30000',
      });
      return { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: directUrl };
    },
  });

  afterAll(async () => {
    await bouncer.stop();
    await line.close();
  });

  test('an event starts its journey by a notification, not by polling the outbox, and its email is sent', async () => {
    // Polls are a minute apart, so only the listener's own connection can wake the dispatcher earlier.
    await world.startWorker({ OUTBOX_POLL_MS: '60000' });
    const subject = uniqueName('pooled');
    const communicationId = await createCommunication(world, subject);
    const steps = [
      { id: 'send', kind: 'send', communicationId, next: 'end' },
      { id: 'end', kind: 'exit', reason: 'end' },
    ];
    const journey = await publishJourney(world, steps);
    const people = await Promise.all(Array.from({ length: 12 }, () => createSubject(world)));
    await waitFor(isListening, { what: 'the listener, which the test before may have cut off' });
    for (const { visitorId } of people) await trackEvent(world, journey.eventName, visitorId);
    await waitFor(
      async () => (await executionsOf(world, journey.id)).filter(({ status }) => status === 'COMPLETED').length === 12,
      { what: 'the end of twelve executions' },
    );
    const sent = (await readSink(world.sesEndpoint)).filter((message) => message.subject.includes(subject));
    expect(sent).toHaveLength(12);
  });

  test('statements prepared on one connection run on any other', async () => {
    const statement = { name: 'pooler_sum', text: 'select $1::int + $2::int as sum' };
    const database = pool({ directUrl });
    const sums = await Promise.all(
      Array.from({ length: 200 }, (_, a) => runPrepared<{ sum: number }>(database, statement, [a, 1])),
    );
    expect(sums.map(({ rows: [row] }) => row?.sum)).toEqual(Array.from({ length: 200 }, (_, a) => a + 1));
    await database.transaction((transaction) => {
      expect(preparedAs(transaction, 'pooler_sum')).toEqual({});
      return Promise.resolve();
    });
    expect(preparedAs(world.database, 'pooler_sum')).toEqual({ name: 'pooler_sum' });
  });

  test('without a direct PostgreSQL address, PgBouncer refuses the connection and gives the reason', async () => {
    await expect(pool().raw('select 1')).rejects.toThrow(/unsupported startup parameter: statement_timeout/);
  });

  test('a PostgreSQL that stops responding behind PgBouncer is detected within 10 s, and its return too', async () => {
    const read = () => world.api.get('/api/journeys');
    expect((await read()).status).toBe(200);
    line.pauseUpstream();
    const away = await read().finally(() => line.resume());
    expect(away).toMatchObject({ status: 503, body: { error: expect.stringContaining('unavailable') as string } });
    expect(away.headers.get('retry-after')).toMatch(/^\d+$/);
    await waitFor(async () => (await read()).status === 200, { what: 'PostgreSQL to be found again' });
  });

  test('a PostgreSQL that refuses connections counts as unavailable, and its return is detected', async () => {
    const read = () => world.api.get('/api/journeys');
    line.refuse();
    line.cut();
    await waitFor(async () => (await read()).status === 503, { what: 'the service to notice' });
    line.resume();
    await waitFor(async () => (await read()).status === 200, { what: 'PostgreSQL to be found again' });
    await untilReady(apiClient(world.apiUrl));
  });

  test('the doctor checks whether statements through it time out', async () => {
    const checkPooler = async (pooled: Database): Promise<string | undefined> =>
      (await findingsOf(databaseArea(world.database, { pooled })))['pooler'];
    expect(await checkPooler(pool({ directUrl }))).toBe('ok: statement timeout 30s');
    const endless = await startPgBouncer(program!, directUrl, { serverConnections: 2 });
    const database = connect({ url: endless.url, directUrl, poolSize: 2, applicationName: 'apex-test' });
    const found = await checkPooler(database);
    await database.destroy();
    await endless.stop();
    expect(found).toBe('warning: statements through the pooler never time out');
  });
});
