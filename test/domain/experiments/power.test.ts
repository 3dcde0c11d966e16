import { achievedPowerOf, detectableEffect, requiredPerVariant } from '../../../domain/experiments/power';

const settings = { alpha: 0.05, targetPower: 0.8, treatments: 2 };
const conversion = { mean: 0.1 };
const revenue = { mean: 20, variance: 2_500 };

describe.each(['frequentist', 'sequential', 'bayesian', 'thompson'] as const)('%s', (engine) => {
  test.each([
    ['of a rate', conversion],
    ['of a mean', revenue],
  ])(
    'the size planned for an effect %s reaches the power and finds the effect, and a smaller size does not',
    (_, baseline) => {
      const plan = { ...settings, engine };
      const n = requiredPerVariant(baseline, 0.12, plan)!;
      expect(n).toBeGreaterThan(100);
      expect(achievedPowerOf(baseline, 0.12, { ...plan, n })).toBeGreaterThanOrEqual(0.8);
      expect(achievedPowerOf(baseline, 0.12, { ...plan, n: n - 2 })).toBeLessThan(0.8);
      expect(detectableEffect(baseline, { ...plan, n })).toBeCloseTo(0.12, 4);
    },
  );

  test('a past that explains half of the variance halves the visitors', () => {
    const plan = { ...settings, engine };
    const whole = requiredPerVariant(revenue, 0.12, plan)!;
    const half = requiredPerVariant(revenue, 0.12, { ...plan, varianceReduction: 0.5 })!;
    // The boundary of an always-valid engine depends on the size, so it is not exactly half.
    expect(Math.abs(half / whole - 0.5)).toBeLessThan(engine === 'frequentist' ? 0.001 : 0.05);
    expect(achievedPowerOf(revenue, 0.12, { ...plan, n: half, varianceReduction: 0.5 })).toBeCloseTo(0.8, 2);
  });

  test('more treatments and smaller errors need more visitors', () => {
    const size = (more: object): number =>
      requiredPerVariant(conversion, 0.12, { ...settings, engine, ...more }) ?? NaN;
    expect(size({ treatments: 3 })).toBeGreaterThan(size({}));
    expect(size({ alpha: 0.01 })).toBeGreaterThan(size({}));
    expect(size({ targetPower: 0.9 })).toBeGreaterThan(size({}));
  });

  test('returns no size or effect if the required rate would exceed 1', () => {
    const plan = { ...settings, engine };
    expect(requiredPerVariant({ mean: 0.9 }, 0.12, plan)).toBeNull();
    expect(requiredPerVariant({ mean: 0 }, 0.12, plan)).toBeNull();
    expect(requiredPerVariant({ mean: 20, variance: 0 }, 0.12, plan)).toBeNull();
    expect(detectableEffect({ mean: 0.9 }, { ...plan, n: 20 })).toBeNull();
  });
});

test('finds an effect up to the largest possible rise of the rate', () => {
  const plan = { engine: 'frequentist', alpha: 0.05, targetPower: 0.8, treatments: 1 } as const;
  // A rate of 0.3 can rise by 7/3.
  expect(detectableEffect({ mean: 0.3 }, { ...plan, n: 7 })).toBeCloseTo(2.2101, 4);
  expect(detectableEffect({ mean: 0.3 }, { ...plan, n: 5 })).toBeNull();
});

describe('lower is better', () => {
  const plan = { engine: 'frequentist', alpha: 0.05, targetPower: 0.8, treatments: 1 } as const;
  const down = { ...plan, direction: 'down' } as const;

  test('plans for a fall, which needs fewer subjects than a rise at a low rate', () => {
    // R: power.prop.test(p1 = 0.1, p2 = 0.08, power = 0.8) gives 3,213; 0.12 gives 3,841.
    expect([0.2, 0.2].map((mde, index) => requiredPerVariant(conversion, mde, index === 0 ? down : plan))).toEqual([
      3_213, 3_841,
    ]);
    // A fall of 0.6 by 0.12 is a rise of the opposite rate, 0.4, by 0.12.
    expect(requiredPerVariant({ mean: 0.6 }, 0.2, down)).toBe(requiredPerVariant({ mean: 0.4 }, 0.3, plan));
  });

  test('a high rate can fall, but by no more than 100%', () => {
    expect(requiredPerVariant({ mean: 0.9 }, 0.12, plan)).toBeNull();
    const n = requiredPerVariant({ mean: 0.9 }, 0.12, down)!;
    expect(n).toBeGreaterThan(100);
    expect(achievedPowerOf({ mean: 0.9 }, 0.12, { ...down, n })).toBeGreaterThanOrEqual(0.8);
    expect(detectableEffect({ mean: 0.9 }, { ...down, n })).toBeCloseTo(0.12, 3);
    expect(requiredPerVariant({ mean: 0.3 }, 1, down)).toBeGreaterThan(1);
    expect(requiredPerVariant({ mean: 0.3 }, 1.01, down)).toBeNull();
    expect(detectableEffect({ mean: 0.3 }, { ...down, n: 5 })).toBeNull();
  });

  test('the size for a mean is the same in both directions', () => {
    expect(requiredPerVariant(revenue, 0.12, down)).toBe(requiredPerVariant(revenue, 0.12, plan));
  });
});
