import { confidenceOf } from '../../../domain/beliefs/update-confidence';
import { evidenceOf, reweigh } from '../../../domain/experiments/learn';
import { thompsonWeights } from '../../../domain/experiments/thompson';
import { drawBinomial, seededRandom } from '../../support/seeded-random';

const counted = (variantId: string, exposures: number, conversions: number) => ({ variantId, exposures, conversions });
const variant = (id: string, weight: number) => ({ id, name: id.toUpperCase(), weight });

describe('weights of a bandit', () => {
  it('follow the outcomes once every variant has a hundred visitors', () => {
    const variants = [variant('a', 0.5), variant('b', 0.5)];
    expect(reweigh(variants, [counted('b', 100, 20), counted('a', 99, 5)])).toBeNull();
    const [a, b] = thompsonWeights([
      { successes: 5, failures: 95 },
      { successes: 20, failures: 80 },
    ]);
    expect(reweigh(variants, [counted('b', 100, 20), counted('a', 100, 5)])).toEqual([
      variant('a', a!),
      variant('b', b!),
    ]);
    expect(reweigh(variants, [counted('b', 100, 20)])).toBeNull();
  });

  it('keep a variant that is switched off at 0, wait for no visitors of it, and need two others', () => {
    const variants = [variant('a', 0.5), variant('off', 0), variant('b', 0.5)];
    const weighed = reweigh(variants, [counted('a', 100, 5), counted('b', 100, 20), counted('off', 3, 3)]);
    expect(weighed?.map(({ weight }) => weight)).toEqual([expect.closeTo(0.0105, 2), 0, expect.closeTo(0.989, 2)]);
    expect(reweigh([variant('a', 1), variant('off', 0)], [counted('a', 100, 5), counted('off', 100, 5)])).toBeNull();
  });
});

describe('evidence', () => {
  it('compares the best treatment with the control, which is the first', () => {
    const counts = [counted('a', 100, 10), counted('b', 200, 22), counted('c', 50, 15), counted('d', 0, 0)];
    const { delta, sampleSize } = evidenceOf(counts)!;
    // Shrunk, as it is the best of two.
    expect([delta > 0.1, delta < 0.3 - 0.1, sampleSize]).toEqual([true, true, 150]);
    expect(evidenceOf([counted('a', 100, 10), counted('b', 100, 4)])).toEqual({ delta: 0.04 - 0.1, sampleSize: 200 });
  });

  it('moves a belief by less than 0.02 on average when nine treatments do nothing, and keeps an effect that is clear', () => {
    const random = seededRandom(61);
    const runs = 200;
    const arms = (rates: number[]) =>
      rates.map((rate, index) => counted(String(index), 2_000, drawBinomial(random, 2_000, rate)));
    const moved = (rates: number[]): number => {
      let sum = 0;
      for (let run = 0; run < runs; run += 1) {
        sum += confidenceOf(0.5, [{ type: 'experiment', ...evidenceOf(arms(rates))! }]) / runs;
      }
      return sum - 0.5;
    };
    const none = moved(Array<number>(10).fill(0.1));
    expect(none).toBeGreaterThan(-0.02);
    expect(none).toBeLessThan(0.02);
    // Among nine of which one does a third more; by itself it would move it by 0.33.
    expect(moved([0.1, 0.1333, ...Array<number>(8).fill(0.1)])).toBeGreaterThan(0.15);
  });

  it('is none while the control or every treatment has no visitors', () => {
    expect(evidenceOf([counted('a', 0, 0), counted('b', 100, 4)])).toBeNull();
    expect(evidenceOf([counted('a', 100, 10), counted('b', 0, 0)])).toBeNull();
    expect(evidenceOf([])).toBeNull();
  });
});
