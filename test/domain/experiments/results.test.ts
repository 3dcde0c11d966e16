import { experimentStatistics, type ExperimentCounts } from '../../../domain/experiments/results';

/**
 * Recommendations and null rules for counts with verdicts calculated by hand. 3,841 subjects per arm detect a relative
 * effect of 20% at a rate of 0.1.
 */

type Arm = [exposures: number, conversions: number];

const counts = (arms: Arm[], settings: Partial<ExperimentCounts> = {}) => ({
  ...({ engine: 'frequentist', status: 'running', alpha: 0.05, mde: 0.2, targetPower: 0.8, metrics: [] } as const),
  variants: arms.map(([exposures, conversions], index) => ({
    variantId: `v${index}`,
    name: '',
    exposures,
    conversions,
    expectedExposures: exposures,
  })),
  ...settings,
});

const resultsOf = (...args: Parameters<typeof counts>) => experimentStatistics(counts(...args));
const recommended = (...args: Parameters<typeof counts>) => resultsOf(...args).recommendation;

describe('the fixed-horizon engine', () => {
  it('recommends nothing before the planned size, and is inconclusive if stopped early', () => {
    const early = resultsOf([
      [2_000, 200],
      [2_000, 300],
    ]);
    expect(early).toMatchObject({ recommendation: 'collecting', power: { requiredPerVariant: 3_841 } });
    expect(early.power.progress).toBeCloseTo(2_000 / 3_841, 12);
    expect(early.variants[1]!.pValue).toBeLessThan(1e-5);
    const stopped = counts([
      [2_000, 200],
      [2_000, 300],
    ]);
    expect(experimentStatistics({ ...stopped, status: 'completed' }).recommendation).toBe('inconclusive');
  });

  it.each([
    [480, 'ship'],
    [320, 'roll_back'],
    [405, 'stop_no_effect'],
    [440, 'inconclusive'],
  ])('with 400 of 4,000 in the control, %d conversions give %s', (conversions, recommendation) => {
    const arms: Arm[] = [
      [4_000, 400],
      [4_000, conversions],
    ];
    expect(recommended(arms)).toBe(recommendation);
  });

  it('ships based on p-values adjusted for the number of treatments', () => {
    const [control, better, other]: [Arm, Arm, Arm] = [
      [4_000, 400],
      [4_000, 458],
      [4_000, 400],
    ];
    const alone = resultsOf([control, better]);
    expect(alone.recommendation).toBe('ship');
    const among = resultsOf([control, better, other, other], { mde: 0.25 });
    expect(among.recommendation).toBe('inconclusive');
    expect(among.variants[1]!.pValue).toBe(alone.variants[1]!.pValue);
    expect(among.variants[1]!.adjustedPValue).toBeCloseTo(3 * alone.variants[1]!.pValue!, 12);
    expect(among.confidence).toBeCloseTo(1 - 3 * alone.variants[1]!.pValue!, 12);
  });

  it('has no confidence in a treatment that is worse', () => {
    const worse = resultsOf([
      [4_000, 400],
      [4_000, 320],
    ]);
    expect(worse.confidence).toBe(0);
  });
});

describe('the sequential engine', () => {
  const arms = (conversions: number): Arm[] => [
    [2_000, 200],
    [2_000, conversions],
  ];

  it('decides before the planned size when the interval excludes 0', () => {
    for (let conversions = 100; conversions <= 330; conversions += 1) {
      const { recommendation, variants } = resultsOf(arms(conversions), { engine: 'sequential' });
      const [low, high] = variants[1]!.liftInterval95!;
      const verdict = low > 0 ? 'ship' : high < 0 ? 'roll_back' : 'collecting';
      expect({ conversions, recommendation }).toEqual({ conversions, recommendation: verdict });
    }
    expect(recommended(arms(330), { engine: 'sequential' })).toBe('ship');
    expect(recommended(arms(100), { engine: 'sequential' })).toBe('roll_back');
    expect(recommended(arms(255), { engine: 'sequential' })).toBe('collecting');
  });

  it('detects a loss without treatment conversions, and a gain without control conversions', () => {
    expect(recommended(arms(0), { engine: 'sequential' })).toBe('roll_back');
    const [control, treatment]: [Arm, Arm] = [
      [2_000, 0],
      [2_000, 200],
    ];
    const gained = resultsOf([control, treatment], { engine: 'sequential' });
    expect(gained.variants[1]).toMatchObject({ lift: null, liftInterval95: null });
    expect(gained.recommendation).toBe('ship');
  });
});

describe.each(['bayesian', 'thompson'] as const)('the %s engine', (engine) => {
  it('decides at a probability of 0.95, a small loss and a sequence that excludes 0', () => {
    const sure = resultsOf(
      [
        [2_000, 200],
        [2_000, 300],
      ],
      { engine },
    );
    expect(sure.recommendation).toBe('ship');
    expect(sure.variants[1]!.pValue).toBeLessThan(0.05);
    // Probability and loss alone would ship this treatment, but they are checked too often for that.
    const likely: Arm[] = [
      [2_000, 200],
      [2_000, 245],
    ];
    const { variants, recommendation } = resultsOf(likely, { engine });
    expect(variants[1]!.probabilityBest).toBeGreaterThan(0.98);
    expect(variants[1]!.expectedLoss).toBeLessThan(0.001);
    expect([variants[1]!.pValue! > 0.05, recommendation]).toEqual([true, 'collecting']);
    expect(sure.confidence).toBe(sure.variants[1]!.probabilityBest);
    // Probability 0.9, and almost nothing to lose.
    const unsure: Arm[] = [
      [2_000, 200],
      [2_000, 225],
    ];
    expect(recommended(unsure, { engine })).toBe('collecting');
    const lost: Arm[] = [
      [2_000, 300],
      [2_000, 200],
    ];
    expect(recommended(lost, { engine })).toBe('roll_back');
  });
});

test.each(['frequentist', 'sequential', 'bayesian', 'thompson'] as const)(
  '%s: a sample ratio mismatch takes precedence',
  (engine) => {
    const settings = counts(
      [
        [4_400, 440],
        [4_000, 600],
      ],
      { engine },
    );
    const variants = settings.variants.map((variant) => ({ ...variant, expectedExposures: 1 }));
    const { srm, recommendation } = experimentStatistics({ ...settings, variants });
    // (200² / 4200) · 2
    expect(srm.chiSquare).toBeCloseTo(19.047_619, 5);
    expect([srm.mismatch, recommendation]).toEqual([true, 'check_data']);
  },
);

test('ships the best treatment by the primary metric, even if its conversion rate is lower', () => {
  const arms: Arm[] = [
    [4_000, 400],
    [4_000, 480],
    [4_000, 430],
  ];
  const paying = (amounts: number[]) => ({
    metric: 'bought',
    measure: 'revenue' as const,
    role: 'primary' as const,
    direction: 'up' as const,
    variants: arms.map(([n, buyers], index) => ({
      variantId: `v${index}`,
      n,
      post: { sum: buyers * amounts[index]!, sumSquares: buyers * amounts[index]! ** 2 },
    })),
  });
  const { decision } = resultsOf(arms, { metrics: [paying([10, 12, 16])], mde: 0.3 });
  expect(decision).toMatchObject({ recommendation: 'ship', shipped: 'v2' });
  expect(resultsOf(arms, { metrics: [paying([10, 8.3, 9.3])], mde: 0.3 }).decision?.shipped).toBeNull();
});

test('a gain that harms a guardrail needs a manual decision', () => {
  const arms: Arm[] = [
    [4_000, 400],
    [4_000, 480],
  ];
  const guard = (lowerIsBetter: boolean) =>
    resultsOf(arms, {
      metrics: [
        {
          metric: 'refunds',
          measure: 'conversion',
          role: 'guardrail',
          direction: lowerIsBetter ? 'down' : 'up',
          variants: [100, 160].map((sum, index) => ({
            variantId: `v${index}`,
            n: 4_000,
            post: { sum, sumSquares: sum },
          })),
        },
      ],
    });
  expect(guard(true)).toMatchObject({
    recommendation: 'inconclusive',
    guardrails: [
      {
        metric: 'refunds',
        variants: [
          { variantId: 'v0', rate: 0.025, pValue: null, harmed: false },
          { variantId: 'v1', rate: 0.04, harmed: true },
        ],
      },
    ],
  });
  expect(guard(false)).toMatchObject({ recommendation: 'ship' });
});

test('without visitors, rates are 0 and there is no lift or required size', () => {
  for (const engine of ['frequentist', 'sequential', 'bayesian', 'thompson'] as const) {
    const { variants, power, confidence, recommendation } = resultsOf(
      [
        [0, 0],
        [0, 0],
      ],
      { engine },
    );
    expect(variants[1]).toMatchObject({
      rate: 0,
      lift: null,
      liftInterval95: null,
      pValue: null,
      probabilityBest: 0.5,
    });
    expect(power).toMatchObject({ requiredPerVariant: null, progress: 0 });
    expect([confidence, recommendation]).toEqual([0, 'collecting']);
  }
});

test('variants without factors have no main effects, and those with one factor have one', () => {
  const variants = counts([
    [1_000, 100],
    [1_000, 130],
  ]).variants;
  expect(experimentStatistics({ ...counts([]), variants })).not.toHaveProperty('multivariate');
  const named = variants.map((variant, index) => ({ ...variant, levels: { head: index === 0 ? 'old' : 'new' } }));
  const { multivariate } = experimentStatistics({ ...counts([]), variants: named });
  expect(multivariate!.mainEffects).toMatchObject([{ factor: 'head', levels: [{ rate: 0.1 }, { rate: 0.13 }] }]);
});

test('main effects are reported per factor', () => {
  const arm = (head: string, button: string, conversions: number) => ({
    variantId: `${head}-${button}`,
    name: '',
    exposures: 1_000,
    conversions,
    expectedExposures: 1,
    levels: { head, button },
  });
  const { multivariate } = experimentStatistics({
    ...counts([]),
    variants: [arm('old', 'red', 100), arm('old', 'blue', 104), arm('new', 'red', 160), arm('new', 'blue', 156)],
  });
  expect(multivariate!.homogeneity.df).toBe(3);
  const [head, button] = multivariate!.mainEffects;
  expect(head).toMatchObject({
    factor: 'head',
    levels: [
      { level: 'old', rate: 0.102 },
      { level: 'new', rate: 0.158 },
    ],
  });
  expect(head!.adjustedPValue).toBeLessThan(1e-6);
  expect(button).toMatchObject({ factor: 'button', levels: [{ rate: 0.13 }, { rate: 0.13 }], pValue: 1 });
});

test.each([
  ['no variants', counts([])],
  [
    'a part of a visitor',
    counts([
      [10.5, 1],
      [10, 1],
    ]),
  ],
  [
    'more conversions than exposures',
    counts([
      [10, 1],
      [10, 11],
    ]),
  ],
  [
    'a negative count',
    counts([
      [-1, 0],
      [10, 1],
    ]),
  ],
  [
    'an alpha of 0',
    counts(
      [
        [10, 1],
        [10, 1],
      ],
      { alpha: 0 },
    ),
  ],
  [
    'an mde of 0',
    counts(
      [
        [10, 1],
        [10, 1],
      ],
      { mde: 0 },
    ),
  ],
  [
    'a power of 1',
    counts(
      [
        [10, 1],
        [10, 1],
      ],
      { targetPower: 1 },
    ),
  ],
])('rejects %s', (_, wrong) => {
  expect(() => experimentStatistics(wrong)).toThrow(RangeError);
});

/** A primary metric over the variants in `counts`. */
const primaryBy = (measure: 'count' | 'revenue' | 'ratio', sums: object[], direction: 'up' | 'down' = 'up') => ({
  metric: 'm',
  measure,
  direction,
  role: 'primary' as const,
  variants: sums.map((of, index) => ({
    variantId: `v${index}`,
    ...(of as { n: number; post: { sum: number; sumSquares: number } }),
  })),
});
const sumsOf = (n: number, values: readonly number[]) => ({
  n,
  post: {
    sum: values.reduce((sum, value) => sum + value, 0),
    sumSquares: values.reduce((sum, value) => sum + value * value, 0),
  },
});
const orderedBy = (n: number, amounts: readonly number[]) => {
  const { post } = sumsOf(n, amounts);
  const orders = amounts.length;
  return { n, post, denominator: { sum: orders, sumSquares: orders, sumProducts: post.sum } };
};

test('a bandit does not decide based on a small arm without a purchase', () => {
  const purchases = (count: number) => Array<number>(count).fill(50);
  const arms: Arm[] = [
    [1_400, 14],
    [160, 0],
  ];
  const metrics = [primaryBy('revenue', [sumsOf(1_400, purchases(14)), sumsOf(160, [])])];
  const early = resultsOf(arms, { engine: 'thompson', metrics });
  expect(early.recommendation).toBe('collecting');
  // The reported number does not include this caution.
  expect(early.variants[1]!.pValue).toBeLessThan(0.05);
  const lost = [primaryBy('revenue', [sumsOf(1_400, purchases(140)), sumsOf(1_400, purchases(20))])];
  expect(recommended(arms, { engine: 'thompson', metrics: lost })).toBe('roll_back');
});

describe('the required size for metrics other than rates', () => {
  const arms: Arm[] = [
    [100, 2],
    [100, 2],
  ];

  it('is not reached by two orders with similar amounts', () => {
    const metrics = [primaryBy('ratio', [orderedBy(100, [50, 51]), orderedBy(100, [40, 45])])];
    const { recommendation, power } = resultsOf(arms, { metrics });
    expect(recommendation).toBe('collecting');
    // 2 of 100 visitors order. Slightly different amounts count as slightly fewer orders.
    expect(power.requiredPerVariant).toBeGreaterThanOrEqual(1_500);
    expect(power).toMatchObject({ achievedPower: null, detectableEffect: null });
  });

  it('is not reached by two visitors', () => {
    const metrics = [primaryBy('count', [sumsOf(2, [50, 51]), sumsOf(2, [40, 45])])];
    const { recommendation, power } = resultsOf(
      [
        [2, 2],
        [2, 2],
      ],
      { metrics },
    );
    expect([recommendation, power.requiredPerVariant]).toEqual(['collecting', 31]);
    const many = (value: number) =>
      sumsOf(
        40,
        Array.from({ length: 40 }, (_, index) => value + (index % 3)),
      );
    const enough = resultsOf(
      [
        [40, 40],
        [40, 40],
      ],
      { metrics: [primaryBy('count', [many(50), many(40)])] },
    );
    expect(enough).toMatchObject({ recommendation: 'roll_back', power: { requiredPerVariant: 31, progress: 1 } });
    expect(enough.power.achievedPower).toBeGreaterThan(0.99);
  });

  it('is null if amounts cancel out over the arms', () => {
    const metrics = [primaryBy('revenue', [sumsOf(100, [50, 40]), sumsOf(100, [-50, -40])])];
    expect(resultsOf(arms, { metrics }).power).toMatchObject({ requiredPerVariant: null, progress: 0 });
  });

  it('is the planned size if that is larger', () => {
    const spread = Array.from({ length: 400 }, (_, index) => (index % 40 === 0 ? 1_000 : 0));
    const metrics = [primaryBy('revenue', [sumsOf(400, spread), sumsOf(400, spread)])];
    const { power } = resultsOf(
      [
        [400, 10],
        [400, 10],
      ],
      { metrics },
    );
    // 2 v (z + z)² / (0.2 m)²: 2 · 39.1 · 7.849 / 0.04.
    expect(power.requiredPerVariant).toBeGreaterThan(15_000);
  });
});

describe('a disabled treatment', () => {
  const off = (settings: Partial<ExperimentCounts>, arms: Arm[], weights: readonly number[]) => {
    const all = counts(arms, settings);
    return experimentStatistics({
      ...all,
      variants: all.variants.map((variant, index) => ({ ...variant, weight: weights[index]! })),
    });
  };
  const arms: Arm[] = [
    [5_000, 500],
    [5_000, 620],
    [40, 4],
  ];

  it('is reported, but results do not wait for it', () => {
    const { recommendation, decision, variants, power } = off({}, arms, [0.5, 0.5, 0]);
    expect([recommendation, decision?.shipped, power.progress]).toEqual(['ship', 'v1', 1]);
    expect(variants[2]).toMatchObject({ exposures: 40, rate: 0.1, probabilityBest: 0 });
    expect(variants[2]!.pValue).toBeGreaterThan(0.5);
    expect(variants[2]!.expectedLoss).toBeGreaterThan(0);
    expect(off({}, arms, [0.4, 0.4, 0.2])).toMatchObject({ recommendation: 'collecting' });
    // It was tested, so it counts for the correction and the plan.
    expect(power.requiredPerVariant).toBe(resultsOf(arms).power.requiredPerVariant);
    expect(variants[1]!.adjustedPValue).toBeCloseTo(2 * variants[1]!.pValue!, 12);
  });

  it('does not change which treatment is shipped', () => {
    const [control, better, small] = arms as [Arm, Arm, Arm];
    expect(off({}, [control, small, better], [0.5, 0, 0.5]).decision).toMatchObject({
      recommendation: 'ship',
      shipped: 'v2',
    });
  });

  it.each(['sequential', 'bayesian', 'thompson'] as const)('cannot be the best or delay a decision: %s', (engine) => {
    // 4 conversions of 10 visitors are probably the best rate by far.
    const [control, better] = arms as [Arm, Arm];
    const lucky: Arm = [10, 4];
    const { variants, recommendation, confidence } = off({ engine }, [control, [5_000, 700], lucky], [0.5, 0.5, 0]);
    expect([recommendation, variants[2]!.probabilityBest]).toEqual(['ship', 0]);
    expect(variants[0]!.probabilityBest + variants[1]!.probabilityBest).toBeCloseTo(1, 9);
    expect(confidence).toBeGreaterThan(0.99);
    if (engine !== 'sequential') {
      expect(off({ engine }, [control, [5_000, 700], lucky], [0.4, 0.4, 0.2]).recommendation).toBe('collecting');
    }
    expect(off({ engine }, [better, control, lucky], [0.5, 0.5, 0]).recommendation).not.toBe('ship');
  });

  it('is evaluated if no treatment gets visitors, and so is a control of weight 0', () => {
    expect(
      off(
        {},
        [
          [5_000, 500],
          [5_000, 400],
        ],
        [1, 0],
      ).recommendation,
    ).toBe('roll_back');
    const small = off(
      {},
      [
        [40, 4],
        [5_000, 620],
      ],
      [0, 1],
    );
    expect([small.recommendation, small.power.progress < 1]).toEqual(['collecting', true]);
  });
});

test('plans for a fall if lower is better', () => {
  const refunds = (control: number, treatment: number) =>
    resultsOf(
      [
        [4_000, control],
        [4_000, treatment],
      ],
      {
        metrics: [
          {
            metric: 'refund',
            measure: 'conversion',
            role: 'primary',
            direction: 'down',
            variants: [control, treatment].map((sum, index) => ({
              variantId: `v${index}`,
              n: 4_000,
              post: { sum, sumSquares: sum },
            })),
          },
        ],
      },
    );
  expect(refunds(400, 320)).toMatchObject({ recommendation: 'ship', power: { requiredPerVariant: 3_213 } });
  // A rate of 0.9 cannot rise by 20%, but it can fall by 20%.
  expect(refunds(3_600, 3_000)).toMatchObject({ recommendation: 'ship', power: { progress: 1 } });
});
