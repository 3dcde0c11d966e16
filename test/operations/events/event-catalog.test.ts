import { eraseFromCatalog, workspacesWithStaleCatalog } from '../../../db/events/event-catalog';
import type { EventTypeRecord } from '../../../domain/live-events/schemas';
import { drainRollups } from '../../../operations/analytics/drain-rollups';
import { refreshCatalog } from '../../../operations/events/refresh-catalog';
import { publishJourney, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

/** Counts everything that arrived, as the worker does. */
async function count(): Promise<void> {
  const { database, demo } = world;
  await drainRollups({ database }, demo.workspaceId);
  await database('event_catalog_states').delete();
  while ((await workspacesWithStaleCatalog(database, { limit: 10 })).includes(demo.workspaceId)) {
    await refreshCatalog({ database }, demo.workspaceId);
    await database('event_catalog_states').delete();
  }
}

async function find(type: string): Promise<EventTypeRecord | undefined> {
  const types: EventTypeRecord[] = (await world.api.get('/api/event-types')).body;
  return types.find((one) => one.type === type);
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

test('the catalog has the counts by day, the first and last time, properties and users of each type', async () => {
  const { api, demo } = world;
  const journey = await publishJourney(world, [{ id: 'end', kind: 'exit' }], { goalEventName: 'catalog_bought' });
  const type = 'catalog_bought';
  const conversion = await api.post('/api/conversion-goals', { name: 'Bought', eventType: type });
  const condition = { all: [{ event: type, within: 'P30D', atLeast: 1 }] };
  const audience = await api.post('/api/audiences', { name: 'Buyers', condition });
  const variants = [{ name: 'A' }, { name: 'B' }];
  const primaryMetric = conversion.body.id;
  const experiment = await api.post('/api/experiments', { name: 'Test', targetUrl: '/', variants, primaryMetric });
  const events = [0, 0, 0, 3, 45].map((days) => ({
    type,
    visitorId: uniqueName('visitor'),
    timestamp: daysAgo(days),
    data: { plan: 'pro', total: days, email: 'ada@example.com' },
  }));
  await api.post('/api/v1/events', { historical: true, events });
  await count();

  const found = await find(type);
  expect(found).toMatchObject({
    count30d: 4,
    hasMoreProperties: false,
    firstSeen: expect.stringContaining(daysAgo(45).slice(0, 10)),
  });
  expect(found?.days).toHaveLength(30);
  expect(found?.days.map((day) => day.count).filter((n) => n > 0)).toEqual([1, 3]);
  expect(found?.properties).toEqual([
    { name: 'email', types: ['string'], examples: [] },
    { name: 'plan', types: ['string'], examples: ['pro'] },
    { name: 'total', types: ['number'], examples: [0] },
  ]);
  expect(found?.usedBy).toEqual([
    { kind: 'audience', id: audience.body.id, name: 'Buyers' },
    { kind: 'conversion', id: conversion.body.id, name: 'Bought' },
    { kind: 'experiment', id: experiment.body.id, name: 'Test' },
    { kind: 'journey', id: journey.id, name: 'Test journey' },
  ]);
  // A type that is used but was never received is listed, too.
  expect(await find(journey.eventName)).toMatchObject({
    lastSeen: null,
    count30d: 0,
    usedBy: [{ kind: 'journey' }, { kind: 'trigger' }],
  });
  const [row] = await world.database('events').where({ workspace_id: demo.workspaceId, type }).count('* as n');
  expect(Number(row?.['n'])).toBe(5);
});

test('bots are left out, and a second count changes nothing', async () => {
  const type = uniqueName('crawled');
  await world.api.raw('/api/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Googlebot/2.1' },
    body: JSON.stringify({ workspaceKey: world.demo.workspaceKey, type, visitorId: 'v', url: 'https://x.example/' }),
  });
  await count();
  expect(await find(type)).toBeUndefined();
  const before = (await world.api.get('/api/event-types')).body;
  await world.database.raw(
    'insert into event_type_queue (workspace_id, day) select distinct workspace_id, day from event_type_days',
  );
  await count();
  expect((await world.api.get('/api/event-types')).body).toEqual(before);
});

test('an erasure leaves no type without events and no examples', async () => {
  const { database, demo } = world;
  const [type, kept] = [uniqueName('signup_of_ada'), uniqueName('kept')];
  const [visitorId, data] = [uniqueName('visitor'), { plan: 'pro' }];
  await world.api.post('/api/v1/events', { events: [type, kept].map((one) => ({ type: one, visitorId, data })) });
  await count();
  expect(await find(type)).toBeDefined();
  await database('events').where({ type }).update({ type: 'erased' });
  await database.transaction((transaction) => eraseFromCatalog(transaction, demo.workspaceId));
  expect(await find(type)).toBeUndefined();
  expect(await database('event_properties').where({ workspace_id: demo.workspaceId })).toEqual([]);
  await count();
  expect((await find(kept))?.properties.map(({ name }) => name)).toEqual(['plan']);
});
