import { formatAgo, formatDay, previousPeriod } from '../../../console/format/time';

const now = Date.parse('2026-03-10T12:00:00Z');

it.each([
  ['2026-03-10T11:59:30Z', '30 seconds ago'],
  ['2026-03-10T11:57:00Z', '3 minutes ago'],
  ['2026-03-09T11:00:00Z', 'yesterday'],
  ['2026-03-12T12:00:00Z', 'in 2 days'],
  ['2026-03-10T12:00:00Z', 'now'],
])('formats %s as %s', (iso, text) => {
  expect(formatAgo(iso, now)).toBe(text);
});

it('formats a calendar date independent of the timezone', () => {
  expect(formatDay('2026-03-01')).toBe('1 Mar 2026');
  expect(formatDay('2026-12-31T23:59:59Z')).toBe('31 Dec 2026');
});

it.each([
  [
    { from: '2026-03-01', to: '2026-03-07' },
    { from: '2026-02-22', to: '2026-02-28' },
  ],
  [
    { from: '2026-03-01', to: '2026-03-01' },
    { from: '2026-02-28', to: '2026-02-28' },
  ],
  // Daylight saving time does not affect dates.
  [
    { from: '2026-03-28', to: '2026-04-02' },
    { from: '2026-03-22', to: '2026-03-27' },
  ],
])('finds the previous period of %p', (period, before) => {
  expect(previousPeriod(period)).toEqual(before);
});
