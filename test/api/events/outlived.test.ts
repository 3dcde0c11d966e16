import { apiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

/** A workspace with a retention below the 30 days that an event may be late. */

const world = useWorld({ temporal: false });

beforeAll(async () => {
  // Set before the first event, because processes cache the setting for some seconds.
  await world.api.patch('/api/workspace', { retentionDays: 7 });
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const event = (days: number) => ({
  type: 'order_placed',
  visitorId: uniqueName('v'),
  url: 'https://shop.example.com/',
  timestamp: daysAgo(days),
  messageId: uniqueName('m'),
});
type Sent = ReturnType<typeof event>;

const routes: [string, (sent: Sent) => Promise<{ status: number }>][] = [
  ['one of a server', (sent) => world.api.post('/api/v1/events', sent)],
  ['a batch of a server', (sent) => world.api.post('/api/v1/events', { events: [sent] })],
  ['one of a browser', (sent) => world.api.post('/api/events', { workspaceKey: world.demo.workspaceKey, ...sent })],
  [
    'a batch of a browser',
    (sent) => world.api.post('/api/events', { workspaceKey: world.demo.workspaceKey, events: [sent] }),
  ],
  [
    'a dispatched one',
    (sent) =>
      apiClient(world.apiUrl, world.environment['SYNC_API_KEY']).post('/api/journeys/internal/dispatch', {
        workspaceId: world.demo.workspaceId,
        event: sent,
      }),
  ],
];

test.each(routes)('%s: an event older than the retention gets its time of receipt', async (_, send) => {
  const [outlived, kept] = [event(8), event(6)];
  for (const sent of [outlived, kept]) expect((await send(sent)).status).toBe(200);
  const stored = (messageId: string) => world.database('events').where({ message_id: messageId }).first();
  const [clamped, own] = [await stored(outlived.messageId), await stored(kept.messageId)];
  expect([clamped.clock_adjusted, clamped.occurred_at]).toEqual([true, clamped.received_at]);
  expect([own.clock_adjusted, own.occurred_at.toISOString()]).toEqual([false, kept.timestamp]);
});

test('historical events older than the retention are refused', async () => {
  const { status, body } = await world.api.post('/api/v1/events', { historical: true, events: [event(8), event(6)] });
  expect(status).toBe(200);
  expect(body).toMatchObject({ received: 1, rejected: [{ index: 0 }] });
});
