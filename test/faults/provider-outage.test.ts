import { startKillableStack, type KillableStack } from '../support/killable-stack';
import { createCommunication, createSubject, publishJourney, trackEvent } from '../support/journeys';
import { startSesStandIn, type SesFault, type SesStandIn } from '../support/ses-stand-in';
import { waitFor } from '../support/wait-for';
import type { World } from '../support/world';

/**
 * Ten journey messages are due while SES fails in one way, on real processes. Each is then counted as sent, sent twice,
 * or recorded as unknown. The printed table compares versions.
 */

const outageMs = 10_000;
const people = 10;

let stack: KillableStack;
let ses: SesStandIn;
const table: Record<string, object> = {};

beforeAll(async () => {
  ses = await startSesStandIn();
  stack = await startKillableStack({ SES_ENDPOINT: ses.endpoint });
});

afterAll(async () => {
  console.table(table);
  await stack.stop();
  await ses.stop();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function messagesDuring(outage: () => Promise<() => Promise<void>>) {
  const world = stack as unknown as World;
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId: await createCommunication(world, 'Hello'), next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const subjects = await Promise.all(Array.from({ length: people }, () => createSubject(world)));
  const end = await outage();
  const sends = () =>
    stack
      .database('sends')
      .whereIn(
        'end_user_id',
        subjects.map(({ id }) => id),
      )
      .select('status');
  await Promise.all(subjects.map(({ visitorId }) => trackEvent(world, journey.eventName, visitorId)));
  await pause(outageMs);
  const sentDuring = (await sends()).filter(({ status }) => status === 'sent').length;
  await end();
  await waitFor(
    async () => {
      const runs = await stack.database('executions').where({ journey_id: journey.id }).select('status');
      return runs.length === people && runs.every(({ status }) => status === 'COMPLETED');
    },
    { intervalMs: 250, what: 'all executions to end' },
  );
  const counts = subjects.map(({ email }) => ses.accepted.filter((one) => one === email).length);
  const statuses = (await sends()).map(({ status }) => status as string);
  return {
    sent: counts.filter((count) => count === 1).length,
    delayed: counts.filter((count) => count === 1).length - sentDuring,
    missing: counts.filter((count) => count === 0).length,
    twice: counts.filter((count) => count > 1).length,
    unknown: statuses.filter((status) => status === 'unknown').length,
  };
}

const failing = (fault: SesFault) => () => {
  ses.failWith(fault);
  return Promise.resolve(() => Promise.resolve(ses.failWith(null)));
};

const refusing = async () => {
  await ses.refuseConnections();
  return ses.listenAgain;
};

test.each<[string, () => Promise<() => Promise<void>>]>([
  ['503', failing({ status: 503, name: 'ServiceUnavailable' })],
  ['500', failing({ status: 500, name: 'InternalFailure' })],
  ['429', failing({ status: 429, name: 'TooManyRequestsException' })],
  ['503, half a body', failing({ status: 503, cut: 'body' })],
  ['refused connections', refusing],
])(
  '%s: each message is sent once, later',
  async (name, outage) => {
    const counted = await messagesDuring(outage);
    table[name] = counted;
    expect(counted).toEqual({ sent: people, delayed: people, missing: 0, twice: 0, unknown: 0 });
  },
  240_000,
);

test.each<[string, SesFault]>([
  ['200, half a body', { status: 200, cut: 'body' }],
  ['a status line alone', { status: 503, cut: 'head' }],
  ['a reset after the request', 'reset'],
  ['no response', 'hang'],
])(
  '%s: none is sent twice, and missing ones are recorded as unknown',
  async (name, fault) => {
    const counted = await messagesDuring(failing(fault));
    table[name] = counted;
    expect(counted.twice).toBe(0);
    expect(counted.unknown).toBe(counted.missing);
  },
  240_000,
);
