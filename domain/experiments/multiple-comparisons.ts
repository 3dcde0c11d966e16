import { assertShare } from '../statistics/assert-domain';

/** Adjusted p-values, each 0 to 1, in the order of the input. All functions throw RangeError for a p outside 0 to 1. */

/**
 * Runs Holm's step-down procedure: of m values in ascending order, the i-th, from 0, becomes the largest (m - j) p_j
 * with j <= i, at most 1. It bounds the chance of any false discovery, whatever the dependence. Source: S. Holm,
 * Scandinavian Journal of Statistics 6 (1979), 65-70.
 * @throws RangeError for a p outside 0 to 1
 */
export function holm(pValues: readonly number[]): number[] {
  let largest = 0;
  return inRisingOrder(pValues, (p, place) => {
    largest = Math.max(largest, (pValues.length - place) * p);
    return Math.min(1, largest);
  });
}

/**
 * Runs Benjamini and Hochberg's step-up procedure: of m values in ascending order, the i-th, from 1, becomes the
 * smallest m p_j / j with j >= i. It bounds the share of false discoveries. Source: Benjamini and Hochberg, JRSS B 57
 * (1995), 289-300.
 * @throws RangeError for a p outside 0 to 1
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  let smallest = 1;
  return inRisingOrder(
    pValues,
    (p, place) => {
      smallest = Math.min(smallest, (pValues.length * p) / (place + 1));
      return smallest;
    },
    'downwards',
  );
}

/**
 * An adjusted p-value, and the level at which the procedure tests the hypothesis: it is rejected exactly when the raw p
 * is below the level.
 */
export interface AdjustedTest {
  pValue: number;
  level: number;
}

/**
 * Runs Holm's procedure with the level of each test: α / (m - k + 1) for the k-th smallest p while it rejects, and the
 * level of the first failure from there on. Source: as {@link holm}.
 * @throws RangeError for a p outside 0 to 1
 */
export function holmTests(pValues: readonly number[], alpha: number): AdjustedTest[] {
  const adjusted = holm(pValues);
  const count = pValues.length;
  const rejected = adjusted.filter((p) => p < alpha).length;
  const levels = inRisingOrder(pValues, (_, place) => alpha / (count - Math.min(place, rejected)));
  return adjusted.map((pValue, index) => ({ pValue, level: levels[index] as number }));
}

/**
 * Runs Benjamini and Hochberg's procedure with the level of each test: with R rejections, R α / m for the rejected
 * hypotheses and (R + 1) α / m for the others. The intervals of the rejected hypotheses have the false coverage rate α.
 * Source: Benjamini and Yekutieli, JASA 100 (2005), 71-81.
 * @throws RangeError for a p outside 0 to 1
 */
export function benjaminiHochbergTests(pValues: readonly number[], alpha: number): AdjustedTest[] {
  const adjusted = benjaminiHochberg(pValues);
  const count = pValues.length;
  const rejected = adjusted.filter((p) => p < alpha).length;
  const levelOf = (p: number): number => (alpha * (p < alpha ? rejected : rejected + 1)) / count;
  return adjusted.map((pValue) => ({ pValue, level: levelOf(pValue) }));
}

/**
 * Applies `adjust` to each value and its place in ascending order, and returns the results in the order of the input.
 */
function inRisingOrder(
  pValues: readonly number[],
  adjust: (p: number, place: number) => number,
  direction: 'upwards' | 'downwards' = 'upwards',
): number[] {
  assertAll(pValues);
  const places = pValues.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p);
  const walk = places.map((entry, place) => ({ ...entry, place }));
  if (direction === 'downwards') walk.reverse();
  const adjusted = pValues.map(() => 1);
  for (const { p, index, place } of walk) adjusted[index] = adjust(p, place);
  return adjusted;
}

function assertAll(pValues: readonly number[]): void {
  pValues.forEach((p) => assertShare('A p value', p));
}
