import { untilDayHasEnded } from './day-end';

test.each([
  ['2026-11-28T00:00:00.000Z', 0],
  ['2026-11-28T23:51:59.999Z', 0],
  ['2026-11-28T23:52:00.000Z', 480_000],
  ['2026-12-31T23:59:59.999Z', 1],
])('at %s a file waits %i ms', (now, ms) => {
  expect(untilDayHasEnded(Date.parse(now))).toBe(ms);
});
