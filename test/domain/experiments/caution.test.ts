import { cautionOf } from '../../../domain/experiments/caution';
import { sumsOfProportion } from '../../../domain/experiments/comparison';
import { explainedByPast } from '../../../domain/experiments/cuped';

const arm = (n: number, conversions: number) => sumsOfProportion({ n, conversions });

test.each([
  ['enough of both', arm(100, 5), arm(100, 5), 1],
  ['too few conversions', arm(100, 5), arm(100, 4), Infinity],
  ['enough who do not convert', arm(100, 95), arm(100, 95), 1],
  ['too few who do not convert', arm(100, 95), arm(100, 96), Infinity],
  ['an arm of one subject', arm(1, 1), arm(1_000, 500), Infinity],
  ['no conversions at all', arm(1_000, 0), arm(1_000, 0), Infinity],
])('a verdict by rates with %s', (_, control, treatment, caution) => {
  expect(cautionOf('conversion', control, treatment)).toBeCloseTo(caution, 9);
});

test('a small arm that varies less than the other has the variance of both', () => {
  // Rates 0.5 of 1,000 and 0.9 of 100: p (1 - p) is 0.25 and 0.09, of a sample n / (n - 1) times as much.
  const [a, b] = [(0.25 * 1_000) / 999, (0.09 * 100) / 99];
  const alike = ((a * 1_000 + b * 100) / 1_100) * (1 / 1_000 + 1 / 100);
  expect(cautionOf('conversion', arm(1_000, 500), arm(100, 90))).toBeCloseTo(alike / (a / 1_000 + b / 100), 9);
  // The other way round the small arm varies more than both together, and no caution is added.
  expect(cautionOf('conversion', arm(1_000, 900), arm(100, 50))).toBe(1);
});

test('of amounts a single one of many is too little, however large', () => {
  const paid = (n: number, payers: number, each: number) => ({
    n,
    post: { sum: payers * each, sumSquares: payers * each * each },
  });
  expect(cautionOf('revenue', paid(100, 1, 900), paid(100, 1, 900))).toBe(Infinity);
  expect(cautionOf('revenue', paid(100, 20, 9), paid(100, 20, 9))).toBeCloseTo(1, 9);
  // Each of nine in ten pays: of amounts, those who pay nothing are not counted.
  expect(cautionOf('revenue', paid(100, 98, 9), paid(100, 98, 9))).toBeCloseTo(1, 9);
});

test('the past explains the square of its correlation, and nothing where one of both does not vary', () => {
  const past = [1, 2, 3, 4];
  const sums = (post: readonly number[], pre: readonly number[]) => {
    const of = (values: readonly number[]) => ({
      sum: values.reduce((sum, value) => sum + value, 0),
      sumSquares: values.reduce((sum, value) => sum + value * value, 0),
    });
    const sumProducts = post.reduce((sum, value, index) => sum + value * (pre[index] ?? 0), 0);
    return { n: post.length, post: of(post), pre: of(pre), sumProducts };
  };
  expect(explainedByPast(sums([2, 4, 6, 8], past))).toBeCloseTo(1, 12);
  // Correlation 0.6 of [2, 1, 4, 3] and [1, 2, 3, 4].
  expect(explainedByPast(sums([2, 1, 4, 3], past))).toBeCloseTo(0.36, 12);
  expect(explainedByPast(sums([5, 5, 5, 5], past))).toBe(0);
  expect(explainedByPast(sums(past, [5, 5, 5, 5]))).toBe(0);
});
