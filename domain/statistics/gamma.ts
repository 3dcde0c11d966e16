import gammaln from '@stdlib/math-base-special-gammaln';
import { assertPositive } from './assert-domain';

/** ln Γ(x + n) - ln Γ(x): of the rising factorial x (x + 1) … (x + n - 1). @throws RangeError unless both are above 0 */
export function logRising(x: number, n: number): number {
  assertPositive('x', x);
  assertPositive('x + n', x + n);
  return gammaln(x + n) - gammaln(x);
}
