import { replayRejectedEvents } from '../../../operations/events/replay-rejected';
import { uniqueName } from '../../support/journeys';
import { operationContext } from '../../support/operation-context';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

// A replay processes all rejected events.
beforeEach(() => world.database('rejected_events').delete());

const everything = { workspaceId: null, dryRun: false };

/** Stores events rejected by older rules. Their payload is valid today. */
async function refuseEarlier(visitorId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    workspace_id: world.demo.workspaceId,
    id: uniqueName('rej'),
    received_at: new Date('2026-11-01T10:00:00Z'),
    origin: 'public',
    code: 'VALIDATION_ERROR',
    message: 'an older rule',
    payload: JSON.stringify({
      type: 'pageview',
      url: 'https://x.example/',
      visitorId,
      timestamp: '2026-11-01T09:59:00Z',
      messageId: `${visitorId}-${index}`,
    }),
    envelope: JSON.stringify({ sentAt: '2026-11-01T10:00:00Z', isBot: false, actor: 'public' }),
  }));
  await world.database('rejected_events').insert(rows);
}

const stored = (visitorId: string) => world.database('events').where({ visitor_id: visitorId });

test('a payload valid by today’s rules is stored once, with its original receipt time; others stay rejected', async () => {
  const visitorId = uniqueName('v');
  await refuseEarlier(visitorId, 450);
  await world.api.post('/api/events', {
    workspaceKey: world.demo.workspaceKey,
    events: [
      { type: 'still-bad', visitorId },
      { type: 'pageview', visitorId: uniqueName('v'), url: 'https://x.example/' },
    ],
  });
  expect(await replayRejectedEvents(operationContext(world, {}), { ...everything, dryRun: true })).toEqual({
    stored: 450,
    refused: 1,
  });
  expect(await stored(visitorId)).toHaveLength(0);
  const twice = await Promise.all([
    replayRejectedEvents(operationContext(world, {}), everything),
    replayRejectedEvents(operationContext(world, {}), everything),
  ]);
  expect(twice[0].stored + twice[1].stored).toBe(450);
  const rows = await stored(visitorId);
  expect(rows).toHaveLength(450);
  expect(rows[0]).toMatchObject({
    occurred_at: new Date('2026-11-01T09:59:00Z'),
    received_at: new Date('2026-11-01T10:00:00Z'),
    clock_adjusted: false,
  });
  expect(await replayRejectedEvents(operationContext(world, {}), everything)).toEqual({ stored: 0, refused: 1 });
  expect(await world.database('rejected_events').whereNull('replayed_at')).toHaveLength(1);
});

test('with a given workspace, rejected events of others are not replayed', async () => {
  const visitorId = uniqueName('v');
  await refuseEarlier(visitorId, 2);
  const options = { ...everything, workspaceId: 'wsp_other' };
  expect(await replayRejectedEvents(operationContext(world, {}), options)).toEqual({ stored: 0, refused: 0 });
  expect(await stored(visitorId)).toHaveLength(0);
});
