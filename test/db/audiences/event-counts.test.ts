import { eventCountKey } from '../../../domain/conditions/event-counts';
import type { EventCount } from '../../../domain/conditions/schemas';
import { countEvents, countEventsOf } from '../../../db/audiences/event-counts';
import { createSubject, trackEvent, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const bought = (fields: Partial<EventCount> = {}): EventCount => ({
  event: 'bought',
  within: 'P7D',
  atLeast: 1,
  ...fields,
});

async function countOf(endUserId: string, question: EventCount, now = new Date()): Promise<number> {
  const query = { questions: [question], now };
  const counts = await countEvents(world.database, world.demo.workspaceId, endUserId, query);
  return counts.get(eventCountKey(question)) ?? 0;
}

const byServer = (fields: Record<string, unknown>) => world.api.post('/api/v1/events', { type: 'bought', ...fields });

test('events of a person are those with their id and those of their verified visitors', async () => {
  const subject = await createSubject(world);
  const other = await createSubject(world);
  await trackEvent(world, 'bought', subject.visitorId);
  await byServer({ email: subject.email });
  await trackEvent(world, 'looked', subject.visitorId);
  await trackEvent(world, 'bought', other.visitorId);
  expect(await countOf(subject.id, bought())).toBe(2);
  expect(await countOf(other.id, bought())).toBe(1);
});

test('an event with a person counts only for that person, whatever the visitor', async () => {
  const [subject, named] = [await createSubject(world), await createSubject(world)];
  await trackEvent(world, 'bought', subject.visitorId);
  await world.database('events').where({ visitor_id: subject.visitorId }).update({ end_user_id: named.id });
  expect([await countOf(subject.id, bought()), await countOf(named.id, bought())]).toEqual([0, 1]);
});

test('a visitor with an asserted link, or linked to another person, does not count', async () => {
  const [subject, next] = [await createSubject(world), await createSubject(world)];
  const asserted = uniqueName('visitor');
  const { workspaceKey } = world.demo;
  await world.api.post('/api/identity/stitch', { workspaceKey, visitorId: asserted, email: subject.email });
  await trackEvent(world, 'bought', asserted);
  expect(await countOf(subject.id, bought())).toBe(0);
  await trackEvent(world, 'bought', subject.visitorId);
  await world.api.post('/api/identity', { visitorId: subject.visitorId, leadId: next.id });
  expect([await countOf(subject.id, bought()), await countOf(next.id, bought())]).toEqual([0, 1]);
});

test('excludes bots and events before the window', async () => {
  const subject = await createSubject(world);
  const row = { workspace_id: world.demo.workspaceId, type: 'bought', visitor_id: subject.visitorId };
  const at = (time: string) => ({ ...row, id: uniqueName('evt'), occurred_at: time, received_at: time });
  const times = ['2026-01-01T11:59:59Z', '2026-01-01T12:00:00Z', '2026-01-08T11:00:00Z', '2026-01-08T13:30:00Z'];
  await world.database('events').insert([...times.map(at), { ...at('2026-01-05T00:00:00Z'), is_bot: true }]);
  expect(await countOf(subject.id, bought(), new Date('2026-01-08T12:00:00Z'))).toBe(2);
  expect(await countOf(subject.id, bought({ within: 'P1D' }), new Date('2026-01-08T12:00:00Z'))).toBe(1);
});

test('a condition on the counted event reads its data', async () => {
  const subject = await createSubject(world);
  for (const revenue of [10, 100, 200]) await byServer({ email: subject.email, data: { revenue } });
  const where = { field: 'event.data.revenue', operator: 'at_least', value: 100 } as const;
  expect(await countOf(subject.id, bought({ where }))).toBe(2);
  expect(await countOf(subject.id, bought({ where: { not: where } }))).toBe(1);
});

test('checks only the newest thousand events per person, and counts people separately', async () => {
  const people = await Promise.all([1, 2, 3].map(() => createSubject(world)));
  await world.database.raw(
    `insert into events (workspace_id, id, occurred_at, received_at, type, visitor_id, data)
     select ?, v.id || '_' || n, now() - n * interval '1 second', now(), 'clicked', v.id, jsonb_build_object('n', n)
       from unnest(?::text[]) as v (id), generate_series(1, 1200) as n`,
    [world.demo.workspaceId, people.map(({ visitorId }) => visitorId)],
  );
  const clicked: EventCount = { event: 'clicked', within: 'P1D', atLeast: 1 };
  const where = { field: 'event.data.n', operator: 'greater_than', value: 900 } as const;
  const counts = await countEventsOf(
    world.database,
    world.demo.workspaceId,
    people.map(({ id }) => ({ id, timezone: null })),
    { questions: [clicked, { ...clicked, where }], now: new Date() },
  );
  expect(people.map(({ id }) => [...(counts.get(id)?.values() ?? [])])).toEqual(people.map(() => [1_000, 100]));
});
