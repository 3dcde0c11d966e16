import { newId } from '../../db/connection/ids';
import { insertEvents } from '../../db/events/events';
import {
  findStartableJourney,
  findTriggeredJourneys,
  listJourneysOfTrigger,
} from '../../db/journeys/startable-journeys';
import { isAllowed } from '../../domain/journeys/lifecycle';
import { journeyStatus } from '../../domain/journeys/schemas';
import { publishJourney, uniqueName } from '../support/journeys';
import { createWorld, type World } from '../support/world';

/** The statements that find journeys to start must agree with the rules about a journey's status. */

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
});

afterAll(() => world.stop());

const storedEvent = (type: string) => ({
  workspaceId: world.demo.workspaceId,
  id: newId('event'),
  receivedAt: new Date(),
  endUserId: null,
  type,
  visitorId: uniqueName('visitor'),
  userId: null,
  url: null,
  referrer: null,
  channel: null,
  data: {},
  messageId: null,
  occurredAt: new Date(),
  clockAdjusted: false,
  isBot: false,
});

test.each(journeyStatus.options)(
  'a journey with the status %s is found exactly if the rules allow a start',
  async (status) => {
    const { database } = world;
    const { workspaceId } = world.demo;
    const { id, eventName } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
    // Only a draft has no version.
    const version = status === 'draft' ? { latest_version: null } : {};
    await database('journeys')
      .where({ id })
      .update({ status, ...version });
    const canStart = isAllowed(status, 'start');
    const canResume = isAllowed(status, 'resume');
    expect((await findStartableJourney(database, workspaceId, id)) !== null).toBe(canStart);
    expect(await findTriggeredJourneys(database, workspaceId, [eventName])).toHaveLength(canStart ? 1 : 0);
    expect(await listJourneysOfTrigger(database, workspaceId, eventName)).toEqual(
      canStart || canResume ? [{ journeyId: id, isPaused: canResume, where: null }] : [],
    );
    const { awaitedBy } = await insertEvents(database, [storedEvent(eventName)]);
    expect(awaitedBy).toMatchObject({ journeys: canStart, pausedJourneys: canResume });
  },
);
