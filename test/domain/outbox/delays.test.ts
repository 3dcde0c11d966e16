import { pauseSeconds, retryDelaySeconds } from '../../../domain/outbox/delays';

test('retry delays start at 1 s and double, up to one minute', () => {
  expect([0, 1, 2, 5, 6, 7, 2_000].map(retryDelaySeconds)).toEqual([1, 2, 4, 32, 60, 60, 60]);
});

test('pauses double up to 30 s', () => {
  expect([0, 1, 4, 5, 2_000].map((pauses) => pauseSeconds(pauses, 0))).toEqual([1, 2, 16, 30, 30]);
});

test('jitter removes up to half of a pause', () => {
  expect([0, 0.5, 1].map((random) => pauseSeconds(3, random))).toEqual([8, 6, 4]);
});
