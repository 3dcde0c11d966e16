import { AwaitedNames } from '../../../domain/events/awaited-names';
import type { Database } from '../../../db/connection/pool';
import { ingestEvents } from '../../../operations/events/ingest-events';
import { publishJourney, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

/** The number of statements per batch does not grow with the people in it or the journeys it starts. */

const world = useWorld({ temporal: false });
let database: Database;
let statements: string[] = [];

beforeAll(() => {
  database = world.connect(2);
  // Only the start of each statement, because its length depends on the number of rows.
  database.on('query', ({ sql }: { sql: string }) => statements.push(sql.trim().slice(0, 25)));
});

/** Statements executed for a batch with this many events, each from a new person. */
async function statementsOf(type: string, people: number): Promise<string[]> {
  const names = Array.from({ length: people }, () => `${uniqueName('person')}@example.com`.toLowerCase());
  statements = [];
  // Known to start a journey, so that the events are stored in a transaction immediately.
  const awaitedNames = new AwaitedNames(() => performance.now());
  awaitedNames.note([{ workspaceId: world.demo.workspaceId, type }], true);
  await ingestEvents({ database, pepper: 'pepper-of-the-test', awaitedNames }, [
    {
      workspaceId: world.demo.workspaceId,
      origin: 'server',
      actor: 'key_1',
      receivedAt: new Date(),
      events: names.map((email) => ({
        type,
        email,
        userId: null,
        visitorId: null,
        messageId: uniqueName('message'),
        url: null,
        referrer: null,
        channel: null,
        data: {},
        occurredAt: new Date(),
        clockAdjusted: false,
        isBot: false,
      })),
    },
  ]);
  return statements;
}

test('fifty new people who start a journey need as many statements as one', async () => {
  const { eventName } = await publishJourney(world, [
    { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const one = await statementsOf(eventName, 1);
  // Two of them lock the journeys and then read their versions.
  expect(one.length).toBeLessThanOrEqual(11);
  expect(await statementsOf(eventName, 50)).toEqual(one);
});
