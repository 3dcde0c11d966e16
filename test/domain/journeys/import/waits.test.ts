import { durationOf } from '../../../../domain/journeys/import/waits';

test.each([
  [1, 'month', 'P1M'],
  [2, 'weeks', 'P2W'],
  [3, 'Days', 'P3D'],
  ['4', 'hours', 'PT4H'],
  [5, 'minute', 'PT5M'],
  [90, 'seconds', 'PT90S'],
  [0.5, 'weeks', 'PT84H'],
  [1.5, 'days', 'PT36H'],
  [1.5, 'hours', 'PT90M'],
  [2.5, 'minutes', 'PT150S'],
  [1.4, 'seconds', 'PT1S'],
  [1.5, 'months', null],
  [0, 'days', null],
  [-1, 'days', null],
  [1, 'fortnights', null],
  ['soon', 'days', null],
])('converts %p %s to the duration %p', (amount, unit, duration) => {
  expect(durationOf(amount, unit)).toBe(duration);
});
