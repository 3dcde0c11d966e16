import { parseEvents, type EventEnvelope, type EventReceipt } from '../../../domain/events/parse-events';

const receivedAt = new Date('2026-03-10T12:00:00.000Z');
const server: EventReceipt = { origin: 'server', receivedAt, isBot: false };
const browser: EventReceipt = { ...server, origin: 'public' };
const page = { type: 'pageview', url: 'https://shop.example.com/', visitorId: 'v1' };

const parseOne = (item: object, envelope: EventEnvelope = {}, receipt = server) => {
  const { events, rejected } = parseEvents([item], envelope, receipt);
  return { event: events[0], rejected: rejected[0] };
};

test('history is taken from the instant on at which what the workspace keeps begins', () => {
  const keptSince = new Date('2025-01-01T00:00:00.000Z');
  const at = (timestamp: string) =>
    parseOne({ ...page, timestamp }, { historical: true }, { ...server, keptSince }).event?.occurredAt.toISOString();
  expect(at('2025-01-01T00:00:00.000Z')).toBe('2025-01-01T00:00:00.000Z');
  expect(at('2024-12-31T23:59:59.999Z')).toBeUndefined();
});

test('an event of 32 KB is taken, one of a byte more is not', () => {
  const sized = (bytes: number) => {
    const bare = { ...page, data: { text: '' } };
    return { ...page, data: { text: 'x'.repeat(bytes - JSON.stringify(bare).length) } };
  };
  expect(parseOne(sized(32 * 1_024)).rejected).toBeUndefined();
  expect(parseOne(sized(32 * 1_024 + 1)).rejected).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

test('an address counts from servers alone, and what an event says counts before what its batch says', () => {
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

test('a refused event is named by its place in the batch', () => {
  const { events, rejected } = parseEvents([page, { type: 'paid' }, page, {}], {}, server);
  expect(events).toHaveLength(2);
  expect(rejected.map(({ index }) => index)).toEqual([1, 3]);
});

test('the skew of the clock that the batch names is taken out of each event', () => {
  const timed = { ...page, timestamp: '2026-03-10T14:59:00.000Z' };
  expect(parseOne(timed, { sentAt: '2026-03-10T15:00:00.000Z' }).event?.occurredAt.toISOString()).toBe(
    '2026-03-10T11:59:00.000Z',
  );
});
