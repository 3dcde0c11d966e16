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
 * The integral from the first break to each node, of an integrand that is given as its masses there, weight times value, at the
 * nodes of {@link gaussLegendre} in their order; and the integral over all. In each piece it is that of the polynomial through the
 * piece's values, so it is exact up to degree 19.
 * @throws RangeError for masses that do not fill whole pieces
 */
export function runningIntegral(masses: Float64Array): { upTo: Float64Array; total: number } {
  if (masses.length % points !== 0) throw new RangeError(`${masses.length} masses do not fill pieces of ${points}.`);
  const upTo = new Float64Array(masses.length);
  let total = 0;
  for (let start = 0; start < masses.length; start += points) {
    let piece = 0;
    for (let column = 0; column < points; column += 1) piece += masses[start + column] as number;
    // Most pieces are empty of a narrow integrand.
    for (let row = 0; row < points; row += 1)
      upTo[start + row] = piece === 0 ? total : total + rowSum(masses, start, row);
    total += piece;
  }
  return { upTo, total };
}

function rowSum(masses: Float64Array, start: number, row: number): number {
  let sum = 0;
  const from = row * points;
  for (let column = 0; column < points; column += 1) {
    sum += (partial[from + column] as number) * (masses[start + column] as number);
  }
  return sum;
}

/**
 * What each node's mass adds to the integral up to each node, by rows: the polynomial through the values in Legendre's basis,
 * integrated by ∫_{-1}^x P_k = (P_{k+1}(x) - P_{k-1}(x)) / (2k + 1). Source: DLMF 18.9.7, 3.5.19.
 */
function partialWeights(nodes: readonly Node[]): Float64Array {
  const polynomials = nodes.map(({ x }) =>
    Array.from({ length: points + 1 }, (_, degree) => legendre(degree, x).value),
  );
  return Float64Array.from(
    nodes.flatMap((to, row) =>
      nodes.map((_, column) => {
        let sum = to.x + 1;
        for (let k = 1; k < points; k += 1) {
          const [value, above, below] = [
            polynomials[column]?.[k],
            polynomials[row]?.[k + 1],
            polynomials[row]?.[k - 1],
          ];
          sum += (value ?? NaN) * ((above ?? NaN) - (below ?? NaN));
        }
        return sum / 2;
      }),
    ),
  );
}

/**
 * Nodes and weights on [-1, 1]: the roots of a Legendre polynomial by Newton's method from their asymptotic places.
 * Source: DLMF 3.5.19 to 3.5.25.
 */
function legendreRule(): Node[] {
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
  if (degree === 0) return { value: 1, before: 0 };
  let [before, value] = [1, x];
  for (let n = 2; n <= degree; n += 1) [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n];
  return { value, before };
}

/** Nodes of a piece. */
const points = 20;
const rule = legendreRule();
const partial = partialWeights(rule);
