import fc from 'fast-check';
import { betaQuantile } from '../../../domain/statistics/beta';
import { gaussLegendre } from '../../../domain/statistics/quadrature';
import reference from './reference-beta.json';

const cases = (values: Record<string, number>): [number, number, number, number][] =>
  Object.entries(values).map(([key, expected]) => {
    const [at = NaN, a = NaN, b = NaN] = key.split('|').map(Number);
    return [at, a, b, expected];
  });

/** Relative difference. Both numbers may be 0. */
const difference = (actual: number, expected: number): number =>
  Math.abs(actual - expected) / Math.max(Math.abs(expected), Number.MIN_VALUE);

/** For integer shapes, P(Beta(a, b) <= x) is P(Binomial(a + b - 1, x) >= a), with exact coefficients. */
function cdfByTheBook(x: number, a: number, b: number): number {
  const n = a + b - 1;
  let sum = 0;
  let coefficient = 1n;
  for (let k = 0; k <= n; k += 1) {
    if (k >= a) sum += Number(coefficient) * x ** k * (1 - x) ** (n - k);
    coefficient = (coefficient * BigInt(n - k)) / BigInt(k + 1);
  }
  return sum;
}

/**
 * For any shapes, the integral of the density up to x divided by the total, in u = ln(x / (1 - x)) and relative to the
 * peak. There the density is smooth, falls like e^{a u} and e^{-b u}, and keeps its precision for large shapes.
 */
function cdfByIntegral(x: number, a: number, b: number): number {
  const peak = Math.log(a / b);
  const deviation = Math.sqrt(1 / a + 1 / b);
  const end = Math.min(Math.max(Math.log(x) - Math.log1p(-x), peak - 64 * deviation), peak + 64 * deviation);
  const reach = [0, 1, 2, 4, 8, 16, 32, 64].flatMap((times) => [peak - times * deviation, peak + times * deviation]);
  const logDensity = (u: number): number => {
    const step = Math.expm1(u - peak);
    return a * (u - peak) - (a + b) * Math.log1p((step * a) / (a + b));
  };
  const integral = (breaks: number[]): number =>
    gaussLegendre(breaks.sort((one, other) => one - other)).reduce(
      (sum, node) => sum + node.weight * Math.exp(logDensity(node.x)),
      0,
    );
  const below = integral([...reach.filter((place) => place < end), end]);
  return below / (below + integral([end, ...reach.filter((place) => place > end)]));
}

const shape = fc.oneof(fc.double({ min: 0.5, max: 20, noNaN: true }), fc.double({ min: 1, max: 1e6, noNaN: true }));
const share = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });

describe('betaQuantile', () => {
  it.each(cases(reference.quantile))('at %d for Beta(%d, %d) is the reference value %d', (p, a, b, expected) => {
    expect(difference(betaQuantile(p, a, b), expected)).toBeLessThan(1e-12);
  });

  it.each(cases(reference.cdf))('is %d for Beta(%d, %d) at the reference probability %d', (x, a, b, share) => {
    expect(difference(betaQuantile(share, a, b), x)).toBeLessThan(1e-12);
  });

  it('inverts the binomial sum for integer shapes', () => {
    const whole = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(share, whole, whole, (p, a, b) => {
        expect(Math.abs(cdfByTheBook(betaQuantile(p, a, b), a, b) - p)).toBeLessThan(1e-12);
      }),
    );
  });

  it('is symmetric', () => {
    fc.assert(
      fc.property(share, shape, shape, (p, a, b) => {
        expect(Math.abs(betaQuantile(p, a, b) + betaQuantile(1 - p, b, a) - 1)).toBeLessThan(1e-9);
      }),
    );
  });

  it('inverts the integral of the density for shapes up to a million', () => {
    fc.assert(
      fc.property(share, shape, shape, (p, a, b) => {
        const x = betaQuantile(p, a, b);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(1);
        // Near 1, doubles are 1e-16 apart, which a steep distribution function amplifies.
        if (x < 0.9999) expect(Math.abs(cdfByIntegral(x, a, b) - p)).toBeLessThan(1e-10);
      }),
    );
  });

  it('is p for a uniform prior, and the root of p for Beta(a, 1)', () => {
    for (const p of [0, 1e-9, 0.025, 0.5, 0.975, 1]) {
      expect(difference(betaQuantile(p, 1, 1), p)).toBeLessThan(1e-13);
      expect(difference(betaQuantile(p, 7, 1), p ** (1 / 7))).toBeLessThan(1e-13);
    }
  });
});

describe('values outside the domain', () => {
  it.each([
    [0.5, 0, 1],
    [0.5, 1, -1],
    [0.5, NaN, 1],
    [0.5, 1, Infinity],
    [-0.001, 1, 1],
    [1.001, 1, 1],
    [NaN, 1, 1],
  ])('are rejected: %d for Beta(%d, %d)', (at, a, b) => {
    expect(() => betaQuantile(at, a, b)).toThrow(RangeError);
  });
});
