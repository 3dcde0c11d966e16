import { ingestEvents } from '../../../operations/events/ingest-events';
import type { Submission } from '../../../operations/events/submission';
import { internalApi } from '../../support/internal';
import { createSubject, executionsOf, publishJourney } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

beforeAll(async () => {
  // Sequences are not rolled back, so this one counts failed attempts.
  await world.database.raw(`
    create sequence disturbances;
    create table disturbed (state text, times integer);
    create function disturb() returns trigger language plpgsql as $$
    begin
      if exists (select from disturbed where nextval('disturbances') <= times) then
        raise exception 'disturbed' using errcode = (select state from disturbed);
      end if;
      return new;
    end $$;
    create trigger disturb before insert on events for each row execute function disturb();`);
});

async function disturb(state: string, times: number): Promise<void> {
  await world.database.raw('truncate disturbed; alter sequence disturbances restart');
  await world.database('disturbed').insert({ state, times });
}

const submission = (messageId: string): Submission => ({
  workspaceId: world.demo.workspaceId,
  origin: 'server',
  actor: 'key_test',
  receivedAt: new Date(),
  events: [
    {
      type: 'order',
      visitorId: null,
      userId: null,
      email: `${messageId.toLowerCase()}@example.com`,
      url: null,
      referrer: null,
      channel: null,
      data: {},
      messageId,
      occurredAt: new Date(),
      clockAdjusted: false,
      isBot: false,
    },
  ],
});

const store = (messageId: string) =>
  ingestEvents({ database: world.database, pepper: 'pepper-of-the-test' }, [submission(messageId)]);

const stored = (messageId: string) => world.database('events').where({ message_id: messageId }).select('id');

describe('a transaction with a conflict', () => {
  it.each([
    ['a deadlock', '40P01'],
    ['a person who was erased meanwhile', '23503'],
  ])('%s: is retried and stores each event once', async (_, state) => {
    await disturb(state, 2);
    await store(`again-${state}`);
    expect(await stored(`again-${state}`)).toHaveLength(1);
  });

  it.each([
    ['40P01', 5],
    ['23503', 3],
  ])('stores nothing after %s in %i attempts', async (state, attempts) => {
    await disturb(state, attempts);
    await expect(store('given-up')).rejects.toThrow('disturbed');
    expect(await stored('given-up')).toHaveLength(0);
    expect(await world.database('end_users').where({ email: 'given-up@example.com' })).toHaveLength(0);
  });

  it('is not retried after a permanent error', async () => {
    await disturb('23514', 1);
    await expect(store('wrong')).rejects.toThrow('disturbed');
    expect(await stored('wrong')).toHaveLength(0);
  });
});

describe('an event dispatched by an internal service', () => {
  const dispatch = (event: Record<string, unknown>) =>
    internalApi(world).post('/api/journeys/internal/dispatch', { workspaceId: world.demo.workspaceId, event });

  it.each([
    ['a deadlock', '40P01'],
    ['a person who was erased meanwhile', '23503'],
  ])('is stored and starts a journey once after %s', async (_, state) => {
    const journey = await publishJourney(world, [{ id: 'done', kind: 'exit' }]);
    const subject = await createSubject(world);
    await disturb(state, 2);
    const messageId = `dispatched-${state}`;
    const response = await dispatch({ type: journey.eventName, messageId, endUserId: subject.id });
    expect(response).toMatchObject({ status: 200, body: { started: [{ journeyId: journey.id }], skipped: [] } });
    expect(await stored(messageId)).toHaveLength(1);
    expect(await executionsOf(world, journey.id)).toHaveLength(1);
  });

  it('is stored without a person if the person was erased after the request arrived', async () => {
    const { workspaceId } = world.demo;
    const [gone] = submission('gone').events;
    if (gone === undefined) throw new Error('no event');
    const event = { ...gone, email: null, userId: 'eu_gone', visitorId: 'visitor-of-the-gone' };
    const of = { ...submission('gone'), events: [event], endUserId: 'eu_gone' };
    const [outcome] = await ingestEvents({ database: world.database, pepper: 'pepper-of-the-test' }, [of]);
    expect(outcome).toEqual({ conflicts: [], started: [], skipped: [] });
    const [row] = await world.database('events').where({ workspace_id: workspaceId, message_id: 'gone' });
    expect(row).toMatchObject({ user_id: null, visitor_id: 'visitor-of-the-gone' });
    expect(await world.database('visitor_links').where({ visitor_id: 'visitor-of-the-gone' })).toEqual([]);
  });
});
