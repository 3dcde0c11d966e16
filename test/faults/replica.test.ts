import { connect, type Database } from '../../db/connection/pool';
import { readWalPosition } from '../../db/connection/replica';
import { rowsOf } from '../../db/connection/statements';
import { migrate } from '../../db/migrate';
import { seedDemoWorkspace, type DemoWorkspace } from '../../dev/seed';
import { createReplica, type Replica } from '../../operations/analytics/report-replica';
import { databaseArea } from '../../tools/doctor/database-area';
import { apiClient, type ApiClient } from '../support/api-client';
import { freeze, thaw } from '../support/freeze';
import { setting } from '../support/members';
import { startProcess, type StartedProcess } from '../support/process';
import { onServer } from '../support/on-server';
import { startReplicatedPostgres, type ReplicatedPostgres } from '../support/replicated-postgres';
import { findingsOf } from '../support/run-areas';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** Reports read from a streaming replica equal those from the primary, however large the replication lag. */

const settings = [
  'fsync=off',
  'max_standby_streaming_delay=0',
  // The longest delay, so that only the message sent by a read can flush an asynchronous commit to disk.
  'wal_writer_delay=10s',
];

let servers: ReplicatedPostgres;
let primary: Database;
let demo: DemoWorkspace;
const pools: Database[] = [];

const pool = (url: string): Database => {
  const created = connect({ url, poolSize: 4, applicationName: 'apex-test', retriesConflicts: false });
  pools.push(created);
  return created;
};
const replicaWith = (waitMs: number, url = servers.replica.url): Replica =>
  createReplica(pool(url), { waitMs, asideMs: 0 });

/** @returns the result of `act`, called while the replica pauses its replay */
const whilePaused = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  await onServer(servers.replica.adminUrl, 'select pg_wal_replay_pause()');
  try {
    const isPaused = async (): Promise<boolean> => {
      const query = `select pg_get_wal_replay_pause_state() = 'paused' as "isPaused"`;
      return (await onServer<{ isPaused: boolean }>(servers.replica.adminUrl, query)).isPaused;
    };
    await waitFor(isPaused, { what: 'the replica to pause' });
    return await act();
  } finally {
    await onServer(servers.replica.adminUrl, 'select pg_wal_replay_resume()');
  }
};
const untilReplayed = async (): Promise<void> => {
  const { lsn } = await onServer<{ lsn: string }>(servers.primary.adminUrl, 'select pg_current_wal_flush_lsn() as lsn');
  const query = `select pg_last_wal_replay_lsn() >= '${lsn}' as "isThere"`;
  const isThere = async (): Promise<boolean> =>
    (await onServer<{ isThere: boolean }>(servers.replica.adminUrl, query)).isThere;
  await waitFor(isThere, { what: 'the replica to replay what tests before left' });
};

const lines = async (snapshot: Database): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(snapshot.raw('select count(*)::int as count from replica_lines'));
  return row!.count;
};
/** Adds a row without waiting for the disk, as event counts are stored. */
const addLine = (): Promise<unknown> =>
  primary.transaction(async (transaction) => {
    await transaction.raw('set local synchronous_commit = off');
    await transaction('replica_lines').insert({ id: transaction.raw('default') });
  });

afterAll(async () => {
  await Promise.all(pools.map((each) => each.destroy()));
  await servers.stop();
});

const world = useWorld({ temporal: false });

beforeAll(async () => {
  servers = await startReplicatedPostgres({ settings });
  await migrate(servers.primary.url);
  demo = await seedDemoWorkspace({ databaseUrl: servers.primary.url, keyPepper: setting(world, 'KEY_PEPPER') });
  primary = pool(servers.primary.url);
  await primary.raw('create table replica_lines (id serial primary key)');
});

beforeEach(untilReplayed);

describe('a read on the replica', () => {
  it('sees everything committed before, although only the read flushes it to disk', async () => {
    const replica = replicaWith(60_000);
    for (let round = 0; round < 20; round += 1) {
      await addLine();
      const expected = await lines(primary);
      expect(await replica.read(await readWalPosition(primary), lines)).toEqual({ result: expected });
    }
    expect(replica.counts()).toEqual({ done: 20, behind: 0, cancelled: 0, away: 0 });
  });

  it('waits for a replica that lags behind', async () => {
    const replica = replicaWith(300_000);
    const { read, expected } = await whilePaused(async () => {
      await addLine();
      const stored = await lines(primary);
      const begun = replica.read(await readWalPosition(primary), lines);
      // The row would be stored by now, but the read does not see it.
      expect(await lines(pools.at(-1)!)).toBe(stored - 1);
      return { read: begun, expected: stored };
    });
    expect(await read).toEqual({ result: expected });
  });

  it('is abandoned if the replica does not catch up in time', async () => {
    const replica = replicaWith(1_000);
    const read = await whilePaused(async () => {
      await addLine();
      return replica.read(await readWalPosition(primary), lines);
    });
    expect([read, replica.counts().behind]).toEqual([null, 1]);
  });

  it('is abandoned if the replica has to cancel it', async () => {
    const replica = replicaWith(60_000);
    let isUnderWay = false;
    const read = replica.read(await readWalPosition(primary), async (snapshot) => {
      await lines(snapshot);
      isUnderWay = true;
      // Truncates the table during the read; the replica may not delay its replay for readers.
      await snapshot.raw('select count(*) from replica_lines, pg_sleep(60)');
    });
    await waitFor(() => isUnderWay);
    await primary.raw('truncate replica_lines');
    expect([await read, replica.counts()]).toEqual([null, { done: 0, behind: 0, cancelled: 1, away: 0 }]);
  });

  it('is abandoned if the replica has to cancel it between two statements', async () => {
    const replica = replicaWith(60_000);
    const read = replica.read(await readWalPosition(primary), async (snapshot) => {
      await lines(snapshot);
      await primary.raw('truncate replica_lines');
      await untilReplayed();
      await lines(snapshot);
    });
    expect([await read, replica.counts()]).toEqual([null, { done: 0, behind: 0, cancelled: 1, away: 0 }]);
  });

  it('throws the error of the read', async () => {
    const replica = replicaWith(60_000);
    const position = await readWalPosition(primary);
    await expect(replica.read(position, (snapshot) => snapshot.raw('select 1 / 0'))).rejects.toThrow(
      /division by zero/,
    );
  });

  it('is refused by a server that does not follow the primary', async () => {
    const position = await readWalPosition(primary);
    const itself = replicaWith(60_000, servers.primary.url);
    expect([await itself.read(position, lines), itself.counts().away]).toEqual([null, 1]);
    const other = replicaWith(60_000);
    expect([await other.read({ ...position, system: '1' }, lines), other.counts().away]).toEqual([null, 1]);
  });

  it('is not retried immediately if the replica is unavailable', async () => {
    const replica = createReplica(pool(servers.replica.url), { waitMs: 60_000, asideMs: 600_000 });
    const position = await readWalPosition(primary);
    expect(await replica.read({ ...position, system: '1' }, lines)).toBeNull();
    expect(await replica.read(position, lines)).toBeNull();
    expect(replica.counts()).toEqual({ done: 0, behind: 0, cancelled: 0, away: 2 });
  });
});

describe('an API with a replica', () => {
  let apis: { both: StartedProcess; alone: StartedProcess };
  let visitor = 0;

  const client = (of: StartedProcess): ApiClient => apiClient(`http://127.0.0.1:${of.ready.port}`, demo.serverKey);
  const outcomes = async (): Promise<Record<string, number>> => {
    const text = await (await fetch(`http://127.0.0.1:${apis.both.ready.port}/metrics`)).text();
    return Object.fromEntries(
      [...text.matchAll(/^apex_replica_reads\{outcome="(\w+)"\} (\d+)$/gm)].map(([, outcome, count]) => [
        outcome,
        Number(count),
      ]),
    );
  };
  /** After a failed read, the API does not use the replica for some seconds. */
  const untilReadThere = async (): Promise<void> => {
    const { done } = await outcomes();
    const isReadThere = async (): Promise<boolean> => {
      await client(apis.both).get('/api/analytics/summary?period=7d');
      return (await outcomes())['done']! > done!;
    };
    await waitFor(isReadThere, { what: 'a report to be read at the replica' });
  };
  const visit = async (): Promise<string> => {
    visitor += 1;
    const email = `reader-${visitor}@example.com`;
    const event = { type: 'pageview', visitorId: `reader-${visitor}`, url: 'https://shop.example/?utm_medium=email' };
    const { status } = await client(apis.both).post('/api/v1/events', { ...event, email });
    expect(status).toBe(200);
    const [person] = await primary('end_users').where({ email }).select<{ id: string }[]>('id');
    return person!.id;
  };
  const reports = (leadId: string): string[] => [
    '/api/analytics/summary?period=7d',
    '/api/analytics/timeseries?period=7d&metric=visitors',
    ...['first_touch', 'time_decay'].map((model) => `/api/attribution/summary?period=7d&model=${model}`),
    `/api/attribution/paths/${leadId}`,
  ];

  beforeAll(async () => {
    const start = (more: NodeJS.ProcessEnv): Promise<StartedProcess> =>
      startProcess({
        entry: 'api/server.ts',
        env: { ...world.environment, DATABASE_URL: servers.primary.url, ...more },
      });
    apis = {
      both: await start({ DATABASE_READ_URL: servers.replica.url, DATABASE_READ_WAIT_MS: '30000' }),
      alone: await start({}),
    };
  });

  afterAll(() => Promise.all(Object.values(apis).map((api) => api.stop())));

  it('reads every report from the replica, and counts events received a moment ago', async () => {
    await untilReadThere();
    for (const path of reports(await visit())) {
      const before = (await outcomes())['done']!;
      const sentAt = Date.now();
      const { status, body, headers } = await client(apis.both).get(path);
      expect([status, body]).toEqual([200, (await client(apis.alone).get(path)).body]);
      expect((await outcomes())['done']).toBe(before + 1);
      expect(Date.parse(headers.get('x-figures-as-of')!)).toBeGreaterThanOrEqual(sentAt);
    }
    const { body } = await client(apis.both).get('/api/analytics/summary?period=7d');
    expect(body).toMatchObject({ visitors: visitor, leads: visitor });
  });

  it('responds from the primary while the replica hangs, and soon stops waiting for it', async () => {
    try {
      freeze(servers.replica.pid);
      await visit();
      const { status, body } = await client(apis.both).get('/api/analytics/summary?period=7d');
      expect([status, body['visitors']]).toEqual([200, visitor]);
      await visit();
      expect((await client(apis.both).get('/api/analytics/summary?period=7d')).body['visitors']).toBe(visitor);
    } finally {
      thaw(servers.replica.pid);
    }
    const { away, behind } = await outcomes();
    expect(away! + behind!).toBeGreaterThanOrEqual(2);
  });

  it('responds from the primary without a replica, and from the replica when it is back', async () => {
    await servers.replica.stop();
    try {
      await visit();
      const { status, body } = await client(apis.both).get('/api/analytics/summary?period=7d');
      expect([status, body['visitors']]).toEqual([200, visitor]);
    } finally {
      await servers.restartReplica();
    }
    await untilReadThere();
  });
});

describe('the doctor', () => {
  const checkReplica = async (url: string): Promise<string | undefined> =>
    (await findingsOf(databaseArea(primary, { replica: pool(url) })))['replica'];

  it('reports the lag of the replica', async () => {
    expect(await checkReplica(servers.replica.url)).toMatch(/^ok: \d+ KB behind$/);
  });

  it('warns about a replica that replays nothing', async () => {
    const found = await whilePaused(async () => {
      await primary.raw(`insert into replica_lines select from generate_series(1, 600000)`);
      return checkReplica(servers.replica.url);
    });
    expect(found).toMatch(/^warning: \d\d MB behind: reports are read from the primary$/);
  });

  it('names a replica that follows another server', async () => {
    expect(await checkReplica(servers.primary.url)).toBe('problem: not a standby of the server in DATABASE_URL');
    expect(await checkReplica('postgres://postgres@127.0.0.1:1/apex')).toMatch(/^problem: .*ECONNREFUSED/);
  });
});
