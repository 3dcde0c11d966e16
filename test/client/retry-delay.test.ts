import { retryAfterMs, retryDelayMs } from '../../client/src/retry-delay';

const least = () => 0;
const most = () => 1;

test('the delay doubles from 0.5 to 30 seconds, and jitter removes at most half of it', () => {
  expect([1, 2, 3, 6, 7, 8, 5_000].map((failures) => retryDelayMs(failures, 0, most))).toEqual([
    500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000,
  ]);
  expect([1, 2, 8].map((failures) => retryDelayMs(failures, 0, least))).toEqual([250, 500, 15_000]);
});

test('Retry-After is respected in full, up to an hour, and jitter is added to it', () => {
  expect(retryDelayMs(1, 7_000, least)).toBe(7_250);
  expect(retryDelayMs(1, 7_000, most)).toBe(7_500);
  expect(retryDelayMs(1, 1e12, most)).toBe(3_600_500);
});

test.each([
  [null, 0],
  ['7', 7_000],
  ['0', 0],
  ['-3', 0],
  ['', 0],
  ['soon', 0],
  ['Fri, 01 Jan 2027 00:00:09 GMT', 9_000],
  ['Thu, 31 Dec 2026 23:59:59 GMT', 0],
])('Retry-After: %s is %d ms', (header, ms) => {
  expect(retryAfterMs(header, Date.UTC(2027, 0, 1))).toBe(ms);
});
