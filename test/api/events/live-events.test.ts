import { setTimeout as delay } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { createLiveEvents } from '../../../api/events/live-events';
import { createViewer, send } from '../../../api/events/live-viewer';
import type { LiveEvent } from '../../../domain/live-events/schemas';
import { createLogger } from '../../../logging';
import { openEventStream, type EventStream } from '../../support/event-stream';
import { createSubject, publishJourney, trackEvent, uniqueName } from '../../support/journeys';
import { addMember, signIn } from '../../support/members';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
let cookie: string;
const opened: EventStream[] = [];

beforeAll(async () => {
  cookie = await signIn(world, world.demo.owner);
});

afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

async function open(query = '', headers: Record<string, string> = { cookie }): Promise<EventStream> {
  const stream = await openEventStream(`${world.apiUrl}/api/events/live${query}`, headers);
  opened.push(stream);
  return stream;
}

const steps = [
  { id: 'pause', kind: 'wait', untilEvent: { eventName: 'paid', timeout: 'P1D', timeoutNext: 'end' }, next: 'end' },
  { id: 'end', kind: 'exit' },
];

test('the stream starts with the newest events and cannot be buffered', async () => {
  const type = uniqueName('earlier');
  await trackEvent(world, type, uniqueName('visitor'));
  const stream = await open();
  expect(stream.status).toBe(200);
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect((await stream.find(type)).outcome).toMatchObject({ status: 'stored', started: [], skipped: [] });
});

test('an event arrives within a second', async () => {
  const stream = await open();
  const times: number[] = [];
  for (const type of [uniqueName('fast'), uniqueName('fast'), uniqueName('fast')]) {
    const sentAt = performance.now();
    await trackEvent(world, type, uniqueName('visitor'));
    await stream.find(type);
    times.push(performance.now() - sentAt);
  }
  // Other processes may delay one of them.
  expect(Math.min(...times)).toBeLessThan(1_000);
});

test('an event has its person and what it did in journeys and conversions', async () => {
  const stream = await open();
  const journey = await publishJourney(world, steps, { name: 'Welcome', reentry: 'once' });
  const conversion = await world.api.post('/api/conversion-goals', { name: 'Paid', eventType: 'paid' });
  const subject = await createSubject(world);
  await trackEvent(world, journey.eventName, subject.visitorId, { data: { plan: 'pro' } });
  const first = await stream.find(journey.eventName);
  const named = { journeyId: journey.id, journeyName: 'Welcome' };
  expect(first).toMatchObject({
    event: { visitorId: subject.visitorId, data: { plan: 'pro' }, url: 'https://shop.example.com/welcome' },
    person: { id: subject.id, email: subject.email },
    outcome: { status: 'stored', started: [{ ...named, executionId: expect.any(String) }], skipped: [] },
  });

  await world.api.post('/api/v1/events', { type: 'paid', email: subject.email });
  expect((await stream.find('paid')).outcome).toMatchObject({
    matched: [named],
    conversions: [{ id: conversion.body.id, name: 'Paid' }],
  });

  await trackEvent(world, journey.eventName, subject.visitorId);
  await trackEvent(world, journey.eventName, uniqueName('stranger'));
  const skipped = await waitFor(() => {
    const others = stream.events.filter(({ event }) => event.type === journey.eventName).slice(1);
    return others.length === 2 && others.flatMap(({ outcome }) => outcome.skipped);
  });
  expect(skipped.map(({ reason }) => reason).sort()).toEqual(['reentry', 'unverified']);
});

test('bots and rejected events have their status; a rejected event can be replayed once it is valid', async () => {
  const stream = await open();
  const [bot, rejected] = [uniqueName('bot'), uniqueName('rejected')];
  const visitorId = uniqueName('visitor');
  const events = (type: string) => ({
    workspaceKey: world.demo.workspaceKey,
    events: [
      { type, url: 'https://shop.example.com/', visitorId: type === rejected ? undefined : visitorId },
      { type: `${type}-good`, url: 'https://shop.example.com/', visitorId },
    ],
  });
  await world.api.raw('/api/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Googlebot/2.1' },
    body: JSON.stringify(events(bot)),
  });
  expect((await stream.find(bot)).outcome.status).toBe('bot');
  await world.api.post('/api/events', events(rejected));
  const { event, outcome } = await stream.find(rejected);
  expect(outcome).toMatchObject({ status: 'rejected', rejection: { code: 'VALIDATION_ERROR' } });

  const [record] = (await world.api.get('/api/events/rejected?limit=1')).body.data;
  expect(record).toMatchObject({ id: event.id, type: rejected, origin: 'public', message: outcome.rejection?.message });
  const refused = await world.api.post(`/api/events/rejected/${event.id}/replay`);
  expect(refused.body).toMatchObject({
    status: 409,
    error: expect.stringContaining('still not valid: visitorId is required'),
  });
  // The cause is fixed.
  const fixed = JSON.stringify({ ...JSON.parse(record.payload), visitorId });
  await world.database('rejected_events').where({ id: event.id }).update({ payload: fixed });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect((await world.api.post(`/api/events/rejected/${event.id}/replay`)).body).toEqual({
      id: event.id,
      stored: true,
    });
  }
  expect(await world.database('events').where({ type: rejected })).toHaveLength(1);
  expect((await world.api.get('/api/events/rejected')).body.data).toEqual([]);
});

test('at most 100 events a second are sent, and the others are counted', async () => {
  const type = uniqueName('burst');
  const stream = await open(`?type=${type}`);
  const batch = Array.from({ length: 500 }, () => ({ type, visitorId: uniqueName('v') }));
  await world.api.post('/api/v1/events', { events: batch });
  await waitFor(() => stream.events.length + stream.skipped === 500);
  expect(stream.events).toHaveLength(100);
  await burstEnds();
});

/** Events of the last three seconds count for the rate of the next stream. */
const burstEnds = (): Promise<void> => delay(3_200);

test('filters apply before events are left out', async () => {
  const [type, visitorId] = [uniqueName('rare'), uniqueName('visitor')];
  const { email, ...subject } = await createSubject(world);
  const queries = [`type=${type}`, `visitorId=${visitorId}`, `person=${subject.id}`, `person=${email.toUpperCase()}`];
  const streams = await Promise.all(queries.map((query) => open(`?${query}`)));
  const noise = Array.from({ length: 150 }, () => ({ type: 'noise', visitorId: uniqueName('v') }));
  await world.api.post('/api/v1/events', { events: [...noise, { type, visitorId, email }] });
  await Promise.all(streams.map((stream) => stream.find(type)));
  expect(streams.flatMap(({ events }) => events.map(({ event }) => event.type))).toEqual([type, type, type, type]);
  await burstEnds();
});

test('a stream that reconnects receives what it missed', async () => {
  const visitorId = uniqueName('visitor');
  const earlier = {
    id: uniqueName('evt'),
    type: 'earlier',
    visitor_id: visitorId,
    workspace_id: world.demo.workspaceId,
  };
  await world.database('events').insert({ ...earlier, occurred_at: new Date(), received_at: new Date() });
  const query = `?visitorId=${visitorId}`;
  const before = await open(query);
  await before.find('earlier');
  await trackEvent(world, 'seen', visitorId);
  await before.find('seen');
  before.close();
  await trackEvent(world, 'missed', visitorId);
  const after = await open(query, { cookie, 'last-event-id': before.lastId });
  await after.find('missed');
  // A new stream would start with all three.
  expect(after.events.map(({ event }) => event.type)).not.toContain('earlier');
});

test('the stream ends with the session and when the role changes', async () => {
  const [leaving, changing] = [await addMember(world, 'admin'), await addMember(world, 'admin')];
  const streams = [await open('', { cookie: leaving.cookie }), await open('', { cookie: changing.cookie })];
  const headers = { cookie: leaving.cookie, origin: world.apiUrl };
  await world.api.raw('/api/session', { method: 'DELETE', headers });
  await world.ownerApi.patch(`/api/members/${changing.id}`, { role: 'member' });
  await waitFor(() => streams.every(({ isEnded }) => isEnded), { timeoutMs: 10_000 });
  expect((await open('', { cookie: leaving.cookie })).status).toBe(401);
});

test('without viewers, ingestion notes no arrivals', async () => {
  // The polls of the other tests have ended.
  await delay(1_500);
  await world.database('live_viewers').update({ until: new Date(Date.now() - 1_000) });
  await world.database('live_arrivals').delete();
  await trackEvent(world, uniqueName('unseen'), uniqueName('visitor'));
  expect(await world.database('live_arrivals')).toEqual([]);
});

const request = () => ({
  workspaceId: world.demo.workspaceId,
  sessionId: decodeJwt(cookie.replace('svc_session=', '')).jti ?? '',
  role: 'owner' as const,
  filter: {},
  lastId: null,
});

test('a client that does not read is dropped', () => {
  const viewer = createViewer(request());
  const event = { event: { id: 'evt_1', data: 'x'.repeat(100_000) } } as LiveEvent;
  for (let count = 0; count < 12; count += 1) send(viewer, [event], { id: '', skipped: 0 });
  expect(viewer.stream.destroyed).toBe(true);
});

test('stopping ends open streams', async () => {
  const live = createLiveEvents(world.database, createLogger('test', 'silent'));
  const stream = await live.open(request());
  const ended = new Promise((resolve) => stream.resume().once('end', resolve));
  await live.stop();
  await ended;
});
