import gammaln from '@stdlib/math-base-special-gammaln';
import { assertPositive } from './assert-domain';

/**
 * Returns ln Γ(x + n) - ln Γ(x), the logarithm of the rising factorial x (x + 1) … (x + n - 1).
 * @throws RangeError unless x and x + n are above 0
 */
export function logRising(x: number, n: number): number {
  assertPositive('x', x);
  assertPositive('x + n', x + n);
  return gammaln(x + n) - gammaln(x);
}
