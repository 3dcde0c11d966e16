import { createShares } from '../../domain/shares';

let now: number;
const shares = (slots: number, perKey?: number) =>
  createShares({ slots, clock: () => now, ...(perKey === undefined ? {} : { perKey }) });

beforeEach(() => {
  now = 0;
});

/** Takes slots until one is refused. @returns the functions that free them */
function takeAll({ take }: ReturnType<typeof createShares>, key: string): (() => void)[] {
  const taken = take(key);
  return 'free' in taken ? [taken.free, ...takeAll({ take }, key)] : [];
}

test('a key alone gets two thirds of the slots, and each other key a part of the rest', () => {
  const all = shares(90);
  const counts = ['a', 'b', 'c', 'd'].map((key) => takeAll(all, key).length);
  expect(counts).toEqual([60, 20, 7, 2]);
});

test('slots that are freed may be taken again, by any key', () => {
  const all = shares(9);
  const [free] = takeAll(all, 'a');
  expect(takeAll(all, 'a')).toHaveLength(0);
  free!();
  expect(takeAll(all, 'b')).toHaveLength(3);
  expect(takeAll(all, 'a')).toHaveLength(0);
});

test('a key always gets one slot', () => {
  expect(takeAll(shares(1), 'a')).toHaveLength(1);
});

test('refused work comes back as slots become free, by the durations so far', () => {
  const one = shares(100, 2);
  const delays = (count: number) =>
    Array.from({ length: count }, () => {
      const taken = one.take('a');
      return 'free' in taken ? 0 : taken.retryAfterMs;
    });
  const held = takeAll(one, 'a');
  expect(held).toHaveLength(2);
  expect(delays(3)).toEqual([1_000, 1_500, 2_000]);
  now = 9_000;
  held[0]!();
  // Refused once more.
  takeAll(one, 'a');
  // A mean of 3 s, and two at a time.
  expect(delays(3)).toEqual([3_000, 4_500, 6_000]);
  expect(Math.max(...delays(100))).toBe(60_000);
});
