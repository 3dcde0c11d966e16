import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createSharedCount } from '../../../api/middleware/shared-count';

/** An in-memory limiter that records its calls. */
function setUp(points: number) {
  const limiter = new RateLimiterMemory({ points, duration: 60 });
  const consume = jest.spyOn(limiter, 'consume');
  return { count: createSharedCount(limiter), consume };
}

test('simultaneous requests use one query, and exactly the first ones up to the limit pass', async () => {
  const { count, consume } = setUp(50);
  const states = await Promise.all(Array.from({ length: 80 }, () => count('a')));
  expect(states.map(({ refused }) => refused)).toEqual(Array.from({ length: 80 }, (_, index) => index >= 50));
  expect(states.slice(0, 3).map(({ remainingPoints }) => remainingPoints)).toEqual([49, 48, 47]);
  expect(states[79]).toMatchObject({ refused: true, remainingPoints: 0 });
  expect(states[79]?.msBeforeNext).toBeGreaterThan(0);
  expect(consume).toHaveBeenCalledTimes(1);
});

test('keys are counted separately, and each count continues', async () => {
  const { count } = setUp(2);
  const first = await Promise.all([count('a'), count('b'), count('a')]);
  expect(first.map(({ refused }) => refused)).toEqual([false, false, false]);
  const second = await Promise.all([count('a'), count('b'), count('b')]);
  expect(second.map(({ refused }) => refused)).toEqual([true, false, true]);
});

test('a failure reaches all callers, and the next call queries again', async () => {
  const { count, consume } = setUp(5);
  consume.mockRejectedValueOnce(new Error('the database is away'));
  const failed = await Promise.allSettled([count('a'), count('a')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await count('a')).toMatchObject({ refused: false, remainingPoints: 4 });
});

test('the number of waiting requests is limited while the database does not respond', async () => {
  const { count, consume } = setUp(100_000);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const original = consume.getMockImplementation();
  consume.mockImplementation(async () => {
    await held;
    consume.mockImplementation(original);
    throw new Error('late');
  });
  const waiting = Promise.allSettled(Array.from({ length: 10_000 }, () => count('a')));
  await expect(count('a')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  release();
  await waiting;
});

test('far from the limit, requests are counted in advance without changing the remaining count', async () => {
  const { count, consume } = setUp(1_000);
  const remaining: number[] = [];
  for (let index = 0; index < 300; index += 1) remaining.push((await count('a')).remainingPoints);
  expect(remaining).toEqual(Array.from({ length: 300 }, (_, index) => 999 - index));
  expect(consume.mock.calls.length).toBeLessThan(15);
});

test('two processes together let exactly the limit pass', async () => {
  const limiter = new RateLimiterMemory({ points: 1_000, duration: 60 });
  const processes = [createSharedCount(limiter), createSharedCount(limiter)];
  let passed = 0;
  for (let index = 0; index < 1_100; index += 1) {
    if (!(await processes[index % 2]!('a')).refused) passed += 1;
  }
  expect(passed).toBe(1_000);
});
