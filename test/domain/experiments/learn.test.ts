import { confidenceOf } from '../../../domain/beliefs/update-confidence';
import { sumsOfProportion } from '../../../domain/experiments/comparison';
import { evidenceOf, reweigh } from '../../../domain/experiments/learn';
import type { MetricSums } from '../../../domain/experiments/metric-results';
import { thompsonWeights } from '../../../domain/experiments/thompson';
import { drawBinomial, seededRandom } from '../../support/seeded-random';

const counted = (variantId: string, exposures: number, conversions: number) => ({ variantId, exposures, conversions });
type Counted = ReturnType<typeof counted>;

/** Sums of a primary metric that is the conversion rate. */
const rates = (counts: readonly Counted[], direction: 'up' | 'down' = 'up'): MetricSums => ({
  metric: 'sale',
  measure: 'conversion',
  role: 'primary',
  direction,
  variants: counts.map(({ variantId, exposures: n, conversions }) => ({
    variantId,
    ...sumsOfProportion({ n, conversions }),
  })),
});
const learnt = (...counts: Counted[]) => evidenceOf(counts, rates(counts));
const variant = (id: string, weight: number) => ({ id, name: id.toUpperCase(), weight });

describe('bandit weights', () => {
  it('follow the outcomes once every variant has 100 visitors', () => {
    const variants = [variant('a', 0.5), variant('b', 0.5)];
    expect(reweigh(variants, rates([counted('b', 100, 20), counted('a', 99, 5)]))).toBeNull();
    const [a, b] = thompsonWeights([
      { successes: 5, failures: 95 },
      { successes: 20, failures: 80 },
    ]);
    expect(reweigh(variants, rates([counted('b', 100, 20), counted('a', 100, 5)]))).toEqual([
      variant('a', a!),
      variant('b', b!),
    ]);
    expect(reweigh(variants, rates([counted('b', 100, 20)]))).toBeNull();
  });

  it('keep a disabled variant at 0, do not wait for its visitors, and need two others', () => {
    const variants = [variant('a', 0.5), variant('off', 0), variant('b', 0.5)];
    const weighed = reweigh(variants, rates([counted('a', 100, 5), counted('b', 100, 20), counted('off', 3, 3)]));
    expect(weighed?.map(({ weight }) => weight)).toEqual([expect.closeTo(0.0105, 2), 0, expect.closeTo(0.989, 2)]);
    expect(
      reweigh([variant('a', 1), variant('off', 0)], rates([counted('a', 100, 5), counted('off', 100, 5)])),
    ).toBeNull();
  });

  it('follow the primary metric: lower if less is better, and means', () => {
    const variants = [variant('a', 0.5), variant('b', 0.5)];
    const counts = [counted('a', 200, 40), counted('b', 200, 10)];
    const weightsBy = (primary: MetricSums) => reweigh(variants, primary)!.map(({ weight }) => weight);
    expect(weightsBy(rates(counts))[0]).toBeGreaterThan(0.98);
    expect(weightsBy(rates(counts, 'down'))[1]).toBeGreaterThan(0.98);
    // b sells less often, but for more: 10 times 100 compared with 40 times 10.
    expect(weightsBy(revenue)[1]).toBeGreaterThan(0.9);
  });
});

/** In `a`, 40 of 200 visitors pay 10. In `b`, 10 of 200 pay 100. */
const revenue: MetricSums = {
  metric: 'sale',
  measure: 'revenue',
  role: 'primary',
  direction: 'up',
  variants: [
    { variantId: 'a', n: 200, post: { sum: 400, sumSquares: 4_000 } },
    { variantId: 'b', n: 200, post: { sum: 1_000, sumSquares: 100_000 } },
  ],
};

describe('evidence', () => {
  it('uses the best treatment by the primary metric, and a decrease is support if lower is better', () => {
    const counts = [counted('a', 200, 40), counted('b', 200, 10), counted('c', 200, 60)];
    const { delta, sampleSize } = evidenceOf(counts, rates(counts, 'down'))!;
    expect([delta > 0.1, delta <= 0.15, sampleSize]).toEqual([true, true, 400]);
    const two = [counted('a', 200, 40), counted('b', 200, 10)];
    expect(evidenceOf(two, rates(two, 'down'))).toEqual({ delta: expect.closeTo(0.15, 12), sampleSize: 400 });
    // The best treatment by revenue converts less often than the control.
    expect(evidenceOf(two, revenue)).toEqual({ delta: expect.closeTo(-0.15, 12), sampleSize: 400 });
  });

  it('compares the best treatment with the control, which comes first', () => {
    const counts = [counted('a', 100, 10), counted('b', 200, 22), counted('c', 50, 15), counted('d', 0, 0)];
    const { delta, sampleSize } = evidenceOf(counts, rates(counts))!;
    // The effect is shrunk because it is the better of two.
    expect([delta > 0.1, delta < 0.3 - 0.1, sampleSize]).toEqual([true, true, 150]);
    expect(learnt(counted('a', 100, 10), counted('b', 100, 4))).toEqual({ delta: 0.04 - 0.1, sampleSize: 200 });
  });

  it('nine treatments without effect move a belief by less than 0.02 on average; a clear effect remains', () => {
    const random = seededRandom(61);
    const runs = 200;
    const arms = (shares: number[]) =>
      shares.map((rate, index) => counted(String(index), 2_000, drawBinomial(random, 2_000, rate)));
    const moved = (shares: number[]): number => {
      let sum = 0;
      for (let run = 0; run < runs; run += 1) {
        sum += confidenceOf(0.5, [{ type: 'experiment', ...learnt(...arms(shares))! }]) / runs;
      }
      return sum - 0.5;
    };
    const none = moved(Array<number>(10).fill(0.1));
    expect(none).toBeGreaterThan(-0.02);
    expect(none).toBeLessThan(0.02);
    // One of nine treatments converts a third more. On its own it would move the belief by 0.33.
    expect(moved([0.1, 0.1333, ...Array<number>(8).fill(0.1)])).toBeGreaterThan(0.15);
  });

  it('is null while the control or every treatment has no visitors', () => {
    expect(learnt(counted('a', 0, 0), counted('b', 100, 4))).toBeNull();
    expect(learnt(counted('a', 100, 10), counted('b', 0, 0))).toBeNull();
    expect(learnt()).toBeNull();
  });
});
