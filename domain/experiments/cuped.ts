import { assertFinite } from '../statistics/assert-domain';
import { assertSums, type Moments, type Sums } from '../statistics/moments';
import type { Effect } from './lift';
import { testOf, welchDegrees, type EffectScale, type WelchTest } from './welch';

/** Sums of an arm's metric, and of the same subjects' metric from before they were exposed. */
export interface PrePostSums {
  /** Subjects, a whole number from 0 up. */
  n: number;
  post: Omit<Sums, 'n'>;
  pre: Omit<Sums, 'n'>;
  /** Of pre times post. */
  sumProducts: number;
}

export interface CupedTest extends WelchTest {
  /** How much of the difference before the exposure is taken off. */
  theta: number;
  /** Of the control and of the treatment, adjusted: only their difference means something. */
  adjusted: readonly [control: Moments, treatment: Moments];
}

interface Arm {
  n: number;
  post: number;
  pre: number;
  ofPost: number;
  ofPre: number;
  ofBoth: number;
}

/**
 * The test of a mean with the variance that subjects had before they were exposed taken off (CUPED): Y' = Y - θ X with
 * θ = cov(Y, X) / var(X) over both arms together, then Welch's t. The relative lift is (mB' - mA') / mA with mA, mB the unadjusted
 * means, and variance vB'/(nB mA²) + (vYA mB²/mA² - 2 θ covA mB/mA + θ² vXA) / (nA mA²).
 * Source: Deng, Xu, Kohavi and Walker (2013); GrowthBook's gbstats for the relative scale.
 * @param alpha 1 - the interval's confidence, above 0, below 1
 * @returns null where there is nothing to adjust or to test: an arm of fewer than two subjects, no variance before, none left
 *   afterwards, or a relative effect against 0
 * @throws RangeError for another alpha, and for sums that no values have
 */
export function cupedTest(
  control: PrePostSums,
  treatment: PrePostSums,
  { scale, alpha }: { scale: EffectScale; alpha: number },
): CupedTest | null {
  const [a, b] = [armOf(control), armOf(treatment)];
  const together = armOf(addSums(control, treatment));
  if (Math.min(a.n, b.n) < 2 || together.ofPre === 0) return null;
  const theta = together.ofBoth / together.ofPre;
  const adjusted = [adjust(a, theta), adjust(b, theta)] as const;
  const df = welchDegrees(...adjusted);
  if (df === null || (scale === 'relative' && a.post === 0)) return null;
  const test = testOf(effectOf({ a, b, theta, adjusted, scale }), df, alpha);
  return test && { ...test, theta, adjusted };
}

function effectOf(found: {
  a: Arm;
  b: Arm;
  theta: number;
  adjusted: readonly [Moments, Moments];
  scale: EffectScale;
}): Effect {
  const { a, b, theta, scale } = found;
  const [before, after] = found.adjusted;
  const estimate = after.mean - before.mean;
  const ofTreatment = after.variance / b.n;
  if (scale === 'absolute') return { estimate, standardError: Math.sqrt(before.variance / a.n + ofTreatment) };
  const ratio = b.post / a.post;
  const ofControl = (a.ofPost * ratio ** 2 - 2 * theta * a.ofBoth * ratio + theta ** 2 * a.ofPre) / a.n;
  const scaleBy = Math.abs(a.post);
  return { estimate: estimate / scaleBy, standardError: Math.sqrt(Math.max(0, ofTreatment + ofControl)) / scaleBy };
}

const adjust = (arm: Arm, theta: number): Moments => ({
  n: arm.n,
  mean: arm.post - theta * arm.pre,
  variance: Math.max(0, arm.ofPost + theta ** 2 * arm.ofPre - 2 * theta * arm.ofBoth),
});

/** Means, variances and the covariance, with n - 1. */
function armOf({ n, post, pre, sumProducts }: PrePostSums): Arm {
  assertSums({ n, ...post });
  assertSums({ n, ...pre });
  assertFinite('sumProducts', sumProducts);
  const spread = (products: number, one: number, other: number): number =>
    n < 2 ? 0 : (products - (one * other) / n) / (n - 1);
  return {
    ...{ n, post: n === 0 ? 0 : post.sum / n, pre: n === 0 ? 0 : pre.sum / n },
    ofPost: Math.max(0, spread(post.sumSquares, post.sum, post.sum)),
    ofPre: Math.max(0, spread(pre.sumSquares, pre.sum, pre.sum)),
    ofBoth: spread(sumProducts, post.sum, pre.sum),
  };
}

function addSums(one: PrePostSums, other: PrePostSums): PrePostSums {
  const add = (a: Omit<Sums, 'n'>, b: Omit<Sums, 'n'>): Omit<Sums, 'n'> => ({
    sum: a.sum + b.sum,
    sumSquares: a.sumSquares + b.sumSquares,
  });
  return {
    n: one.n + other.n,
    post: add(one.post, other.post),
    pre: add(one.pre, other.pre),
    sumProducts: one.sumProducts + other.sumProducts,
  };
}
