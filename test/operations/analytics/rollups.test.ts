import fc from 'fast-check';
import { newId } from '../../../db/connection/ids';
import { insertEvents, type EventToStore } from '../../../db/events/events';
import { workspacesWithStaleRollups } from '../../../db/analytics/rollups';
import { drainRollups, drainPortion } from '../../../operations/analytics/drain-rollups';
import { rebuildRollups } from '../../support/rebuild-rollups';
import { useDatabase } from '../../support/database';
import { deleteHistory, readRollups, storeHistory, type HistoryEvent } from '../../support/event-history';
import { readHistory, recount } from '../../support/recount';
import { runs } from '../../support/thorough';
import { createWorkspace } from '../../support/workspaces';

const database = useDatabase({ poolSize: 12 });

async function expectRecount(workspaceId: string, timezone: string): Promise<void> {
  expect(await readRollups(database, workspaceId)).toEqual(recount(await readHistory(database, workspaceId), timezone));
}

const queued = async (workspaceId: string): Promise<number> =>
  Number((await database('rollup_queue').where({ workspace_id: workspaceId }).count())[0]!['count']);

let number = 0;
const event = (occurredAt: string | Date, more: Partial<HistoryEvent> = {}): HistoryEvent => {
  number += 1;
  return { id: `e${String(number).padStart(9, '0')}`, occurredAt: new Date(occurredAt), visitorId: 'v1', ...more };
};

/** Days with clock changes at unusual hours, and ordinary days. */
const places = [
  { timezone: 'UTC', around: '2026-03-01T00:00:00Z' },
  { timezone: 'Europe/Berlin', around: '2026-03-28T23:00:00Z' },
  { timezone: 'Europe/Berlin', around: '2026-10-24T22:00:00Z' },
  { timezone: 'America/New_York', around: '2026-11-01T04:00:00Z' },
  // Clocks go back from 1:00 to 0:00, so the day has two midnights.
  { timezone: 'America/Havana', around: '2026-11-01T04:00:00Z' },
  { timezone: 'Atlantic/Azores', around: '2026-10-25T00:00:00Z' },
  // Clocks go forward from 0:00 to 1:00, so the day has no midnight.
  { timezone: 'America/Havana', around: '2026-03-08T05:00:00Z' },
  { timezone: 'Africa/Cairo', around: '2026-04-23T22:00:00Z' },
  { timezone: 'Australia/Lord_Howe', around: '2026-04-04T13:00:00Z' },
  { timezone: 'Asia/Kathmandu', around: '2026-06-30T18:15:00Z' },
  { timezone: 'Pacific/Kiritimati', around: '2026-01-31T10:00:00Z' },
] as const;

/** Parts of URLs: different campaigns, the same campaign written differently, and no campaign. */
const campaigns = [
  '?utm_source=news&utm_medium=email',
  '?a=b&utm_medium=email&utm_source=news#?utm_source=other',
  '?utm_source=&utm_campaign=spring',
  '?gclid=1',
  '?gclid=2&fbclid=3',
  '?xutm_source=none',
  '#?gclid=4',
];

type Unstored = Omit<HistoryEvent, 'id'>;

const unstored = (around: string): fc.Arbitrary<Unstored> =>
  fc
    .record({
      minutes: fc.oneof(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -3_000, max: 3_000 })),
      visitorId: fc.option(fc.constantFrom('v1', 'v2', 'v3', 'V1'), { freq: 8 }),
      type: fc.constantFrom('pageview', 'click'),
      channel: fc.option(fc.constantFrom('direct', 'email', 'paid_search', 'internal')),
      isBot: fc.constantFrom(false, false, false, true),
      page: fc.constantFrom(null, '', '', ...campaigns),
    })
    .map(({ minutes, page, ...rest }) => ({
      ...rest,
      occurredAt: new Date(Date.parse(around) + minutes * 60_000),
      url: page === null ? null : `https://shop.example/${page}`,
    }));

type Step =
  | { do: 'store'; events: Unstored[] }
  | { do: 'drain'; limit: number }
  | { do: 'delete'; every: number }
  | { do: 'move'; timezone: string };

const steps = (around: string): fc.Arbitrary<Step[]> => {
  const store = fc.array(unstored(around), { minLength: 1, maxLength: 12 });
  const timezones = fc.constantFrom(...places.map((place) => place.timezone));
  return fc.array(
    fc.oneof(
      { weight: 5, arbitrary: store.map((events): Step => ({ do: 'store', events })) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 8 }).map((limit): Step => ({ do: 'drain', limit })) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }).map((every): Step => ({ do: 'delete', every })) },
      { weight: 1, arbitrary: timezones.map((timezone): Step => ({ do: 'move', timezone })) },
    ),
    { maxLength: 14 },
  );
};

const history = fc
  .constantFrom(...places)
  .chain(({ timezone, around }) => fc.record({ timezone: fc.constant<string>(timezone), steps: steps(around) }));

async function take(workspaceId: string, step: Step): Promise<void> {
  switch (step.do) {
    case 'store':
      return storeHistory(
        database,
        workspaceId,
        step.events.map(({ occurredAt, ...rest }) => event(occurredAt, rest)),
      );
    case 'drain':
      return void (await drainPortion({ database }, workspaceId, { limit: step.limit }));
    case 'delete': {
      const stored = await readHistory(database, workspaceId);
      const ids = stored.filter((_, index) => index % step.every === 0).map(({ id }) => id);
      return deleteHistory(database, workspaceId, ids);
    }
    case 'move':
      return void (await database('workspaces').where({ id: workspaceId }).update({ timezone: step.timezone }));
  }
}

test('rollups equal a recount after any history and drains, in any timezone', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ timezone, steps }) => {
      const workspaceId = await createWorkspace(database, { timezone });
      for (const step of steps) await take(workspaceId, step);
      await drainRollups({ database }, workspaceId);
      expect(await queued(workspaceId)).toBe(0);
      const [{ timezone: last }] = await database('workspaces').where({ id: workspaceId }).select('timezone');
      await expectRecount(workspaceId, last as string);
      await rebuildRollups(database, workspaceId);
      await expectRecount(workspaceId, last as string);
    }),
    { numRuns: runs(12, 150) },
  );
});

test('a day contains all of its hours, even with two midnights', async () => {
  const workspaceId = await createWorkspace(database, { timezone: 'America/Havana' });
  await drainRollups({ database }, workspaceId);
  // 0:30 local time, before and after clocks go back.
  await storeHistory(database, workspaceId, [event('2026-11-01T04:30:00Z'), event('2026-11-01T05:30:00Z')]);
  await drainRollups({ database }, workspaceId);
  const { visitors } = await readRollups(database, workspaceId);
  expect(visitors).toMatchObject([{ day: '2026-11-01', visitor_id: 'v1', events: 2 }]);
});

test('the channel of a day is that of its first event with a channel', async () => {
  const workspaceId = await createWorkspace(database);
  await storeHistory(database, workspaceId, [event('2026-05-01T12:00:00Z', { channel: 'email' })]);
  await drainRollups({ database }, workspaceId);
  await storeHistory(database, workspaceId, [
    event('2026-05-01T10:00:00Z', { channel: null, type: 'click' }),
    event('2026-05-01T10:30:00Z', { channel: 'internal', type: 'click' }),
    event('2026-05-01T11:00:00Z', { channel: 'paid_search' }),
    event('2026-05-02T11:00:00Z', { channel: null }),
  ]);
  await drainRollups({ database }, workspaceId);
  expect((await readRollups(database, workspaceId)).channels).toEqual([
    { day: '2026-05-01', channel: 'paid_search', visitors: 1, events: 4, pageviews: 2 },
    { day: '2026-05-02', channel: 'direct', visitors: 1, events: 1, pageviews: 1 },
  ]);
});

test('a drain respects its limit, and the workspace is stale until all markers are processed', async () => {
  const workspaceId = await createWorkspace(database);
  expect(await workspacesWithStaleRollups(database, { limit: 100 })).toContain(workspaceId);
  await drainRollups({ database }, workspaceId);
  expect(await workspacesWithStaleRollups(database, { limit: 100 })).not.toContain(workspaceId);
  // Markers are not split. These have two, two and one visits.
  for (const days of [[1, 2], [3, 4], [5]]) {
    await storeHistory(
      database,
      workspaceId,
      days.map((day) => event(`2026-05-0${day}T10:00:00Z`)),
    );
  }
  expect(await drainPortion({ database }, workspaceId, { limit: 3 })).toBe(4);
  expect(await workspacesWithStaleRollups(database, { limit: 100 })).toContain(workspaceId);
  expect(await drainPortion({ database }, workspaceId, { limit: 3 })).toBe(1);
  expect(await drainPortion({ database }, workspaceId, { limit: 3 })).toBe(0);
  expect(await workspacesWithStaleRollups(database, { limit: 100 })).not.toContain(workspaceId);
  await expectRecount(workspaceId, 'UTC');
});

test('counts ingested events, but no duplicates or bots', async () => {
  const workspaceId = await createWorkspace(database, { timezone: 'Asia/Kathmandu' });
  await drainRollups({ database }, workspaceId);
  const incoming = (index: number, more: Partial<EventToStore> = {}): EventToStore => ({
    workspaceId,
    id: newId('event'),
    type: 'pageview',
    visitorId: `v${index % 3}`,
    userId: null,
    endUserId: null,
    url: null,
    referrer: null,
    channel: 'email',
    data: {},
    messageId: `m${index}`,
    clockAdjusted: false,
    isBot: false,
    occurredAt: new Date(Date.parse('2026-06-30T17:00:00Z') + index * 600_000),
    receivedAt: new Date(),
    ...more,
  });
  const some = Array.from({ length: 30 }, (_, index) => incoming(index));
  await insertEvents(database, [...some, incoming(90, { isBot: true }), incoming(91, { visitorId: null })]);
  await insertEvents(
    database,
    some.map((_, index) => incoming(index)),
  );
  await drainRollups({ database }, workspaceId);
  await expectRecount(workspaceId, 'Asia/Kathmandu');
  const { channels } = await readRollups(database, workspaceId);
  expect(channels).toEqual([
    { day: '2026-06-30', channel: 'email', visitors: 3, events: 8, pageviews: 8 },
    { day: '2026-07-01', channel: 'email', visitors: 3, events: 22, pageviews: 22 },
  ]);
});

test('committed events are counted with concurrent writers, erasers and drains', async () => {
  const timezone = 'Europe/Berlin';
  const workspaceId = await createWorkspace(database, { timezone });
  const start = Date.parse('2026-10-24T12:00:00Z');
  let writing = 4;
  const write = async (writer: number): Promise<void> => {
    for (let round = 0; round < 40; round += 1) {
      const events = Array.from({ length: 5 }, (_, index) =>
        event(new Date(start + ((writer * 7 + round * 13 + index * 29) % 48) * 3_600_000), {
          visitorId: index === 4 ? 'kept' : `v${(round + index) % 6}`,
          channel: (['email', null, 'direct'] as const)[(round + writer) % 3] ?? null,
        }),
      );
      await storeHistory(database, workspaceId, events);
      if (round % 5 === 4) await deleteHistory(database, workspaceId, [events[0]!.id, events[3]!.id]);
    }
    writing -= 1;
  };
  const drain = async (): Promise<void> => {
    while (writing > 0) await drainPortion({ database }, workspaceId, { limit: 7 });
  };
  /** The result contains everything committed before the call, despite concurrent writes and drains. */
  const check = async (): Promise<void> => {
    while (writing > 0) {
      const kept = { workspace_id: workspaceId, visitor_id: 'kept' };
      const [before] = await database('events').where(kept).count();
      await drainRollups({ database }, workspaceId);
      const [counted] = await database('visitor_days').where(kept).sum('events');
      expect(Number(counted?.['sum'])).toBeGreaterThanOrEqual(Number(before?.['count']));
    }
  };
  await Promise.all([write(0), write(1), write(2), write(3), drain(), drain(), drain(), check(), check()]);
  await drainRollups({ database }, workspaceId);
  await expectRecount(workspaceId, timezone);
});
