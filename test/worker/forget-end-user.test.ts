import { drainRollups } from '../../operations/analytics/drain-rollups';
import {
  completedErasure,
  countEverything,
  createTracedPerson,
  erasureOf,
  erase,
  publishWaitingJourneys,
  startRuns,
} from '../support/erasure-subject';
import { internalApi } from '../support/internal';
import { readRollups } from '../support/event-history';
import { createPerson, createSubject, executionsOf, publishJourney, trackEvent, uniqueName } from '../support/journeys';
import { readHistory, recount } from '../support/recount';
import { findInDatabase, findInTemporal } from '../support/traces';
import { waitFor } from '../support/wait-for';
import { postSend } from '../support/transactional';
import { useWorld } from '../support/world';

/** Erasure of a person, on real PostgreSQL and Temporal. */

const world = useWorld();

beforeAll(() => world.startWorker({ OUTBOX_POLL_MS: '100', RECONCILE_EVERY_SECONDS: '86400' }));

const people = async (): Promise<number> => Number((await world.database('end_users').count('* as n'))[0]?.['n']);

test('a person with three executions is removed from the database and Temporal, and every count stays', async () => {
  const { database, demo } = world;
  const journeys = await publishWaitingJourneys(world);
  const [person, other] = [await createTracedPerson(world), await createTracedPerson(world)];
  const borrowed = uniqueName('borrowed');
  await world.api.post('/api/identity', { visitorId: borrowed, leadId: other.id });
  await world.api.post('/api/identity', { visitorId: borrowed, leadId: person.id });
  await startRuns(world, journeys, [person, other]);
  await world.api.post('/api/suppressions', { email: person.email });
  const key = `welcome ${person.email}`;
  await internalApi(world).post('/api/journeys/internal/start-execution', {
    workspaceId: demo.workspaceId,
    journeyId: journeys[0]!.id,
    endUserId: person.id,
    idempotencyKey: key,
  });
  await drainRollups({ database }, demo.workspaceId);
  const before = await countEverything(world, journeys);
  const rollups = await readRollups(database, demo.workspaceId);
  expect(await findInDatabase(database, [...person.names, borrowed])).not.toHaveLength(0);
  await waitFor(async () => (await findInTemporal(world.temporal, person.names)).length === 3, {
    what: 'runs in the list',
  });

  const response = await erase(world, { email: ` ${person.email.toUpperCase()}` });
  expect(response).toMatchObject({ status: 202, body: { status: 'running' } });
  const again = await Promise.all([erase(world, { endUserId: person.id }), erase(world, { email: person.email })]);
  expect(again.map(({ body }) => body.erasureId)).toEqual([response.body.erasureId, response.body.erasureId]);
  const done = await completedErasure(world, response.body.erasureId);
  expect(done).toMatchObject({ stage: 'done', failure: null, progress: { executions: 3 } });

  expect(await findInDatabase(database, [...person.names, borrowed, key])).toEqual([]);
  expect(await findInTemporal(world.temporal, person.names)).toEqual([]);
  const after = await countEverything(world, journeys);
  // The executions no longer wait; everything else is unchanged.
  const withoutWaiting = (text: unknown): unknown =>
    JSON.parse(JSON.stringify(text).replaceAll(/"waiting":\d+/g, '"waiting":0'));
  expect(withoutWaiting(after)).toEqual(withoutWaiting(before));
  await drainRollups({ database }, demo.workspaceId);
  const rolled = await readRollups(database, demo.workspaceId);
  expect(rolled.channels).toEqual(rollups.channels);
  expect(rolled).toEqual(recount(await readHistory(database, demo.workspaceId), 'UTC'));

  for (const { id } of journeys.slice(0, 3)) {
    const runs = await executionsOf(world, id);
    expect(runs.filter(({ endUserId }) => endUserId === 'erased')).toMatchObject([
      { status: 'CANCELED', exitReason: 'erased' },
    ]);
    expect(runs.find(({ endUserId }) => endUserId === other.id)).toMatchObject({ status: 'RUNNING' });
    const { body: log } = await world.api.get(`/api/journeys/${id}/audit`);
    expect(log[0]).toMatchObject({ action: 'end_user.forgotten', actor: 'system', metadata: {} });
    expect(JSON.stringify(log)).toContain('"endUserId":"erased"');
  }
  // The other person is unchanged, and does not get the visitor back that was linked to the erased person.
  expect(await findInDatabase(database, [other.id])).not.toHaveLength(0);
  expect((await world.api.get(`/api/identity?visitorId=${borrowed}`)).status).toBe(404);
  expect((await erasureOf(world, response.body.erasureId)).body.status).toBe('completed');
});

test('an address that reappears is erased again, and otherwise the existing erasure is returned', async () => {
  const person = await createTracedPerson(world);
  const again = async (): Promise<string> => {
    const { body } = await erase(world, { email: person.email });
    await completedErasure(world, body.erasureId);
    return body.erasureId as string;
  };
  const first = await again();
  expect(await again()).toBe(first);
  expect((await postSend(world, { to: person.email, subject: 'Receipt', text: 'Thank you.' })).status).toBe(200);
  expect((await world.api.post('/api/suppressions', { email: person.email })).status).toBe(201);
  const second = await again();
  expect(second).not.toBe(first);
  expect(await findInDatabase(world.database, [person.email])).toEqual([]);
  expect(await again()).toBe(second);
});

test('later events do not restore an erased person; a new person with the address is erased again', async () => {
  const { database } = world;
  const journey = await publishJourney(world, [
    { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const person = await createTracedPerson(world);
  const bystander = await createSubject(world);
  const { body: first } = await erase(world, { endUserId: person.id });
  await completedErasure(world, first.erasureId);
  const peopleBefore = await people();
  const eventsBefore = (await database('events')).length;

  const { email, id, externalId, visitorId, secondVisitor } = person;
  const type = journey.eventName;
  const named = [
    { email },
    { userId: id },
    { userId: externalId },
    { userId: externalId, email },
    { userId: uniqueName('new'), email },
  ];
  const server = [
    ...named,
    { visitorId, email },
    { visitorId: secondVisitor },
    { userId: externalId, email: uniqueName('x') + '@example.com' },
  ];
  const responses = [
    await world.api.post('/api/v1/events', { events: server.map((name) => ({ type, ...name })) }),
    await trackEvent(world, type, visitorId, { userId: externalId }),
    await trackEvent(world, type, secondVisitor, { userId: id }),
    await internalApi(world).post('/api/journeys/internal/dispatch', {
      workspaceId: world.demo.workspaceId,
      event: { type, email, userId: externalId },
    }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await database('events')).length).toBe(eventsBefore + server.length + 3);
  expect(await people()).toBe(peopleBefore);
  expect(await executionsOf(world, journey.id)).toEqual([]);
  expect(await findInDatabase(database, [email, id, externalId])).toEqual([]);

  // If one identifier is erased and another one is known, the event goes to the known person, who does not get the
  // erased identifier.
  await world.api.post('/api/v1/events', { type, userId: externalId, email: bystander.email });
  expect(await executionsOf(world, journey.id)).toMatchObject([{ endUserId: bystander.id }]);
  expect(await findInDatabase(database, [externalId])).toEqual([]);

  // Explicit actions create a new person, who can be erased as well.
  expect((await erase(world, { email })).body.erasureId).toBe(first.erasureId);
  await createPerson(world, { email });
  const { body: second } = await erase(world, { email });
  expect(second.erasureId).not.toBe(first.erasureId);
  await completedErasure(world, second.erasureId);
  const stitched = await world.api.post('/api/identity/stitch', {
    workspaceKey: world.demo.workspaceKey,
    visitorId,
    email,
  });
  expect(stitched.body).toEqual({ stitched: true });
  expect(await database('end_users').where({ email })).toHaveLength(1);
});

test('the text of Idempotency-Keys of sends to the person is removed, and no other key', async () => {
  const person = await createSubject(world);
  const other = await createSubject(world);
  const message = { subject: 'Brief', text: 'Text.' };
  const keyOf = (email: string): string => `receipt for ${email}`;
  for (const to of [person.email, other.email]) {
    expect((await postSend(world, { to, ...message }, { key: keyOf(to) })).status).toBe(200);
  }
  const { body } = await erase(world, { endUserId: person.id });
  await completedErasure(world, body.erasureId);
  expect(await findInDatabase(world.database, [person.email])).toEqual([]);
  const keys = await world.database('idempotency_records').where('idempotency_key', 'like', 'receipt for %');
  expect(keys.map((row) => row.idempotency_key)).toEqual([keyOf(other.email)]);
  const replayed = await postSend(world, { to: other.email, ...message }, { key: keyOf(other.email) });
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
});

test('erasing an unknown person is accepted and completes; bad requests return their errors', async () => {
  const email = `${uniqueName('nobody')}@example.com`;
  const { status, body } = await erase(world, { email });
  expect(status).toBe(202);
  await completedErasure(world, body.erasureId);
  expect((await erase(world, { email })).body).toEqual({ erasureId: body.erasureId, status: 'completed' });
  const odd = await erase(world, { endUserId: 'no"body\\' });
  await completedErasure(world, odd.body.erasureId);
  expect((await erase(world, { email, endUserId: 'eus_x' })).status).toBe(400);
  expect((await erase(world, {})).status).toBe(400);
  expect((await erase(world, { email, workspaceId: 'wsp_none' })).status).toBe(404);
  expect((await erasureOf(world, 'ers_none')).status).toBe(404);
});

test('concurrent starts happen before the erasure or not at all', async () => {
  const journey = await publishJourney(
    world,
    [
      { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' },
      { id: 'end', kind: 'exit' },
    ],
    { reentry: 'always' },
  );
  const person = await createSubject(world);
  const send = () => world.api.post('/api/v1/events', { type: journey.eventName, email: person.email });
  const burst = Array.from({ length: 30 }, send);
  const [erasure] = await Promise.all([erase(world, { endUserId: person.id }), ...burst]);
  await Promise.all(Array.from({ length: 10 }, send));
  await completedErasure(world, erasure.body.erasureId);
  expect((await Promise.all(burst)).map(({ status }) => status)).toEqual(burst.map(() => 200));
  expect(await findInDatabase(world.database, [person.id, person.email])).toEqual([]);
  expect(await findInTemporal(world.temporal, [person.id])).toEqual([]);
  await waitFor(async () => (await executionsOf(world, journey.id)).every(({ status }) => status === 'CANCELED'));
});

test('nothing else changes the audit log', async () => {
  const { database } = world;
  await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  expect(await database('audit_entries')).not.toHaveLength(0);
  await expect(database('audit_entries').update({ metadata: '{}' })).rejects.toThrow('never changed');
  const change = (fields: object) =>
    database.transaction(async (transaction) => {
      await transaction.raw(`set local apex.erasing = 'on'`);
      await transaction('audit_entries').update(fields);
    });
  await expect(change({ action: 'nothing' })).rejects.toThrow('never changed');
  await expect(change({ actor: 'nobody' })).rejects.toThrow('never changed');
});
