import { connect, type Database } from '../../../db/connection/pool';
import { rowsOf } from '../../../db/connection/statements';
import {
  closeOutlivedDays,
  dropOutlivedPartitions,
  makeEventPartitions,
} from '../../../operations/events/event-storage';
import { deleteClosedDays, purgeOutlived } from '../../../db/events/event-storage';
import { drainRollups } from '../../../operations/analytics/drain-rollups';
import { countLockWaits } from '../../support/lock-waits';
import { rebuildRollups } from '../../support/rebuild-rollups';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { readRollups, storeHistory } from '../../support/event-history';
import { waitFor } from '../../support/wait-for';
import { createWorkspace } from '../../support/workspaces';

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = connect({ url: testDatabase.url, poolSize: 6, applicationName: 'apex-test' });
});

afterEach(async () => {
  await database.destroy();
  await testDatabase.drop();
});

const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);
const { signal } = new AbortController();

const store = (workspaceId: string, times: readonly Date[]): Promise<void> =>
  storeHistory(
    database,
    workspaceId,
    times.map((occurredAt, index) => ({ id: `e${index}`, occurredAt, visitorId: 'v1', channel: 'email' })),
  );

const kept = async (workspaceId: string): Promise<string[]> =>
  (await database('events').where({ workspace_id: workspaceId }).orderBy('occurred_at').select('id')).map(
    ({ id }) => id as string,
  );

const partitionOf = (time: Date): string => `events_${time.toISOString().slice(0, 7).replace('-', '_')}`;

const partitions = async (): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      database.raw(`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass`),
    )
  ).map(({ name }) => name);

const makeMonths = (from: Date, to: Date): Promise<void> =>
  database.raw('select ensure_event_partitions(?::date, ?::date)', [from.toISOString(), to.toISOString()]);

async function applyRetention(): Promise<{ closed: number; events: number; dropped: string[] }> {
  const closed = (await closeOutlivedDays({ database, signal })).closed.length;
  const dropped = await dropOutlivedPartitions({ database });
  return { closed, dropped, events: await deleteClosedDays(database, signal) };
}

describe('retention', () => {
  it('deletes each workspace’s expired days across partitions, and keeps the sums', async () => {
    const [short, long] = [
      await createWorkspace(database, { retention_days: 40 }),
      await createWorkspace(database, { retention_days: 400 }),
    ];
    await makeMonths(daysAgo(500), daysAgo(0));
    const times = [daysAgo(300), daysAgo(100), daysAgo(41.5), daysAgo(39), daysAgo(1)];
    await store(short, times);
    await store(long, times);
    await drainRollups({ database }, short);
    const before = await readRollups(database, short);
    expect(before.channels).toHaveLength(5);
    expect(await applyRetention()).toMatchObject({ closed: 2, events: 3 });
    expect(await kept(short)).toEqual(['e3', 'e4']);
    expect(await kept(long)).toEqual(['e0', 'e1', 'e2', 'e3', 'e4']);
    const after = await readRollups(database, short);
    expect(after.visitors).toEqual(before.visitors.slice(3));
    expect(after.channels).toEqual(before.channels);
    expect((await readRollups(database, long)).visitors).toHaveLength(5);
    expect(await applyRetention()).toEqual({ closed: 0, events: 0, dropped: [] });
  });

  it('counts a day once more before closing it, and not after late events or a rebuild', async () => {
    const workspaceId = await createWorkspace(database, { retention_days: 10 });
    await store(workspaceId, [daysAgo(12), daysAgo(2)]);
    await applyRetention();
    const { channels } = await readRollups(database, workspaceId);
    expect(channels).toHaveLength(2);
    await storeHistory(database, workspaceId, [{ id: 'late', occurredAt: daysAgo(12), visitorId: 'v1' }]);
    await drainRollups({ database }, workspaceId);
    expect((await readRollups(database, workspaceId)).channels).toEqual(channels);
    await applyRetention();
    expect(await kept(workspaceId)).toEqual(['e1']);
    await database('workspaces').where({ id: workspaceId }).update({ timezone: 'UTC' });
    await rebuildRollups(database, workspaceId);
    expect((await readRollups(database, workspaceId)).channels).toEqual(channels);
  });

  it('ends a day at midnight in the workspace’s timezone', async () => {
    const workspaceId = await createWorkspace(database, { retention_days: 10, timezone: 'Pacific/Kiritimati' });
    const [{ midnight }] = (await rowsOf<{ midnight: Date }>(
      database.raw(
        `select ((now() at time zone 'Pacific/Kiritimati')::date - 10)::timestamp at time zone 'Pacific/Kiritimati' as midnight`,
      ),
    )) as [{ midnight: Date }];
    await store(workspaceId, [new Date(midnight.getTime() - 1), midnight]);
    await applyRetention();
    expect(await kept(workspaceId)).toEqual(['e1']);
  });

  it('skips a workspace that fails, keeps its events and closes the days of others', async () => {
    const [broken, sound] = [
      await createWorkspace(database, { retention_days: 10 }),
      await createWorkspace(database, { retention_days: 10 }),
    ];
    for (const workspaceId of [broken, sound]) await store(workspaceId, [daysAgo(12), daysAgo(2)]);
    await database.raw(
      `create function refuse_closing() returns trigger language plpgsql as $$ begin raise 'cannot be closed'; end $$;
       create trigger refuse_closing before update of closed_before on rollup_states
         for each row when (new.workspace_id = '${broken}') execute function refuse_closing()`,
    );
    const { closed, failures } = await closeOutlivedDays({ database, signal });
    expect(closed.map(({ workspaceId }) => workspaceId)).toEqual([sound]);
    expect([...failures.keys()]).toEqual([broken]);
    await deleteClosedDays(database, signal);
    expect([await kept(broken), await kept(sound)]).toEqual([['e0', 'e1'], ['e1']]);
    await database.raw('drop function refuse_closing cascade');
    await applyRetention();
    expect(await kept(broken)).toEqual(['e1']);
  });

  it('continues after an interruption', async () => {
    const workspaceId = await createWorkspace(database, { retention_days: 10 });
    await store(workspaceId, [daysAgo(12), daysAgo(11.5), daysAgo(2)]);
    await closeOutlivedDays({ database, signal });
    const killed = AbortSignal.abort(new Error('killed'));
    await expect(deleteClosedDays(database, killed)).rejects.toThrow('killed');
    await applyRetention();
    expect(await kept(workspaceId)).toEqual(['e2']);
    expect((await readRollups(database, workspaceId)).visitors).toHaveLength(1);
  });
});

describe('partitions', () => {
  it('are dropped if they end before every retention, or are old and empty', async () => {
    const workspaceId = await createWorkspace(database, { retention_days: 200 });
    await makeMonths(daysAgo(460), daysAgo(0));
    await store(workspaceId, [daysAgo(400), daysAgo(150)]);
    await drainRollups({ database }, workspaceId);
    const before = await partitions();
    const { dropped, events } = await applyRetention();
    expect(events).toBe(0);
    expect(dropped).toContain(partitionOf(daysAgo(400)));
    expect(dropped).toContain(partitionOf(daysAgo(110)));
    expect(await kept(workspaceId)).toEqual(['e1']);
    const left = await partitions();
    expect(left.sort()).toEqual(before.filter((name) => !dropped.includes(name)).sort());
    expect(left).toEqual(
      expect.arrayContaining(['events_default', partitionOf(daysAgo(150)), partitionOf(daysAgo(45))]),
    );
    expect((await readRollups(database, workspaceId)).channels).toHaveLength(2);
  });

  it('are created for coming months, and events move there from the default partition', async () => {
    const now = new Date();
    const ahead = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 15));
    await database.raw('drop table ??', [partitionOf(ahead)]);
    const workspaceId = await createWorkspace(database, { retention_days: 730 });
    await store(workspaceId, [ahead]);
    const placeOf = async (): Promise<string> =>
      (await rowsOf<{ place: string }>(database.raw('select tableoid::regclass::text as place from events')))[0]!.place;
    expect(await placeOf()).toBe('events_default');
    expect(await Promise.all([makeEventPartitions({ database }), makeEventPartitions({ database })])).toContainEqual([
      partitionOf(ahead),
    ]);
    expect(await placeOf()).toBe(partitionOf(ahead));
    expect(await makeEventPartitions({ database })).toEqual([]);
  });

  it('are not dropped during a read, and the attempt ends quickly to unblock writers', async () => {
    await makeMonths(daysAgo(200), daysAgo(0));
    await database.transaction(async (reader) => {
      await reader('events').count();
      await expect(dropOutlivedPartitions({ database })).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await dropOutlivedPartitions({ database })).toContain(partitionOf(daysAgo(150)));
  });
});

describe('purge', () => {
  it('deletes message ids after 25 hours', async () => {
    const workspaceId = await createWorkspace(database, { retention_days: 730 });
    const hoursAgo = (hours: number): Date => daysAgo(hours / 24);
    await database('event_messages').insert(
      [1, 23.9, 24.9, 25.1, 300].map((hours) => ({
        workspace_id: workspaceId,
        message_id: `${hours}`,
        received_at: hoursAgo(hours),
      })),
    );
    expect(await purgeOutlived(database, signal)).toMatchObject({ messageIds: 2 });
    const left = await database('event_messages').orderBy('received_at', 'desc').select('message_id');
    expect(left.map(({ message_id }) => message_id as string)).toEqual(['1', '23.9', '24.9']);
  });

  it('keeps a message id that is received again while its row is being deleted', async () => {
    const key = { workspace_id: 'w', message_id: 'm' };
    await database('event_messages').insert({ ...key, received_at: daysAgo(2) });
    const writer = await database.transaction();
    await writer('event_messages').where(key).update({ received_at: new Date() });
    const purge = purgeOutlived(database, signal);
    await purgeWaits();
    await writer.commit();
    expect(await purge).toMatchObject({ messageIds: 0 });
    const [left] = await database('event_messages').where(key);
    expect(left.received_at.getTime()).toBeGreaterThan(daysAgo(1).getTime());
  });

  it('deletes rejected events after 30 days, and beyond the newest 10,000 not replayed', async () => {
    const [full, calm] = [
      await createWorkspace(database, { retention_days: 730 }),
      await createWorkspace(database, { retention_days: 730 }),
    ];
    const refuse = (workspaceId: string, [from, to]: [number, number], columns: string): Promise<void> =>
      database.raw(
        `insert into rejected_events (workspace_id, id, origin, code, message, payload, envelope, received_at, replayed_at)
         select ?, 'r' || lpad(n::text, 6, '0'), 'public', 'X', 'x', '{}', '{}', ${columns} from generate_series(?::int, ?::int) n`,
        [workspaceId, from, to],
      );
    await refuse(full, [1, 10_005], `now() - n * interval '1 second', null`);
    await refuse(full, [20_001, 20_010], `now() - interval '20 days', now()`);
    await refuse(calm, [1, 3], `now() - interval '31 days', null`);
    await refuse(calm, [4, 6], `now() - interval '29 days', null`);
    expect(await purgeOutlived(database, signal)).toMatchObject({ rejectedEvents: 8 });
    const rows = await database('rejected_events').select('workspace_id', 'id').orderBy('id');
    const left = (workspaceId: string): string[] =>
      rows.filter(({ workspace_id }) => workspace_id === workspaceId).map(({ id }) => id as string);
    expect(left(calm)).toEqual(['r000004', 'r000005', 'r000006']);
    expect(left(full)).toHaveLength(10_010);
    expect(left(full)).not.toContain('r010001');
    expect(await purgeOutlived(database, signal)).toEqual({ messageIds: 0, rejectedEvents: 0, sessions: 0 });
  });
});

async function purgeWaits(): Promise<void> {
  await waitFor(async () => (await countLockWaits(database, { query: '%delete from event_messages%' })) > 0);
}
