/** A place of a quadrature rule, and what the integrand counts for there. */
export interface Node {
  x: number;
  weight: number;
}

/**
 * The nodes of a composite Gauss-Legendre rule of 20 points in each piece between neighbouring breaks: exact to rounding for
 * integrands that are polynomials up to degree 39 in each piece. No node lies on a break.
 * @param breaks in rising order; equal neighbours make no piece
 * @throws RangeError for breaks that fall
 */
export function gaussLegendre(breaks: readonly number[]): Node[] {
  return breaks.slice(1).flatMap((high, index) => {
    const low = breaks[index] ?? NaN;
    if (!(high >= low)) throw new RangeError(`The breaks ${low} and ${high} are out of order.`);
    const [middle, half] = [(low + high) / 2, (high - low) / 2];
    return half === 0 ? [] : rule.map(({ x, weight }) => ({ x: middle + half * x, weight: half * weight }));
  });
}

/**
 * Nodes and weights on [-1, 1]: the roots of a Legendre polynomial by Newton's method from their asymptotic places.
 * Source: DLMF 3.5.19 to 3.5.25.
 */
function legendreRule(points: number): Node[] {
  return Array.from({ length: points }, (_, index) => {
    let x = -Math.cos((Math.PI * (index + 0.75)) / (points + 0.5));
    let slope = NaN;
    // Quadratic from a place that is good to three digits; the last round only confirms.
    for (let round = 0; round < 6; round += 1) {
      const { value, before } = legendre(points, x);
      slope = (points * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    return { x, weight: 2 / ((1 - x * x) * slope * slope) };
  });
}

/** The Legendre polynomial of a degree at x, and that of one degree less, by the recurrence DLMF 18.9.1. */
function legendre(degree: number, x: number): { value: number; before: number } {
  let [before, value] = [1, x];
  for (let n = 2; n <= degree; n += 1) [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n];
  return { value, before };
}

const rule = legendreRule(20);
