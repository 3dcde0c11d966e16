import { parseEvents, type EventEnvelope, type EventReceipt } from '../../../domain/events/parse-events';

const receivedAt = new Date('2026-03-10T12:00:00.000Z');
const server: EventReceipt = { origin: 'server', receivedAt, isBot: false };
const browser: EventReceipt = { ...server, origin: 'public' };
const page = { type: 'pageview', url: 'https://shop.example.com/', visitorId: 'v1' };

const parseOne = (item: object, envelope: EventEnvelope = {}, receipt = server) => {
  const { events, rejected } = parseEvents([item], envelope, receipt);
  return { event: events[0], rejected: rejected[0] };
};

test('accepts historical events from the start of the retention period', () => {
  const retainedSince = new Date('2025-01-01T00:00:00.000Z');
  const at = (timestamp: string) =>
    parseOne(
      { ...page, timestamp },
      { historical: true },
      { ...server, retainedSince },
    ).event?.occurredAt.toISOString();
  expect(at('2025-01-01T00:00:00.000Z')).toBe('2025-01-01T00:00:00.000Z');
  expect(at('2024-12-31T23:59:59.999Z')).toBeUndefined();
});

test('accepts an event of 32 KB and rejects one more byte', () => {
  const sized = (bytes: number) => {
    const bare = { ...page, data: { text: '' } };
    return { ...page, data: { text: 'x'.repeat(bytes - JSON.stringify(bare).length) } };
  };
  expect(parseOne(sized(32 * 1_024)).rejected).toBeUndefined();
  expect(parseOne(sized(32 * 1_024 + 1)).rejected).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

test('reads email only from servers, and prefers values of the event to those of its batch', () => {
  const batch = { visitorId: 'v2', userId: 'u2', email: 'batch@example.com' };
  const own = { type: 'paid', visitorId: 'v1', userId: 'u1', email: 'own@example.com' };
  expect(parseOne(own, batch).event).toMatchObject({ visitorId: 'v1', userId: 'u1', email: 'own@example.com' });
  expect(parseOne({ type: 'paid' }, batch).event).toMatchObject({
    visitorId: 'v2',
    userId: 'u2',
    email: 'batch@example.com',
  });
  expect(parseOne({ ...page, email: 'own@example.com' }, batch, browser).event).toMatchObject({ email: null });
});

test('reports a rejected event with its index in the batch', () => {
  const { events, rejected } = parseEvents([page, { type: 'paid' }, page, {}], {}, server);
  expect(events).toHaveLength(2);
  expect(rejected.map(({ index }) => index)).toEqual([1, 3]);
});

test.each([
  ['PLACEHOLDER_ID', { visitorId: ' Undefined ' }, 'visitorId'],
  ['PLACEHOLDER_ID', { visitorId: '' }, 'visitorId'],
  ['PLACEHOLDER_ID', { userId: '[object Object]' }, 'userId'],
  ['PLACEHOLDER_ID', { userId: 'Guest' }, 'userId'],
  ['INVALID_URL', { url: '/checkout' }, 'url'],
  ['INVALID_URL', { url: '' }, 'url'],
  ['INVALID_URL', { url: ' JavaScript:alert(1)' }, 'url'],
  ['INVALID_URL', { url: `https://shop.example.com/${'a'.repeat(2_024)}` }, 'url'],
  ['VALIDATION_ERROR', { url: 5 }, 'url'],
])('rejects an event with code %s for %j', (code, fields, field) => {
  for (const receipt of [server, browser]) {
    const { rejected } = parseOne({ ...page, ...fields }, {}, receipt);
    expect(rejected).toMatchObject({ code, message: expect.stringContaining(`${field} `) });
  }
});

test.each([{ visitorId: 'guest' }, { userId: '00' }, { url: `https://shop.example.com/${'a'.repeat(2_023)}` }])(
  'accepts an event with %j',
  (fields) => {
    expect(parseOne({ ...page, ...fields }).event).toMatchObject(fields);
  },
);

test('corrects the time of each event by the clock skew of the batch', () => {
  const timed = { ...page, timestamp: '2026-03-10T14:59:00.000Z' };
  expect(parseOne(timed, { sentAt: '2026-03-10T15:00:00.000Z' }).event?.occurredAt.toISOString()).toBe(
    '2026-03-10T11:59:00.000Z',
  );
});
