import fc from 'fast-check';
import { thompsonWeights } from '../../../domain/experiments/thompson';
import reference from './reference-bayesian.json';

it.each(reference.thompson_beta)('$id matches the reference weights with the additive floor', (known) => {
  const { inputs, expected, tolerance } = known;
  thompsonWeights(inputs.arms, inputs.floor).forEach((weight, index) => {
    const wanted = expected.weightsAdditiveFloor01[index] as number;
    expect(Math.abs(weight - wanted)).toBeLessThanOrEqual(Math.max(tolerance.abs, tolerance.rel * wanted));
  });
});

it('weights sum to 1, keep the floor and favor the better of two equally large arms', () => {
  const arm = fc.record({ successes: fc.nat({ max: 2_000 }), failures: fc.nat({ max: 2_000 }) });
  fc.assert(
    fc.property(fc.array(arm, { minLength: 1, maxLength: 6 }), (arms) => {
      const weights = thompsonWeights(arms);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0.01);
    }),
    { numRuns: 40 },
  );
  const [worse = NaN, better = NaN] = thompsonWeights([
    { successes: 10, failures: 90 },
    { successes: 14, failures: 86 },
  ]);
  expect(better).toBeGreaterThan(worse);
});

it('an arm that is never best keeps 1%', () => {
  const [worst = NaN] = thompsonWeights([
    { successes: 0, failures: 5_000 },
    { successes: 4_000, failures: 1_000 },
  ]);
  expect(worst).toBeCloseTo(0.01, 9);
});

it('rejects a floor that is too large for the number of arms', () => {
  const arms = [
    { successes: 1, failures: 1 },
    { successes: 1, failures: 1 },
  ];
  expect(thompsonWeights(arms, 0.5)).toEqual([0.5, 0.5]);
  for (const floor of [0.51, -0.01, NaN]) expect(() => thompsonWeights(arms, floor)).toThrow(RangeError);
});
