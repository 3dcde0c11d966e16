import fc from 'fast-check';
import { gaussLegendre, runningIntegral } from '../../../domain/statistics/quadrature';

const integrate = (of: (x: number) => number, breaks: number[]): number =>
  gaussLegendre(breaks).reduce((sum, { x, weight }) => sum + weight * of(x), 0);

it('is exact for polynomials up to degree 39', () => {
  for (let degree = 0; degree < 40; degree += 1) {
    expect(integrate((x) => x ** degree, [0, 1])).toBeCloseTo(1 / (degree + 1), 14);
  }
  // Degree 40 is not exact, because the rule has 20 points.
  expect(Math.abs(integrate((x) => x ** 40, [-1, 1]) - 2 / 41)).toBeGreaterThan(1e-13);
});

it('the sum over pieces equals the integral over the whole', () => {
  expect(integrate(Math.exp, [-2, -1, 0.3, 3])).toBeCloseTo(Math.exp(3) - Math.exp(-2), 11);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 2, maxLength: 9 }), (places) => {
      const breaks = [...places].sort((one, other) => one - other);
      const length = (breaks.at(-1) as number) - (breaks[0] as number);
      expect(Math.abs(integrate(() => 1, breaks) - length)).toBeLessThan(1e-12);
    }),
  );
});

it('places no node on a break, skips empty pieces and rejects decreasing breaks', () => {
  const nodes = gaussLegendre([0, 0.5, 0.5, 1]);
  expect(nodes).toHaveLength(40);
  expect(nodes.filter(({ x }) => [0, 0.5, 1].includes(x))).toEqual([]);
  expect(gaussLegendre([1])).toEqual([]);
  expect(() => gaussLegendre([1, 0])).toThrow(RangeError);
  expect(() => gaussLegendre([0, NaN])).toThrow(RangeError);
});

describe('runningIntegral', () => {
  const masses = (of: (x: number) => number, breaks: number[]): Float64Array =>
    Float64Array.from(gaussLegendre(breaks), ({ x, weight }) => weight * of(x));

  it('is the integral up to each node', () => {
    const breaks = [-1, -0.5, 1, 4];
    const { upTo, total } = runningIntegral(masses(Math.exp, breaks));
    gaussLegendre(breaks).forEach(({ x }, node) => {
      expect(Math.abs((upTo[node] as number) - (Math.exp(x) - Math.exp(-1)))).toBeLessThan(1e-13 * Math.exp(4));
    });
    expect(total).toBeCloseTo(Math.exp(4) - Math.exp(-1), 11);
  });

  it('is exact for polynomials up to degree 19', () => {
    for (let degree = 0; degree < 20; degree += 1) {
      const { upTo } = runningIntegral(masses((x) => x ** degree, [0, 1]));
      gaussLegendre([0, 1]).forEach(({ x }, node) =>
        expect(Math.abs((upTo[node] as number) - x ** (degree + 1) / (degree + 1))).toBeLessThan(1e-14),
      );
    }
  });

  it('rejects masses that do not match whole pieces', () => {
    expect(() => runningIntegral(new Float64Array(19))).toThrow(RangeError);
    expect(runningIntegral(new Float64Array(0)).total).toBe(0);
  });
});
