import { evidenceOf, reweigh } from '../../../domain/experiments/learn';
import { thompsonWeights } from '../../../domain/experiments/thompson';

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
    expect(evidenceOf(counts)).toEqual({ delta: 0.3 - 0.1, sampleSize: 150 });
    expect(evidenceOf([counted('a', 100, 10), counted('b', 100, 4)])).toEqual({ delta: 0.04 - 0.1, sampleSize: 200 });
  });

  it('is none while the control or every treatment has no visitors', () => {
    expect(evidenceOf([counted('a', 0, 0), counted('b', 100, 4)])).toBeNull();
    expect(evidenceOf([counted('a', 100, 10), counted('b', 0, 0)])).toBeNull();
    expect(evidenceOf([])).toBeNull();
  });
});
