/** A point of a quadrature rule, and its weight. */
export interface Node {
  x: number;
  weight: number;
}

/**
 * Returns the nodes of a composite Gauss-Legendre rule with 20 points in each piece between neighboring breaks. It is
 * exact to rounding for integrands that are polynomials up to degree 39 in each piece. No node lies on a break.
 * @param breaks in ascending order; equal neighbors make no piece
 * @throws RangeError for breaks in descending order
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
 * Returns the integral from the first break to each node, and the total. The integrand is given by its masses, weight
 * times value, at the nodes of {@link gaussLegendre} in their order. Each piece is integrated as the polynomial through
 * its values, which is exact up to degree 19.
 * @throws RangeError for masses that do not fill whole pieces
 */
export function runningIntegral(masses: Float64Array): { upTo: Float64Array; total: number } {
  if (masses.length % points !== 0) throw new RangeError(`${masses.length} masses do not fill pieces of ${points}.`);
  const upTo = new Float64Array(masses.length);
  let total = 0;
  for (let start = 0; start < masses.length; start += points) {
    let piece = 0;
    for (let column = 0; column < points; column += 1) piece += masses[start + column] as number;
    // A narrow integrand is 0 in most pieces.
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
 * Returns what each node's mass adds to the integral up to each node, by rows: the polynomial through the values in the
 * Legendre basis, integrated by ∫_{-1}^x P_k = (P_{k+1}(x) - P_{k-1}(x)) / (2k + 1). Source: DLMF 18.9.7, 3.5.19.
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
 * Returns nodes and weights on [-1, 1]. Finds the roots of a Legendre polynomial by Newton's method, starting from
 * their asymptotic approximations. Source: DLMF 3.5.19 to 3.5.25.
 */
function legendreRule(): Node[] {
  return Array.from({ length: points }, (_, index) => {
    let x = -Math.cos((Math.PI * (index + 0.75)) / (points + 0.5));
    let slope = NaN;
    // Convergence is quadratic from a start with three correct digits; the last round only confirms.
    for (let round = 0; round < 6; round += 1) {
      const { value, before } = legendre(points, x);
      slope = (points * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    return { x, weight: 2 / ((1 - x * x) * slope * slope) };
  });
}

/** Returns the Legendre polynomials of a degree and of one degree less at x, by the recurrence DLMF 18.9.1. */
function legendre(degree: number, x: number): { value: number; before: number } {
  if (degree === 0) return { value: 1, before: 0 };
  let [before, value] = [1, x];
  for (let n = 2; n <= degree; n += 1) [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n];
  return { value, before };
}

/** Nodes per piece. */
const points = 20;
const rule = legendreRule();
const partial = partialWeights(rule);
