import { assertCount, assertPositive } from './assert-domain';
import { normalCdf } from './normal';

/**
 * Returns the upper tail P(X >= x) of the chi-square distribution, 0 to 1. For whole degrees of freedom it is a finite
 * sum of positive terms, which keeps the digits of small tails that 1 minus the distribution function loses: Q(1) = 2
 * Φ(-√x), Q(2) = e^(-x/2), Q(k + 2) = Q(k) + (x/2)^(k/2) e^(-x/2) / Γ(k/2 + 1). Source: DLMF 8.8.2.
 * @param x 0 or more
 * @param df degrees of freedom, a whole number above 0
 * @throws RangeError for arguments outside these ranges
 */
export function chiSquareUpperTail(x: number, df: number): number {
  assertCount('df', df);
  assertPositive('df', df);
  if (!(x >= 0 && x < Infinity)) throw new RangeError(`Chi-square is ${x}. It must be 0 or more.`);
  const half = x / 2;
  const odd = df % 2 === 1;
  let tail = odd ? 2 * normalCdf(-Math.sqrt(x)) : Math.exp(-half);
  // (x/2)^(k/2) e^(-x/2) / Γ(k/2 + 1) for the first k: Γ(3/2) = √π / 2, Γ(2) = 1.
  let term = odd ? 2 * Math.sqrt(half / Math.PI) * Math.exp(-half) : half * Math.exp(-half);
  for (let k = odd ? 1 : 2; k < df; k += 2) {
    tail += term;
    term *= half / (k / 2 + 1);
  }
  return Math.min(tail, 1);
}
