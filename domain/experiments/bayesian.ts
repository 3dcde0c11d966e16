import { assertCount, assertInside } from '../statistics/assert-domain';
import { betaQuantile } from '../statistics/beta';
import type { Interval } from '../statistics/proportion';
import { gaussLegendre, runningIntegral, type Node } from '../statistics/quadrature';

/** Observed outcomes of an arm: a variant, or an arm of a journey step. */
export interface ArmOutcomes {
  /** Subjects who converted, a whole number from 0 up. */
  successes: number;
  /** Subjects who did not convert, a whole number from 0 up. */
  failures: number;
}

interface Posterior {
  a: number;
  b: number;
}

/** Results of a comparison, in the order of the arms. */
export interface ArmComparison {
  /** See {@link probabilityBest}. */
  probabilityBest: number[];
  /** See {@link compareArms}. */
  expectedLoss: number[];
}

/**
 * Returns the posterior of an arm's rate under a uniform prior, Beta(1 + successes, 1 + failures).
 * @throws RangeError unless the counts are whole numbers from 0 up
 */
export function posteriorOf({ successes, failures }: ArmOutcomes): Posterior {
  assertCount('successes', successes);
  assertCount('failures', failures);
  return { a: 1 + successes, b: 1 + failures };
}

/**
 * Returns the equal-tailed credible interval of an arm's rate: the quantiles α/2 and 1 - α/2 of its posterior.
 * @param alpha 1 minus the probability that the interval covers, above 0, below 1
 * @throws RangeError for an alpha outside this range, and as {@link posteriorOf}
 */
export function credibleInterval(arm: ArmOutcomes, alpha: number): Interval {
  const { a, b } = posteriorOf(arm);
  assertInside('alpha', alpha);
  return [betaQuantile(alpha / 2, a, b), betaQuantile(1 - alpha / 2, a, b)];
}

/**
 * Returns for each arm the probability, 0 to 1, that its rate is the highest, under uniform priors. The probabilities
 * sum to 1; a single arm has 1. P(i is best) = ∫ f_i(x) ∏_{j≠i} F_j(x) dx, by quadrature, accurate to about 1e-12 for
 * counts up to about a million.
 * Source: C. Stucchio, "Bayesian A/B testing at VWO" (2015), section 3.
 * @throws RangeError without arms, and unless the counts are whole numbers from 0 up
 */
export const probabilityBest = (arms: readonly ArmOutcomes[]): number[] => compareArms(arms).probabilityBest;

/**
 * Returns {@link probabilityBest}, and for each arm the expected loss from choosing it, as a difference of rates, 0 to
 * 1: E[max(highest rate of the others - its own, 0)], under uniform priors. A single arm has 0. The loss is ∫ F_i(x) (1
 * - ∏_{j≠i} F_j(x)) dx, on the same grid.
 * Source: as {@link probabilityBest}.
 * @throws RangeError as {@link probabilityBest}
 */
export function compareArms(arms: readonly ArmOutcomes[]): ArmComparison {
  const posteriors = arms.map(posteriorOf);
  const spreads = posteriors.map(({ a, b }) => {
    const mean = a / (a + b);
    return { mean, deviation: Math.sqrt((mean * (1 - mean)) / (a + b + 1)) };
  });
  const nodes = nodesFor(spreads, [0, 1]);
  return compareCurves(
    nodes,
    posteriors.map((posterior) => curveOn(nodes, betaShape(posterior))),
  );
}

/** The mean of an arm's metric, and its standard error. */
export interface MeanBelief {
  mean: number;
  /** 0 or more. */
  deviation: number;
}

/**
 * Compares means, such as revenue per visitor, as {@link compareArms} compares rates. Under flat priors their
 * posteriors are normal, by the central limit theorem. Losses are in the metric's unit.
 * @throws RangeError without arms
 */
export function compareMeanBeliefs(arms: readonly MeanBelief[]): ArmComparison {
  const size = arms.reduce((most, { mean, deviation }) => Math.max(most, Math.abs(mean), deviation), 1e-300);
  // Scale by the largest value, and give every posterior a minimum width, because no grid can resolve zero width.
  const scaled = arms.map(({ mean, deviation }) => ({
    mean: mean / size,
    deviation: Math.max(deviation / size, 1e-6),
  }));
  const ends = scaled.flatMap(({ mean, deviation }) => [mean - 40 * deviation, mean + 40 * deviation]);
  const nodes = nodesFor(scaled, [Math.min(...ends), Math.max(...ends)]);
  const curves = scaled.map(({ mean, deviation }) => curveOn(nodes, (x) => -(((x - mean) / deviation) ** 2) / 2));
  const { probabilityBest, expectedLoss } = compareCurves(nodes, curves);
  return { probabilityBest, expectedLoss: expectedLoss.map((loss) => loss * size) };
}

function compareCurves(nodes: readonly Node[], curves: readonly Curve[]): ArmComparison {
  if (curves.length === 0) throw new RangeError('There are no arms.');
  const best = curves.map(() => 0);
  const loss = curves.map(() => 0);
  const below = curves.map(() => 0);
  const others = curves.map(() => 1);
  nodes.forEach(({ weight }, node) => {
    curves.forEach((curve, arm) => (below[arm] = at(curve.upTo, node)));
    multiplyOthers(below, others);
    for (let arm = 0; arm < curves.length; arm += 1) {
      best[arm] = at(best, arm) + at((curves[arm] as Curve).masses, node) * at(others, arm);
      loss[arm] = at(loss, arm) + weight * at(below, arm) * Math.max(0, 1 - at(others, arm));
    }
  });
  const total = best.reduce((sum, value) => sum + value, 0);
  return { probabilityBest: best.map((value) => value / total), expectedLoss: curves.length === 1 ? [0] : loss };
}

interface Curve {
  /** Density times the node's weight. */
  masses: Float64Array;
  /** The distribution function. */
  upTo: Float64Array;
}

/**
 * Returns the logarithm of Beta's density relative to its peak. Near the peak both logarithms are small, so that large
 * shapes lose no digits.
 */
function betaShape({ a, b }: Posterior): (x: number) => number {
  const peak = a + b > 2 ? (a - 1) / (a + b - 2) : 0.5;
  return (x) => {
    const rising = a > 1 ? (a - 1) * Math.log1p((x - peak) / peak) : 0;
    const falling = b > 1 ? (b - 1) * Math.log1p((peak - x) / (1 - peak)) : 0;
    return rising + falling;
  };
}

/**
 * Evaluates a posterior at the nodes. Its distribution function is the running integral of its density, which is
 * cheaper than evaluating the function itself.
 */
function curveOn(nodes: readonly Node[], logDensity: (x: number) => number): Curve {
  const masses = new Float64Array(nodes.length);
  nodes.forEach(({ x, weight }, node) => {
    masses[node] = weight * Math.exp(logDensity(x));
  });
  const { upTo, total } = runningIntegral(masses);
  // Keep the result within 0 to 1 despite rounding.
  const share = (integral: number): number => Math.min(Math.max(integral / total, 0), 1);
  return { masses: masses.map((mass) => mass / total), upTo: upTo.map(share) };
}

/**
 * Standard deviations from the mean at which pieces end. Beta's tails can fall as slowly as an exponential function.
 */
const reach = [0, 1, 2, 4, 8, 16, 32];

/** Returns nodes between two ends, dense where any of the posteriors changes. */
function nodesFor(posteriors: readonly MeanBelief[], [low, high]: readonly [number, number]): Node[] {
  let narrowest = high - low;
  const breaks = posteriors.flatMap(({ mean, deviation }) => {
    narrowest = Math.min(narrowest, deviation);
    return reach.flatMap((times) => [mean - times * deviation, mean + times * deviation]);
  });
  const inside = breaks.filter((place) => place > low && place < high).sort((one, other) => one - other);
  // Similar arms have breaks close together, which would only add nodes.
  const apart: number[] = [low];
  for (const place of inside) if (place - at(apart, apart.length - 1) > narrowest / 4) apart.push(place);
  return gaussLegendre([...apart, high]);
}

/**
 * Writes the product of all other factors to `products`, for each factor. Does not divide, because a factor may be 0.
 */
function multiplyOthers(factors: readonly number[], products: number[]): void {
  let before = 1;
  for (let index = 0; index < factors.length; index += 1) {
    products[index] = before;
    before *= at(factors, index);
  }
  let after = 1;
  for (let index = factors.length - 1; index >= 0; index -= 1) {
    products[index] = at(products, index) * after;
    after *= at(factors, index);
  }
}

const at = (values: ArrayLike<number>, index: number): number => values[index] ?? NaN;
