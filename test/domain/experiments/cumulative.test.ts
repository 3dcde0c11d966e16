import { cumulativeDays } from '../../../domain/experiments/cumulative';
import { dailyResults } from '../../../domain/experiments/daily';
import { daysLeft } from '../../../domain/experiments/days-left';
import { metricResults } from '../../../domain/experiments/metric-results';
import { metricOf } from '../../../domain/experiments/metrics/metric';
import { milestonesOf } from '../../../domain/experiments/milestones';

const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
const exposed = days.flatMap((day, index) => [
  { day, variantId: 'control', exposures: 100 + index },
  { day, variantId: 'blue', exposures: 101 },
  { day, variantId: 'green', exposures: 0 },
]);
const none = {
  denominator: 0,
  denominatorSquares: 0,
  denominatorProducts: 0,
  prior: 0,
  priorSquares: 0,
  priorProducts: 0,
};
const outcome = (segment: string, variantId: string, visitors: number, each = 1) => ({
  ...none,
  metric: 'bought',
  segment,
  variantId,
  visitors,
  currency: each === 1 ? '' : 'EUR',
  value: visitors * each,
  valueSquares: visitors * each * each,
});
const bought = [
  outcome('2026-11-01', 'control', 8),
  outcome('2026-11-02', 'control', 9),
  outcome('2026-11-03', 'blue', 40),
  // Visitors without an outcome have no day.
  outcome('', 'blue', 0),
];
const variantIds = ['control', 'blue', 'green'];

test.each(['frequentist', 'sequential', 'bayesian', 'thompson'] as const)(
  'the last day has the lift, the difference and their intervals of the whole experiment: %s',
  (engine) => {
    const settings = { engine, alpha: 0.05 };
    const input = {
      ...settings,
      metric: metricOf('bought'),
      variantIds,
      baselineId: 'control',
      exposed,
      currency: null,
    };
    const cumulative = cumulativeDays(days, { ...input, outcomes: bought });
    expect(cumulative.map(({ date }) => date)).toEqual(days);
    expect(cumulative[0]!.variants[0]).toMatchObject({ exposures: 100, conversions: 8, value: 0.08, lift: null });
    const [control, blue, green] = cumulative[2]!.variants;
    const sums = (variantId: string, n: number, sum: number) => ({ variantId, n, post: { sum, sumSquares: sum } });
    const [whole] = metricResults(
      [
        {
          metric: 'bought',
          measure: 'conversion',
          role: 'primary',
          direction: 'up',
          variants: [sums('control', 303, 17), sums('blue', 303, 40)],
        },
      ],
      settings,
    );
    const { value, lift, liftInterval95, difference, differenceInterval95 } = whole!.variants[1]!;
    expect(blue).toMatchObject({ value, lift, difference, liftInterval: liftInterval95 });
    expect(blue!.differenceInterval).toEqual(differenceInterval95);
    expect(control).toMatchObject({ value: 17 / 303, difference: null });
    expect(green).toMatchObject({ exposures: 0, value: null, valueInterval: null, lift: null });
    const [low, high] = blue!.valueInterval!;
    expect([low < value, high > value]).toEqual([true, true]);
  },
);

test('intervals of values are wider under engines that are valid at any time, for rates and means', () => {
  const widthOf = (engine: 'frequentist' | 'sequential', each: number): number => {
    const metric = metricOf(each === 1 ? 'bought' : { metric: 'bought', measure: 'revenue' });
    const outcomes = [outcome('2026-11-01', 'control', 8, each), outcome('2026-11-01', 'control', 3, 2 * each)];
    const given = { engine, alpha: 0.05, metric, variantIds, baselineId: 'control', exposed, currency: 'EUR' };
    const [low, high] = cumulativeDays(days, { ...given, outcomes })[2]!.variants[0]!.valueInterval!;
    return high - low;
  };
  for (const each of [1, 1e6]) expect(widthOf('sequential', each)).toBeGreaterThan(1.2 * widthOf('frequentist', each));
});

test('a long experiment has at most 60 days, with the last one', () => {
  const all = Array.from({ length: 200 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const given = { engine: 'frequentist', alpha: 0.05, metric: metricOf('bought'), variantIds: ['control'] } as const;
  const found = cumulativeDays(all, { ...given, baselineId: 'control', exposed: [], outcomes: [], currency: null });
  expect([found.length, found.at(-1)!.date]).toEqual([50, all.at(-1)]);
});

test('the days left follow from the pace of the last whole days', () => {
  const daily = dailyResults(
    [{ id: 'a' }, { id: 'b' }],
    [
      ...days.flatMap((day) => [
        { day, variantId: 'a', exposures: 50 },
        { day, variantId: 'b', exposures: 40 },
      ]),
      // The newest day is not over.
      { day: '2026-11-04', variantId: 'a', exposures: 5 },
    ],
    [],
  );
  expect(daily).toHaveLength(4);
  const left = (requiredPerVariant: number | null, variantIds = ['a', 'b']) =>
    daysLeft({ requiredPerVariant, variantIds, daily });
  // b has 120 and gets 40 per day.
  expect(left(200)).toBe(2);
  expect(left(201)).toBe(3);
  expect(left(200, ['a'])).toBe(1);
  expect(left(120)).toBe(0);
  expect(left(null)).toBeNull();
  expect(left(200, ['a', 'new'])).toBeNull();
  expect(daysLeft({ requiredPerVariant: 10, variantIds: ['a'], daily: [] })).toBeNull();
});

test('milestones are the start, the decision and what people changed since', () => {
  const at = (day: number): Date => new Date(Date.UTC(2026, 10, day));
  const action = (day: number, name: string, metadata = {}) => ({
    at: at(day),
    action: `experiment.${name}`,
    metadata,
  });
  const found = milestonesOf({ startedAt: at(2), decidedAt: at(6).toISOString() }, [
    action(9, 'promoted', { variantId: 'blue' }),
    action(4, 'paused'),
    action(5, 'started'),
    action(3, 'updated', { fields: ['name', 'variants'], weights: {} }),
    action(3, 'updated', { fields: ['name'] }),
    action(8, 'preview_link_created'),
    // Before the start, and the start itself.
    action(1, 'updated', { fields: ['variants'] }),
    action(2, 'started'),
  ]);
  expect(milestonesOf({ startedAt: at(1), decidedAt: null }, [action(2, 'started')])).toHaveLength(1);
  expect(found.map(({ at: when, kind }) => `${new Date(when).getUTCDate()} ${kind}`)).toEqual([
    ...['2 started', '3 changed', '4 paused', '5 resumed', '6 decided', '9 promoted'],
  ]);
  expect(found[1]).toMatchObject({ fields: ['variants'] });
  expect(found[5]).toMatchObject({ variantId: 'blue' });
  expect(milestonesOf({ startedAt: null, decidedAt: null }, [action(3, 'paused')])).toEqual([]);
});
