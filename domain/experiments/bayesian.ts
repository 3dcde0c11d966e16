import { betaCdf, betaPdf } from '../statistics/beta';
import { gaussLegendre, type Node } from '../statistics/quadrature';

/** What was seen of an arm: a variant, or an arm of a journey's step. */
export interface ArmOutcomes {
  /** Those who converted. */
  successes: number;
  /** Those who did not. */
  failures: number;
}

interface Posterior {
  a: number;
  b: number;
}

/**
 * The posterior of an arm's rate under a uniform prior, Beta(1 + successes, 1 + failures).
 * @throws RangeError for counts that are negative or not finite
 */
export function posteriorOf({ successes, failures }: ArmOutcomes): Posterior {
  for (const count of [successes, failures]) {
    if (!(count >= 0 && count < Infinity)) throw new RangeError(`An arm counts ${count}.`);
  }
  return { a: 1 + successes, b: 1 + failures };
}

/**
 * For each arm the probability, 0 to 1, that its rate is the highest, under uniform priors. They sum to 1; of one arm it is 1.
 * P(i is best) = ∫ f_i(x) ∏_{j≠i} F_j(x) dx, by quadrature, good to about 1e-12. For counts up to about a million.
 * Source: C. Stucchio, "Bayesian A/B testing at VWO" (2015), section 3; contract, section 5.
 * @throws RangeError without arms, and for counts that are negative or not finite
 */
export function probabilityBest(arms: readonly ArmOutcomes[]): number[] {
  const posteriors = posteriorsOf(arms);
  const sums = posteriors.map(() => 0);
  for (const { x, weight } of nodesFor(posteriors)) {
    const others = productsOfOthers(posteriors.map(({ a, b }) => betaCdf(x, a, b)));
    posteriors.forEach(({ a, b }, index) => {
      sums[index] = at(sums, index) + weight * betaPdf(x, a, b) * at(others, index);
    });
  }
  const total = sums.reduce((sum, value) => sum + value, 0);
  return sums.map((value) => value / total);
}

/**
 * For each arm what choosing it is expected to cost, as a difference of rates, 0 to 1: E[max(highest rate of the others - its
 * own, 0)], under uniform priors. Of one arm it is 0. It is ∫ F_i(x) (1 - ∏_{j≠i} F_j(x)) dx, by the same quadrature.
 * Source: as {@link probabilityBest}; contract, section 10.
 * @throws RangeError as {@link probabilityBest}
 */
export function expectedLoss(arms: readonly ArmOutcomes[]): number[] {
  const posteriors = posteriorsOf(arms);
  const losses = posteriors.map(() => 0);
  for (const { x, weight } of nodesFor(posteriors)) {
    const below = posteriors.map(({ a, b }) => betaCdf(x, a, b));
    productsOfOthers(below).forEach((others, index) => {
      losses[index] = at(losses, index) + weight * at(below, index) * (1 - others);
    });
  }
  return losses;
}

function posteriorsOf(arms: readonly ArmOutcomes[]): Posterior[] {
  if (arms.length === 0) throw new RangeError('There are no arms.');
  return arms.map(posteriorOf);
}

/** Standard deviations from the mean at which pieces end. Beta's tails may fall as slowly as an exponential's. */
const reach = [0, 1, 2, 4, 8, 16, 32];

/** Nodes on [0, 1], dense where any of the posteriors changes. */
function nodesFor(posteriors: readonly Posterior[]): Node[] {
  let narrowest = 1;
  const breaks = posteriors.flatMap(({ a, b }) => {
    const mean = a / (a + b);
    const deviation = Math.sqrt((mean * (1 - mean)) / (a + b + 1));
    narrowest = Math.min(narrowest, deviation);
    return reach.flatMap((times) => [mean - times * deviation, mean + times * deviation]);
  });
  const inside = breaks.filter((place) => place > 0 && place < 1).sort((one, other) => one - other);
  // Breaks of many arms that are alike lie close together, and would only add nodes.
  const apart: number[] = [0];
  for (const place of inside) if (place - at(apart, apart.length - 1) > narrowest / 4) apart.push(place);
  return gaussLegendre([...apart, 1]);
}

/** For each factor the product of all others, without dividing: a factor may be 0. */
function productsOfOthers(factors: readonly number[]): number[] {
  const products = factors.map(() => 1);
  let before = 1;
  factors.forEach((factor, index) => {
    products[index] = before;
    before *= factor;
  });
  let after = 1;
  for (let index = factors.length - 1; index >= 0; index -= 1) {
    products[index] = at(products, index) * after;
    after *= at(factors, index);
  }
  return products;
}

const at = (values: readonly number[], index: number): number => values[index] ?? NaN;
