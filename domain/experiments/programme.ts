import { normalQuantile } from '../statistics/normal';
import type { Moments } from '../statistics/moments';
import type { Interval } from '../statistics/proportion';
import { gaussLegendre } from '../statistics/quadrature';

/**
 * Estimates the combined effect of an experiment program, using all of its experiments to estimate how large effects
 * usually are.
 */

/**
 * A completed experiment by its primary metric, a rate or a mean. An arm is null if its ratio has a denominator of 0.
 */
export interface EndedExperiment {
  /** Whether more or less is better. */
  direction: 'up' | 'down';
  control: Moments | null;
  treatments: readonly (Moments | null)[];
  /** Index of the treatment that was shipped, from 0; null if none was. */
  shipped: number | null;
}

/** A lift above 0 is better, whatever the metric's direction. Lifts are relative. */
export interface ShrunkenLift {
  /** The observed lift; null if an arm has a mean of 0 or below, or no variance. */
  lift: number | null;
  /** The lift that remains, given the usual size of effects in the program. */
  shrunkenLift: number;
  shrunkenLiftInterval95: Interval;
}

export interface Programme {
  /** Of all shipped winners, applied one after the other. */
  cumulativeLift: number;
  cumulativeLiftInterval95: Interval;
  /** In the order of the experiments; null if nothing was shipped. */
  winners: (ShrunkenLift | null)[];
}

/** Scales of the effect distribution, as logarithms of a ratio: 0.001 is a tenth of a percent. */
const scales = Array.from({ length: 10 }, (_, index) => 0.001 * 1_000 ** (index / 9));
/** Degrees of freedom of the effect distribution; low values give fat tails. */
const freedoms = [2, 4, 30];
/** Median of the prior for the scale: effects of a few percent are usual. */
const usualScale = 0.05;

/**
 * Returns the shrunken lifts of winners, and their combined lift. Effects are logarithms of the ratio of means (of
 * rates or of amounts). They come from a t distribution around 0, with a scale and tails that follow from all
 * treatments of all completed experiments (prior for the scale: half-Cauchy around 5%). Each winner's effect is its
 * posterior mean. This accounts for the fact that a winner was selected because it looked good. The cumulative lift is
 * the exponential of the sum of the winners' effects; its interval is normal.
 * Source: Azevedo, Deng, Montiel Olea, Rao and Weyl, "A/B testing with fat tails", Journal of Political Economy 128
 * (2020).
 */
export function shrinkProgramme(experiments: readonly EndedExperiment[]): Programme {
  const effects = experiments.map((experiment) =>
    experiment.treatments.map((treatment) => effectOf(experiment, treatment)),
  );
  const known = effects.flat().filter((effect) => effect !== null);
  const weights = weighPriors(known);
  const won = experiments.map(({ shipped }, index) =>
    shipped === null ? undefined : (effects[index]?.[shipped] ?? null),
  );
  const posteriors = won.map((effect) => (effect ? priors.map((prior) => posteriorOf(effect, prior)) : null));
  const counted = posteriors.filter((posterior) => posterior !== null);
  const total = mix(
    priors.map((_, cell) => ({
      mean: sumOf(counted.map((posterior) => (posterior[cell] as Spread).mean)),
      variance: sumOf(counted.map((posterior) => (posterior[cell] as Spread).variance)),
    })),
    weights,
  );
  return {
    cumulativeLift: Math.expm1(total.mean),
    cumulativeLiftInterval95: intervalOf(total),
    winners: won.map((effect, index) => {
      if (effect === undefined) return null;
      const spread = mix(posteriors[index] ?? priors.map(() => ({ mean: 0, variance: 0 })), weights);
      return {
        lift: effect && Math.expm1(effect.estimate),
        shrunkenLift: Math.expm1(spread.mean),
        shrunkenLiftInterval95: intervalOf(spread),
      };
    }),
  };
}

interface LogEffect {
  estimate: number;
  error: number;
}

/**
 * Returns the logarithm of the ratio of means, with the delta method's error √(vA / nA mA² + vB / nB mB²). For rates,
 * it is the error of Katz et al., Biometrics 34 (1978), 469-474.
 * @returns null if an arm's mean has no logarithm, or if nothing varies in it
 */
function effectOf({ control, direction }: EndedExperiment, treatment: Moments | null): LogEffect | null {
  if (control === null || treatment === null) return null;
  const arms = [control, treatment];
  if (arms.some(({ mean, variance }) => mean <= 0 || variance === 0)) return null;
  const variance = sumOf(arms.map(({ n, mean, variance }) => variance / (n * mean * mean)));
  const sign = direction === 'down' ? -1 : 1;
  return { estimate: sign * Math.log(treatment.mean / control.mean), error: Math.sqrt(variance) };
}

interface Prior {
  scale: number;
  freedom: number;
}

const priors: readonly Prior[] = scales.flatMap((scale) => freedoms.map((freedom) => ({ scale, freedom })));

/** Returns the weight of each prior given all effects; the weights sum to 1. */
function weighPriors(effects: readonly LogEffect[]): number[] {
  const logs = priors.map((prior) => {
    // Scales have a constant ratio, so each one represents a range proportional to itself.
    const before = Math.log(prior.scale / (1 + (prior.scale / usualScale) ** 2));
    return before + sumOf(effects.map((effect) => Math.log(integrals(effect, prior).likelihood)));
  });
  const most = Math.max(...logs);
  const raw = logs.map((log) => Math.exp(log - most));
  const total = sumOf(raw);
  return raw.map((weight) => weight / total);
}

interface Spread {
  mean: number;
  variance: number;
}

function posteriorOf(effect: LogEffect, prior: Prior): Spread {
  const { likelihood, first, second } = integrals(effect, prior);
  const mean = first / likelihood;
  return { mean, variance: Math.max(0, second / likelihood - mean * mean) };
}

/**
 * Integrates likelihood times prior over the effect, and its first two moments. The prior's constant factor is kept,
 * because it depends on the degrees of freedom.
 */
function integrals({ estimate, error }: LogEffect, { scale, freedom }: Prior) {
  const breaks = [estimate, 0].flatMap((middle, index) =>
    [-8, -3, -1, 0, 1, 3, 8].map((times) => middle + times * (index === 0 ? error : scale)),
  );
  const low = estimate - 8 * error;
  const high = estimate + 8 * error;
  const inside = [...new Set(breaks.filter((place) => place >= low && place <= high))].sort(
    (one, other) => one - other,
  );
  let [likelihood, first, second] = [1e-300, 0, 0];
  for (const { x, weight } of gaussLegendre(inside)) {
    const density = Math.exp(-(((x - estimate) / error) ** 2) / 2) / error;
    const mass =
      weight * density * (studentPeak[freedom] as number) * (1 + (x / scale) ** 2 / freedom) ** (-(freedom + 1) / 2);
    likelihood += mass / scale;
    first += (mass / scale) * x;
    second += (mass / scale) * x * x;
  }
  return { likelihood, first, second };
}

/** Density of Student's t at 0, by degrees of freedom: Γ((ν+1)/2) / (√(ν π) Γ(ν/2)). */
const studentPeak: Readonly<Record<number, number>> = {
  2: 0.353_553_390_593_273_8,
  4: 0.375,
  30: 0.395_632_184_894_096_7,
};

/** Returns mean and variance of a mixture. */
function mix(parts: readonly Spread[], weights: readonly number[]): Spread {
  const mean = sumOf(parts.map((part, index) => part.mean * (weights[index] as number)));
  const square = sumOf(parts.map((part, index) => (part.variance + part.mean ** 2) * (weights[index] as number)));
  return { mean, variance: Math.max(0, square - mean * mean) };
}

function intervalOf({ mean, variance }: Spread): Interval {
  const half = normalQuantile(0.975) * Math.sqrt(variance);
  return [Math.expm1(mean - half), Math.expm1(mean + half)];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
