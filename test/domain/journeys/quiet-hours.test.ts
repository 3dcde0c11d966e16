import { endOfQuietHours } from '../../../domain/journeys/quiet-hours';

const at = (text: string): Date => new Date(text);
const overMidnight = { start: '22:00', end: '08:00' };
const atNoon = { start: '12:00', end: '14:30' };

test.each([
  ['none are set', null, '2026-03-10T23:00:00Z', 'UTC', null],
  ['they are of no length', { start: '08:00', end: '08:00' }, '2026-03-10T08:00:00Z', 'UTC', null],
  ['before they begin', overMidnight, '2026-03-10T21:59:59Z', 'UTC', null],
  ['at their beginning', overMidnight, '2026-03-10T22:00:00Z', 'UTC', '2026-03-11T08:00:00.000Z'],
  ['after midnight', overMidnight, '2026-03-11T03:00:00Z', 'UTC', '2026-03-11T08:00:00.000Z'],
  ['at their end', overMidnight, '2026-03-11T08:00:00Z', 'UTC', null],
  ['within a day', atNoon, '2026-03-10T13:00:00Z', 'UTC', '2026-03-10T14:30:00.000Z'],
  ['within a day, outside', atNoon, '2026-03-10T15:00:00Z', 'UTC', null],
  ['by the subject’s clock', overMidnight, '2026-03-10T14:00:00Z', 'Asia/Tokyo', '2026-03-10T23:00:00.000Z'],
  [
    'in the night when clocks go forward',
    overMidnight,
    '2026-03-29T00:30:00Z',
    'Europe/Berlin',
    '2026-03-29T06:00:00.000Z',
  ],
  [
    'in the night when clocks go back',
    overMidnight,
    '2026-10-25T00:30:00Z',
    'Europe/Berlin',
    '2026-10-25T07:00:00.000Z',
  ],
  ['in a zone that nobody knows', overMidnight, '2026-03-10T23:00:00Z', 'Mars/Base', '2026-03-11T08:00:00.000Z'],
])('%s', (...[, hours, now, timezone, expected]) => {
  expect(endOfQuietHours(hours, at(now), timezone)?.toISOString() ?? null).toBe(expected);
});
