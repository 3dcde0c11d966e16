import { ratioMoments } from '../../../domain/experiments/ratio';
import { welchDegrees } from '../../../domain/experiments/welch';
import { momentsOf } from '../../../domain/statistics/moments';

const sumsOf = (values: readonly number[]) => ({
  sum: values.reduce((sum, value) => sum + value, 0),
  sumSquares: values.reduce((sum, value) => sum + value ** 2, 0),
});

/** Ratio of amounts spent to orders. */
const ratioOf = (spent: readonly number[], orders: readonly number[]) =>
  ratioMoments({
    n: spent.length,
    numerator: sumsOf(spent),
    denominator: sumsOf(orders),
    sumProducts: spent.reduce((sum, value, index) => sum + value * (orders[index] ?? 0), 0),
  });

test('a single subject has a ratio and no variance', () => {
  expect(ratioOf([2], [1])).toEqual({ n: 1, mean: 2, variance: 0, freedom: 1 });
});

test('the degrees of freedom depend on subjects with a nonzero denominator', () => {
  const spent = [10, 40, 30, ...Array<number>(97).fill(0)];
  const orders = [1, 2, 1, ...Array<number>(97).fill(0)];
  // (1 + 2 + 1)² / (1 + 4 + 1) for 100 subjects.
  expect(ratioOf(spent, orders)!.freedom).toBeCloseTo(16 / 6 - 1, 12);
  expect(welchDegrees(ratioOf(spent, orders)!, ratioOf(spent, orders)!)).toBeCloseTo(2 * (16 / 6 - 1), 12);
});

test('is null without subjects or with a denominator of 0', () => {
  expect([ratioOf([], []), ratioOf([2, 3], [0, 0])]).toEqual([null, null]);
});

test.each([
  [0.1, [1, 2, 3]],
  [4.9, [1, 7, 2, 2, 1]],
  [-19.99, [3, 1, 1]],
])('the same price %d for every order gives exactly zero variance', (price, orders) => {
  const { mean, variance } = ratioOf(
    orders.map((count) => count * price),
    orders,
  )!;
  expect(mean).toBeCloseTo(price, 12);
  expect(variance).toBe(0);
});

test('the variance is that of the linearized ratio', () => {
  const [spent, orders] = [
    [10, 0, 30, 5],
    [1, 0, 2, 1],
  ];
  const [m, d] = [45 / 4, 1];
  const linear = spent.map((value, index) => (value - (m / d) * orders[index]!) / d);
  const { variance } = ratioOf(spent, orders)!;
  expect(variance).toBeCloseTo(momentsOf({ n: 4, ...sumsOf(linear) }).variance, 12);
});

test('equal values give exactly zero variance', () => {
  expect(momentsOf({ n: 3, ...sumsOf([0.1, 0.1, 0.1]) }).variance).toBe(0);
  expect(momentsOf({ n: 3, ...sumsOf([19.99, 19.99, 19.98]) }).variance).toBeCloseTo(1e-4 / 3, 12);
});
