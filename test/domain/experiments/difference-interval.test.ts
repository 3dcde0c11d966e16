import { sumsOfProportion, testMetric } from '../../../domain/experiments/comparison';
import { ratesWithDifference, scoreDifferenceInterval } from '../../../domain/experiments/difference-interval';
import reference from '../statistics/reference.json';

const arm = (conversions: number, n: number) => ({ n, conversions });

test.each([
  // R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890, table II, method 5 (Mee).
  [arm(48, 80), arm(56, 70), 0.0533, 0.3377],
  // The restricted rates are (1 - d) / 2 and (1 + d) / 2: 20 (1 - d) / (1 + d) = 1.96².
  [arm(0, 10), arm(10, 10), 0.6777, 1],
])('the score interval of %j and %j is the known one', (control, treatment, low, high) => {
  const interval = scoreDifferenceInterval(control, treatment, 0.05);
  expect(interval.map((end) => Number(end.toFixed(4)))).toEqual([low, high]);
});

test('the restricted rates are the likeliest ones with that difference', () => {
  const [control, treatment] = [arm(20, 200), arm(34, 180)];
  for (const difference of [-0.3, -0.05, 0, 0.1, 0.5]) {
    const likelihood = (rate: number): number => {
      const other = rate + difference;
      return 20 * Math.log(rate) + 180 * Math.log(1 - rate) + 34 * Math.log(other) + 146 * Math.log(1 - other);
    };
    const [from, to] = [Math.max(0, -difference), Math.min(1, 1 - difference)];
    const rates = Array.from({ length: 99_999 }, (_, step) => from + ((to - from) * (step + 1)) / 100_000);
    const best = rates.reduce((one, other) => (likelihood(other) > likelihood(one) ? other : one));
    expect(Math.abs(ratesWithDifference(control, treatment, difference)[0] - best)).toBeLessThan(2e-5);
  }
});

interface Arm {
  n: number;
  conversions?: number;
  sum: number;
  sumSquares: number;
}

interface SequentialCase {
  inputs: { control: Arm; treatment: Arm };
  expected: { difference: number; differenceLow: number; differenceHigh: number };
}

const sumsOf = ({ n, conversions, sum, sumSquares }: Arm) =>
  conversions === undefined ? { n, post: { sum, sumSquares } } : sumsOfProportion({ n, conversions });

test('the sequential interval of a difference matches the reference', () => {
  const cases = reference.cases.filter(({ category }) => category === 'sequential_difference');
  expect(cases.length).toBeGreaterThan(3);
  for (const { inputs, expected } of cases as unknown as SequentialCase[]) {
    const arms = { control: sumsOf(inputs.control), treatment: sumsOf(inputs.treatment) };
    const { difference, differenceAt } = testMetric('revenue', arms, { engine: 'sequential', alpha: 0.05 });
    expect(difference).toBeCloseTo(expected.difference, 8);
    const [low, high] = differenceAt(0.05) ?? [NaN, NaN];
    expect(low).toBeCloseTo(expected.differenceLow, 6);
    expect(high).toBeCloseTo(expected.differenceHigh, 6);
  }
});
