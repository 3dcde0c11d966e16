import { internalApi } from './internal';
import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent, uniqueName } from './journeys';
import { waitFor } from './wait-for';
import type { World } from './world';

/**
 * Creates a person with data everywhere: attributes, an external id, two visitors, waiting executions, rejected events.
 */
export async function createTracedPerson(world: World) {
  const secret = uniqueName('secret');
  const person = await createSubject(world, { nickname: secret });
  const externalId = uniqueName('crm');
  const secondVisitor = uniqueName('visitor');
  const sent = [
    { type: 'signed_in', userId: externalId, email: person.email, visitorId: secondVisitor, data: { note: secret } },
    { type: 'paid', email: person.email, data: { revenue: 20, currency: 'EUR', card: secret } },
    { type: 'invited', userId: person.id, url: `https://shop.example.com/u/${externalId}?token=${secret}` },
  ];
  const responses = [
    await world.api.post('/api/v1/events', { events: sent }),
    await world.api.post('/api/v1/events', {
      events: [
        { type: '', email: person.email },
        { type: 'fine', email: person.email },
      ],
    }),
    await trackEvent(world, 'pageview', person.visitorId, {
      url: `https://shop.example.com/me/${person.email}?q=${secret}`,
      messageId: `${secret}-1`,
      userId: externalId,
      referrer: `https://user:${secret}@search.example.com/find?q=${secret}`,
    }),
    await trackEvent(world, 'pageview', uniqueName('stranger'), { userId: person.id }),
  ];
  for (const { status, body } of responses) if (status !== 200) throw new Error(JSON.stringify(body));
  const names = [person.id, person.email, secret, externalId, person.visitorId, secondVisitor];
  return { ...person, secret, externalId, secondVisitor, names };
}

const exit = { id: 'end', kind: 'exit' };

/**
 * Publishes three journeys in which executions wait: after a message, for an event, and behind arms. A fourth has a
 * holdout of everyone.
 */
export async function publishWaitingJourneys(world: World) {
  const communicationId = await createCommunication(world, 'Hello');
  const wait = { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' };
  const arms = [
    { id: 'a', weight: 0.5, next: 'pause' },
    { id: 'b', weight: 0.5, next: 'pause' },
  ];
  const whose = [
    { id: 'known', when: { field: 'attributes.nickname', operator: 'exists', value: true }, next: 'split' },
  ];
  return [
    await publishJourney(world, [{ id: 'hello', kind: 'send', communicationId, next: 'pause' }, wait, exit]),
    await publishJourney(
      world,
      [
        {
          id: 'pause',
          kind: 'wait',
          untilEvent: { eventName: 'never', timeout: 'P7D', timeoutNext: 'end' },
          next: 'end',
        },
        exit,
      ],
      { reentry: 'once', goalEventName: 'bought' },
    ),
    await publishJourney(world, [
      { id: 'which', kind: 'branch', arms: whose, else: 'split' },
      { id: 'split', kind: 'experiment', arms },
      wait,
      exit,
    ]),
    await publishJourney(world, [exit], { holdoutPercent: 100 }),
  ];
}

type Journey = { id: string; eventName: string };

/** Starts executions of all people in the journeys, and waits until all are at `pause`. */
export async function startRuns(
  world: World,
  journeys: readonly Journey[],
  people: readonly { visitorId: string; secret: string }[],
) {
  for (const { visitorId, secret } of people) {
    for (const { eventName } of journeys) await trackEvent(world, eventName, visitorId, { data: { secret } });
  }
  await waitFor(
    async () => {
      const runs = (await Promise.all(journeys.map(({ id }) => executionsOf(world, id)))).flat();
      return runs.length === 3 * people.length && runs.every(({ currentStepId }) => currentStepId === 'pause');
    },
    { what: 'runs that wait' },
  );
}

/** Returns every count that the API reports for the journeys, and the counts derived from events. */
export async function countEverything(world: World, journeys: readonly Journey[]) {
  const reports = ['step-stats', 'branch-performance', 'calibrated-impact'];
  const ofJourneys = [];
  for (const { id } of journeys) {
    for (const report of reports) ofJourneys.push((await world.api.get(`/api/journeys/${id}/${report}`)).body);
    ofJourneys.push((await executionsOf(world, id)).length);
  }
  const events = await world
    .database('events')
    .select(world.database.raw(`type, count(*)::int, count(distinct visitor_id)::int as visitors`))
    .groupBy('type')
    .orderBy('type');
  const revenue = await world.database.raw(
    `select sum((data ->> 'revenue')::numeric)::float as sum, data ->> 'currency' as currency from events
      where jsonb_typeof(data -> 'revenue') = 'number' group by 2`,
  );
  return { ofJourneys, events, revenue: (revenue as { rows: unknown[] }).rows };
}

const path = '/api/journeys/internal/forget-end-user';

export const erase = (world: World, body: Record<string, unknown>) =>
  internalApi(world).post(path, { workspaceId: world.demo.workspaceId, ...body });

export const erasureOf = (world: World, erasureId: string) => internalApi(world).get(`${path}/${erasureId}`);

export const completedErasure = (world: World, erasureId: string) =>
  waitFor(
    async () => {
      const { body } = await erasureOf(world, erasureId);
      return body.status === 'completed' ? body : null;
    },
    { what: 'a completed erasure' },
  );
