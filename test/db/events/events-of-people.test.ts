import { newId } from '../../../db/connection/ids';
import { findPeople, type NewPerson } from '../../../db/end-users/named-people';
import { insertEventsOfPeople, type EventToStore, type Insertion } from '../../../db/events/events';
import { createPerson, publishJourney, uniqueName } from '../../support/journeys';
import { internalApi } from '../../support/internal';
import { setting } from '../../support/members';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

function event(endUserId: string, fields: Partial<EventToStore> = {}): EventToStore {
  return {
    workspaceId: world.demo.workspaceId,
    id: newId('event'),
    receivedAt: new Date(),
    occurredAt: new Date(),
    endUserId,
    type: uniqueName('visit'),
    visitorId: null,
    userId: null,
    url: null,
    referrer: null,
    channel: null,
    data: {},
    device: null,
    messageId: null,
    clockAdjusted: false,
    isBot: false,
    ...fields,
  };
}

async function newPerson(email = `${uniqueName('new')}@example.com`): Promise<NewPerson> {
  const { workspaceId } = world.demo;
  const found = await findPeople(world.database, setting(world, 'KEY_PEPPER'), [{ workspaceId, userId: null, email }]);
  const [person] = found?.created ?? [];
  if (person === undefined) throw new Error('The address has a person.');
  return person;
}

const peopleOf = (email: string | null): Promise<string[]> => world.database('end_users').where({ email }).pluck('id');

const storedFor = async (events: readonly EventToStore[]): Promise<(string | null)[]> => {
  const rows = await world
    .database('events')
    .whereIn(
      'id',
      events.map(({ id }) => id),
    )
    .select<{ id: string; end_user_id: string | null }[]>('id', 'end_user_id');
  return events.flatMap(({ id }) => rows.find((row) => row.id === id)?.end_user_id ?? []);
};

const insert = (created: readonly NewPerson[], events: readonly EventToStore[]): Promise<Insertion> =>
  insertEventsOfPeople(world.database, created, events);

const insertUnlessAwaited = (created: readonly NewPerson[], events: readonly EventToStore[]): Promise<Insertion> =>
  insertEventsOfPeople(world.database, created, events, { unlessAwaited: true });

const nothing = { pausedJourneys: false, journeys: false, goals: false, runs: false };

const both = [
  ['as they are', insert],
  ['unless they are awaited', insertUnlessAwaited],
] as const;

describe.each(both)('events are stored %s', (_, insertSome) => {
  test('stores new people with their events and those of known people, and duplicates once', async () => {
    const person = await newPerson();
    const { id: known } = await createPerson(world);
    const messageId = uniqueName('message');
    const events = [event(person.id), event(known), event(person.id, { messageId }), event(known, { messageId })];
    expect(await insertSome([person], events)).toEqual({
      isDone: true,
      stored: new Map(events.slice(0, 3).map(({ id, endUserId }) => [id, endUserId])),
      awaitedBy: nothing,
    });
    expect(await peopleOf(person.email)).toEqual([person.id]);
    expect(await storedFor(events)).toEqual([person.id, known, person.id]);
  });

  test('uses the existing person if the address was stored in the meantime', async () => {
    const person = await newPerson();
    const { id: other } = await createPerson(world, { email: person.email });
    const events = [event(person.id)];
    expect(await insertSome([person], events)).toMatchObject({
      isDone: true,
      stored: new Map([[events[0]!.id, other]]),
    });
    expect(await peopleOf(person.email)).toEqual([other]);
    expect(await storedFor(events)).toEqual([other]);
    const queued = await world.database('rollup_queue').whereRaw('? = any(visitor_ids)', [other]);
    expect(queued).toHaveLength(1);
  });

  test('stores nothing if a known person no longer exists', async () => {
    const person = await newPerson();
    const events = [event(person.id), event(newId('endUser'))];
    expect(await insertSome([person], events)).toMatchObject({ isDone: false, stored: new Map() });
    expect(await storedFor(events)).toEqual([]);
    expect(await peopleOf(person.email)).toEqual([]);
  });

  test('stores nothing if the address belongs to a person who was erased in the meantime', async () => {
    const person = await newPerson();
    await createPerson(world, { email: person.email });
    const { workspaceId } = world.demo;
    const request = { workspaceId, email: person.email };
    expect((await internalApi(world).post('/api/journeys/internal/forget-end-user', request)).status).toBe(202);
    const events = [event(person.id)];
    expect(await insertSome([person], events)).toMatchObject({ isDone: false, stored: new Map() });
    expect(await storedFor(events)).toEqual([]);
    expect(await peopleOf(person.email)).toEqual([]);
  });
});

test('an event that a journey waits for is stored, but not by insertUnlessAwaited', async () => {
  const person = await newPerson();
  const type = uniqueName('goal');
  await publishJourney(world, [{ id: 'end', kind: 'exit' }], { goalEventName: type });
  const events = [event(person.id), event(person.id, { type })];
  const awaitedBy = { ...nothing, goals: true };
  expect(await insertUnlessAwaited([person], events)).toEqual({ isDone: false, stored: new Map(), awaitedBy });
  expect(await storedFor(events)).toEqual([]);
  expect(await peopleOf(person.email)).toEqual([]);
  expect(await insert([person], events)).toMatchObject({ isDone: true, awaitedBy });
  expect(await storedFor(events)).toEqual([person.id, person.id]);
});

test('distinguishes journeys, goals and executions that wait for an event', async () => {
  const waits = uniqueName('waits');
  const untilEvent = { eventName: waits, timeout: 'P1D', timeoutNext: 'end' };
  const journey = await publishJourney(world, [
    { id: 'wait', kind: 'wait', untilEvent, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const { id: person } = await createPerson(world);
  const awaitedByOf = async (type: string) => (await insert([], [event(person, { type })])).awaitedBy;
  expect(await awaitedByOf(waits)).toEqual(nothing);
  expect(await awaitedByOf(journey.eventName)).toEqual({ ...nothing, journeys: true });
  const { status } = await world.api.post('/api/v1/events', { type: journey.eventName, userId: person });
  expect(status).toBe(200);
  expect(await awaitedByOf(waits)).toEqual({ ...nothing, runs: true });
});
