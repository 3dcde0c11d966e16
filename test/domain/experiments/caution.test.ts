import { cautionOf, hasBanditValues, valuesOfEach } from '../../../domain/experiments/caution';
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
])('caution for conversion rates with %s', (_, control, treatment, caution) => {
  expect(cautionOf('conversion', control, treatment)).toBeCloseTo(caution, 9);
});

test('a small arm with less variance than the other gets the pooled variance', () => {
  // Rates are 0.5 of 1,000 and 0.9 of 100: p (1 - p) is 0.25 and 0.09. The sample variance is n / (n - 1) times that.
  const [a, b] = [(0.25 * 1_000) / 999, (0.09 * 100) / 99];
  const alike = ((a * 1_000 + b * 100) / 1_100) * (1 / 1_000 + 1 / 100);
  expect(cautionOf('conversion', arm(1_000, 500), arm(100, 90))).toBeCloseTo(alike / (a / 1_000 + b / 100), 9);
  // In reverse, the small arm varies more than the pooled variance, so no caution is added.
  expect(cautionOf('conversion', arm(1_000, 900), arm(100, 50))).toBe(1);
});

test('a single amount among many subjects is not enough, however large', () => {
  const paid = (n: number, payers: number, each: number) => ({
    n,
    post: { sum: payers * each, sumSquares: payers * each * each },
  });
  expect(cautionOf('revenue', paid(100, 1, 900), paid(100, 1, 900))).toBe(Infinity);
  expect(cautionOf('revenue', paid(100, 20, 9), paid(100, 20, 9))).toBeCloseTo(1, 9);
  // 9 in 10 subjects pay. For amounts, the number of subjects who do not pay is not checked.
  expect(cautionOf('revenue', paid(100, 98, 9), paid(100, 98, 9))).toBeCloseTo(1, 9);
});

test('a ratio uses the side with fewer values', () => {
  const ratio = (payers: number, clickers: number) => ({
    n: 100,
    post: { sum: payers * 9, sumSquares: payers * 81 },
    denominator: { sum: clickers, sumSquares: clickers, sumProducts: payers * 9 },
  });
  expect(valuesOfEach('ratio', [ratio(20, 50), ratio(30, 50)])).toBeCloseTo(0.25, 12);
  // One visitor with all the orders counts as one value.
  const hoarder = {
    n: 100,
    post: { sum: 50, sumSquares: 50 },
    denominator: { sum: 50, sumSquares: 2_500, sumProducts: 50 },
  };
  expect(valuesOfEach('ratio', [hoarder])).toBeCloseTo(0.01, 12);
  expect(valuesOfEach('revenue', [{ n: 0, post: { sum: 0, sumSquares: 0 } }])).toBe(0);
});

test('means of a bandit need fifteen values per arm at the pooled rate; conversion rates need none', () => {
  const paid = (n: number, payers: number, each: number) => ({
    n,
    post: { sum: payers * each, sumSquares: payers * each * each },
  });
  expect(hasBanditValues('revenue', paid(1_400, 14, 50), paid(160, 0, 50))).toBe(false);
  expect(hasBanditValues('revenue', paid(1_400, 149, 9), paid(150, 5, 9))).toBe(false);
  expect(hasBanditValues('revenue', paid(1_400, 150, 9), paid(150, 5, 9))).toBe(true);
  expect(hasBanditValues('conversion', arm(3, 3), arm(3, 0))).toBe(true);
});

test('the past explains the squared correlation, and nothing if either side is constant', () => {
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
  // [2, 1, 4, 3] and [1, 2, 3, 4] have correlation 0.6.
  expect(explainedByPast(sums([2, 1, 4, 3], past))).toBeCloseTo(0.36, 12);
  expect(explainedByPast(sums([5, 5, 5, 5], past))).toBe(0);
  expect(explainedByPast(sums(past, [5, 5, 5, 5]))).toBe(0);
});
