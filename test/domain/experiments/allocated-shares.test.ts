import { assignVariant } from '../../../domain/experiments/allocate';
import {
  allocatedShares,
  expectedExposures,
  weightsChangedAt,
  type AllocatedExposures,
} from '../../../domain/experiments/allocated-shares';
import { bucket, bucketPlaces } from '../../../domain/experiments/bucket';
import { sampleRatio } from '../../../domain/experiments/srm';

/** One visitor for each bucket of the hash. */
const visitors = new Map<number, string>();
for (let number = 0; visitors.size < bucketPlaces; number += 1) {
  const visitor = String(number);
  const place = bucket('exp_1', visitor);
  if (!visitors.has(place)) visitors.set(place, visitor);
}

const thirds = [1 / 3, 1 / 3, 1 / 3];

test.each([
  [thirds, 0.1],
  [thirds, 100],
  [[0.5, 0.5], 0.05],
  [[0.1, 0.2, 0.3, 0.4], 33],
  [[0.7, 0.1, 0.2], 0.3],
  [[0.013, 0.977, 0.01], 7.7],
  [Array<number>(7).fill(1 / 7), 12.34],
  [[0.5, 0, 0.5], 50],
])('shares for the weights %j at %d %% match the actual assignment', (weights, trafficSplit) => {
  const variants = weights.map((weight, index) => ({ id: String(index), weight }));
  const held = weights.map(() => 0);
  for (const visitor of visitors.values()) {
    const variant = assignVariant({ id: 'exp_1', status: 'running', trafficSplit, variants }, visitor);
    if (variant !== null) held[Number(variant.id)]! += 1;
  }
  const all = held.reduce((sum, count) => sum + count, 0);
  expect(allocatedShares(weights, trafficSplit)).toEqual(held.map((count) => count / all));
});

test('a slot without buckets gets no share; without any buckets, shares are the weights', () => {
  expect(allocatedShares([0.4, 0.3, 0.3], 0.01)).toEqual([1 / 3, 1 / 3, 1 / 3]);
  expect(allocatedShares([0.50001, 0.49999], 0.01)).toEqual([1, 0]);
  expect(allocatedShares([0.3, 0.7], 0)).toEqual([0.3, 0.7]);
});

const now = { trafficSplit: 0.1, variants: ['a', 'b', 'c'].map((id) => ({ id, weight: 1 / 3 })) };
const under = (shares: number[], trafficSplit: number, exposures: number, at: string): AllocatedExposures => ({
  trafficSplit,
  exposures,
  at: new Date(at),
  weights: Object.fromEntries(shares.map((weight, index) => [now.variants[index]!.id, weight])),
});

test('0.1% of traffic over three variants is no mismatch if it follows the assignment', () => {
  const expected = expectedExposures(now, [under(thirds, 0.1, 10_000, '2026-01-01')]);
  expect([...expected]).toEqual([
    ['a', 4_000],
    ['b', 3_000],
    ['c', 3_000],
  ]);
  const observed = [4_000, 3_000, 3_000];
  expect(sampleRatio(observed, [...expected.values()]).mismatch).toBe(false);
  expect(sampleRatio(observed, [1, 1, 1]).mismatch).toBe(true);
});

test('sums expected exposures over past allocations, and uses the current one if none is recorded', () => {
  const [first, later] = [under([0.5, 0.5], 100, 100, '2026-01-01'), under([0.25, 0.25, 0.5], 100, 40, '2026-01-02')];
  expect([...expectedExposures(now, [first, later]).values()]).toEqual([60, 60, 20]);
  const unrecorded = { weights: null, trafficSplit: null, at: null, exposures: 10 };
  expect([...expectedExposures(now, [unrecorded]).values()]).toEqual([4, 3, 3]);
  expect([...expectedExposures(now, []).values()]).toEqual([0.4, 0.3, 0.3]);
});

test('weights count as changed once visitors are exposed under other weights', () => {
  const [first, wider] = [under([0.5, 0.5], 10, 100, '2026-01-01'), under([0.5, 0.5, 0], 100, 9, '2026-01-02')];
  const changed = under([0.2, 0.8], 100, 5, '2026-01-03');
  expect(weightsChangedAt([])).toBeNull();
  expect(weightsChangedAt([{ weights: null, trafficSplit: null, at: null, exposures: 3 }])).toBeNull();
  expect(weightsChangedAt([first, wider])).toBeNull();
  expect(weightsChangedAt([first, { ...changed, exposures: 0 }])).toBeNull();
  expect(weightsChangedAt([first, wider, changed, under([0.1, 0.9], 100, 5, '2026-01-04')])).toEqual(changed.at);
});
