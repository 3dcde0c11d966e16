import { achievedPowerOf, detectableEffect, requiredPerVariant } from '../../../domain/experiments/power';

const settings = { alpha: 0.05, targetPower: 0.8, treatments: 2 };
const conversion = { mean: 0.1 };
const revenue = { mean: 20, variance: 2_500 };

describe.each(['frequentist', 'sequential', 'bayesian', 'thompson'] as const)('%s', (engine) => {
  test.each([
    ['of a rate', conversion],
    ['of a mean', revenue],
  ])('the size that a plan %s asks for reaches its power, finds its effect, and no smaller one does', (_, baseline) => {
    const plan = { ...settings, engine };
    const n = requiredPerVariant(baseline, 0.12, plan)!;
    expect(n).toBeGreaterThan(100);
    expect(achievedPowerOf(baseline, 0.12, { ...plan, n })).toBeGreaterThanOrEqual(0.8);
    expect(achievedPowerOf(baseline, 0.12, { ...plan, n: n - 2 })).toBeLessThan(0.8);
    expect(detectableEffect(baseline, { ...plan, n })).toBeCloseTo(0.12, 4);
  });

  test('a past that explains half of the variance saves half of the visitors', () => {
    const plan = { ...settings, engine };
    const whole = requiredPerVariant(revenue, 0.12, plan)!;
    const half = requiredPerVariant(revenue, 0.12, { ...plan, varianceReduction: 0.5 })!;
    // The bound of an always valid engine depends on the size itself, so that it is not quite half.
    expect(Math.abs(half / whole - 0.5)).toBeLessThan(engine === 'frequentist' ? 0.001 : 0.05);
    expect(achievedPowerOf(revenue, 0.12, { ...plan, n: half, varianceReduction: 0.5 })).toBeCloseTo(0.8, 2);
  });

  test('more treatments and less error take more visitors', () => {
    const size = (more: object): number =>
      requiredPerVariant(conversion, 0.12, { ...settings, engine, ...more }) ?? NaN;
    expect(size({ treatments: 3 })).toBeGreaterThan(size({}));
    expect(size({ alpha: 0.01 })).toBeGreaterThan(size({}));
    expect(size({ targetPower: 0.9 })).toBeGreaterThan(size({}));
  });

  test('where no rate below 1 is far enough away, there is no size and no effect', () => {
    const plan = { ...settings, engine };
    expect(requiredPerVariant({ mean: 0.9 }, 0.12, plan)).toBeNull();
    expect(requiredPerVariant({ mean: 0 }, 0.12, plan)).toBeNull();
    expect(requiredPerVariant({ mean: 20, variance: 0 }, 0.12, plan)).toBeNull();
    expect(detectableEffect({ mean: 0.9 }, { ...plan, n: 20 })).toBeNull();
  });
});

test('an effect is found up to the most that a rate can rise by, which is no power of two', () => {
  const plan = { engine: 'frequentist', alpha: 0.05, targetPower: 0.8, treatments: 1 } as const;
  // A rate of 0.3 can rise by 7/3.
  expect(detectableEffect({ mean: 0.3 }, { ...plan, n: 7 })).toBeCloseTo(2.2101, 4);
  expect(detectableEffect({ mean: 0.3 }, { ...plan, n: 5 })).toBeNull();
});
