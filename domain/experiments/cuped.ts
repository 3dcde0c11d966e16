import { assertFinite } from '../statistics/assert-domain';
import { assertSums, type Moments, type Sums } from '../statistics/moments';
import { differenceOf, pairOf, type MeanPair } from './fieller';
import { welchDegrees } from './welch';

/** Sums of an arm's metric, and of the same metric before its subjects were exposed. */
export interface PrePostSums {
  /** Subjects, a whole number from 0 up. */
  n: number;
  post: Omit<Sums, 'n'>;
  pre: Omit<Sums, 'n'>;
  /** Sum of pre times post. */
  sumProducts: number;
}

/** `byArm`: one slope for each arm (Lin). `pooled`: one slope for both arms (Deng et al.). */
export type Slopes = 'byArm' | 'pooled';

export interface AdjustedMeans {
  /** The means that both arms would have with the same pre-exposure mean. */
  pair: MeanPair;
  /** Degrees of freedom of the difference of the means. */
  df: number;
  /** By arm: the change of the metric per unit before the exposure. */
  slopes: readonly [control: number, treatment: number];
  /** By arm: moments of the residuals. */
  residuals: readonly [control: Moments, treatment: Moments];
  /** The share of the difference's variance that the adjustment removed, 0 to 1. */
  varianceReduction: number;
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
 * Returns means of a metric without the variance that subjects already had before their exposure (CUPED): Y' = Y - θ_k
 * (X - x̄), with x̄ the mean of both arms and θ_k = cov(Y, X) / var(X) of each arm. This is the regression with
 * treatment interactions. Because x̄ is estimated too, the means have the variances r_k / n_k + θ_k² V and the
 * covariance θ_A θ_B V, with r_k the variance of the residuals and V = (n_A vXA + n_B vXB) / (n_A + n_B)².
 * Source: W. Lin, Annals of Applied Statistics 7 (2013), 295-318; Deng, Xu, Kohavi and Walker (2013) for one slope.
 * @returns null if there is nothing to adjust or to test: an arm has fewer than three subjects, there is no variance
 *   before the exposure, or no variance remains
 * @throws RangeError for sums that no values can have
 */
export function adjustForPast(
  control: PrePostSums,
  treatment: PrePostSums,
  form: Slopes = 'byArm',
): AdjustedMeans | null {
  const arms = [armOf(control), armOf(treatment)] as const;
  const [a, b] = arms;
  if (Math.min(a.n, b.n) < 3 || a.ofPre + b.ofPre === 0) return null;
  const slopes = form === 'byArm' ? ([slopeOf(a), slopeOf(b)] as const) : pooledSlopes(control, treatment);
  const freedom = form === 'byArm' ? 2 : 1;
  const residuals = [residualsOf(a, slopes[0], freedom), residualsOf(b, slopes[1], freedom)] as const;
  const df = welchDegrees(...residuals);
  if (df === null) return null;
  const pair = centred(arms, slopes, residuals);
  const unadjusted = a.ofPost / a.n + b.ofPost / b.n;
  const varianceReduction = Math.max(0, 1 - differenceOf(pair).variance / unadjusted);
  return { pair, df, slopes, residuals, varianceReduction };
}

/**
 * Returns the share of a metric's variance, 0 to 1, that pre-exposure data explains: the squared correlation, which is
 * also the share that the adjustment removes from the variance of a difference. 0 if one of the two does not vary.
 * @throws RangeError for sums that no values can have
 */
export function explainedByPast(sums: PrePostSums): number {
  const { ofPost, ofPre, ofBoth } = armOf(sums);
  return ofPost === 0 || ofPre === 0 ? 0 : Math.min(1, ofBoth ** 2 / (ofPre * ofPost));
}

/** Moves the means of the residuals to the pre-exposure mean of both arms. */
function centred(
  [a, b]: readonly [Arm, Arm],
  [one, other]: readonly [number, number],
  residuals: readonly [Moments, Moments],
): MeanPair {
  const subjects = a.n + b.n;
  const past = (a.n * a.pre + b.n * b.pre) / subjects;
  const ofPast = (a.n * a.ofPre + b.n * b.ofPre) / subjects ** 2;
  const pair = pairOf(...residuals);
  return {
    control: pair.control + one * past,
    treatment: pair.treatment + other * past,
    controlVariance: pair.controlVariance + one ** 2 * ofPast,
    treatmentVariance: pair.treatmentVariance + other ** 2 * ofPast,
    covariance: one * other * ofPast,
  };
}

const slopeOf = ({ ofBoth, ofPre }: Arm): number => (ofPre === 0 ? 0 : ofBoth / ofPre);

function pooledSlopes(control: PrePostSums, treatment: PrePostSums): readonly [number, number] {
  const slope = slopeOf(armOf(addSums(control, treatment)));
  return [slope, slope];
}

/** Returns mean and variance of Y - θ X. The variance has n minus the number of estimated parameters as its divisor. */
const residualsOf = (arm: Arm, slope: number, parameters: number): Moments => ({
  n: arm.n,
  mean: arm.post - slope * arm.pre,
  variance:
    (Math.max(0, arm.ofPost + slope ** 2 * arm.ofPre - 2 * slope * arm.ofBoth) * (arm.n - 1)) / (arm.n - parameters),
});

/** Returns means, variances and the covariance, with divisor n - 1. */
function armOf({ n, post, pre, sumProducts }: PrePostSums): Arm {
  assertSums({ n, ...post });
  assertSums({ n, ...pre });
  assertFinite('sumProducts', sumProducts);
  const spread = (products: number, one: number, other: number): number =>
    n < 2 ? 0 : (products - (one * other) / n) / (n - 1);
  return {
    n,
    post: n === 0 ? 0 : post.sum / n,
    pre: n === 0 ? 0 : pre.sum / n,
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
