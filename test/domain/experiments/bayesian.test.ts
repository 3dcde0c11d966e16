import fc from 'fast-check';
import { compareArms, posteriorOf, probabilityBest, type ArmOutcomes } from '../../../domain/experiments/bayesian';
import reference from './reference-bayesian.json';

const near = (actual: number | undefined, wanted: number, { abs, rel }: { abs: number; rel: number }): void =>
  expect(Math.abs((actual ?? NaN) - wanted)).toBeLessThanOrEqual(Math.max(abs, rel * Math.abs(wanted)));

const outcomes = ({ n, conversions }: { n: number; conversions: number }): ArmOutcomes => ({
  successes: conversions,
  failures: n - conversions,
});

const mean = (arm: ArmOutcomes): number => (1 + arm.successes) / (2 + arm.successes + arm.failures);

/** P(second > first) for whole counts. Source: E. Miller, "Formulas for Bayesian A/B testing" (2015). */
function secondBeatsFirst(first: ArmOutcomes, second: ArmOutcomes): number {
  const [a1, b1, a2, b2] = [1 + first.successes, 1 + first.failures, 1 + second.successes, 1 + second.failures];
  let total = 0;
  for (let i = 0; i < a2; i += 1) {
    total += Math.exp(lnBeta(a1 + i, b1 + b2) - Math.log(b2 + i) - lnBeta(1 + i, b2) - lnBeta(a1, b1));
  }
  return total;
}

const lnFactorials = [0];
const lnFactorial = (n: number): number => {
  for (let k = lnFactorials.length; k <= n; k += 1) lnFactorials.push((lnFactorials[k - 1] as number) + Math.log(k));
  return lnFactorials[n] as number;
};
const lnBeta = (a: number, b: number): number => lnFactorial(a - 1) + lnFactorial(b - 1) - lnFactorial(a + b - 1);

const count = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5_000 }));
const arm = fc.record({ successes: count, failures: count });
const hugeArm = fc.record({
  successes: fc.integer({ min: 0, max: 500_000 }),
  failures: fc.integer({ min: 0, max: 500_000 }),
});

describe('the reference cases', () => {
  it.each(reference.chance_to_beat_control)('$id', ({ inputs, expected, tolerance }) => {
    const arms = [outcomes(inputs.control), outcomes(inputs.treatment)] as const;
    near(probabilityBest(arms)[1], expected.chanceToBeatControl, tolerance);
    const { expectedLoss } = compareArms(arms);
    near(expectedLoss[0], expected.expectedLossChoosingControl, tolerance);
    near(expectedLoss[1], expected.expectedLossChoosingTreatment, tolerance);
    near(mean(arms[1]) - mean(arms[0]), expected.posteriorMeanDiff, tolerance);
  });

  it.each(reference.thompson_beta)('$id', ({ inputs, expected, tolerance }) => {
    probabilityBest(inputs.arms).forEach((value, index) =>
      near(value, expected.probabilityBest[index] as number, tolerance),
    );
  });
});

describe('probabilityBest', () => {
  it('matches the closed form for two arms', () => {
    fc.assert(
      fc.property(arm, arm, (first, second) => {
        expect(
          Math.abs((probabilityBest([first, second])[1] as number) - secondBeatsFirst(first, second)),
        ).toBeLessThan(1e-9);
      }),
    );
  });

  it('sums to 1, is independent of arm order and equal for equal arms, up to a million subjects', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(arm, hugeArm), { minLength: 1, maxLength: 5 }), (arms) => {
        const probabilities = probabilityBest(arms);
        expect(probabilities.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
        const mirrored = probabilityBest([...arms].reverse()).reverse();
        probabilities.forEach((value, index) => expect(value).toBeCloseTo(mirrored[index] as number, 9));
        const [first] = arms as [ArmOutcomes];
        const twins = probabilityBest([first, first]);
        expect(twins[0]).toBeCloseTo(0.5, 9);
      }),
      { numRuns: 40 },
    );
  });

  it('is 1 for a single arm, and nearly 1 for an arm far ahead', () => {
    expect(probabilityBest([{ successes: 3, failures: 4 }])).toEqual([1]);
    const [behind, ahead] = probabilityBest([
      { successes: 1_000, failures: 999_000 },
      { successes: 2_000, failures: 998_000 },
    ]) as [number, number];
    expect(ahead).toBeCloseTo(1, 12);
    expect(behind).toBeGreaterThanOrEqual(0);
    expect(behind).toBeLessThan(1e-20);
  });
});

describe('expectedLoss', () => {
  it('differs between two arms by the difference of their means', () => {
    fc.assert(
      fc.property(arm, arm, (first, second) => {
        const [one, other] = compareArms([first, second]).expectedLoss as [number, number];
        expect(one - other).toBeCloseTo(mean(second) - mean(first), 9);
        expect(Math.min(one, other)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('matches the exact value for three arms without data', () => {
    // E[(max of two uniforms - a third)+] = ∫ x (1 - x²) dx = 1/4.
    const nothing = { successes: 0, failures: 0 };
    for (const loss of compareArms([nothing, nothing, nothing]).expectedLoss) expect(loss).toBeCloseTo(1 / 4, 12);
    expect(compareArms([nothing]).expectedLoss).toEqual([0]);
  });
});

it.each([[[]], [[{ successes: -1, failures: 3 }]], [[{ successes: 1, failures: NaN }]]])('rejects %j', (arms) => {
  expect(() => probabilityBest(arms)).toThrow(RangeError);
  expect(() => compareArms(arms)).toThrow(RangeError);
});

it('starts with a uniform prior', () => {
  expect(posteriorOf({ successes: 3, failures: 5 })).toEqual({ a: 4, b: 6 });
});
