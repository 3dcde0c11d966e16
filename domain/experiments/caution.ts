import type { Moments } from '../statistics/moments';
import { momentsFor, type ArmSums } from './comparison';
import type { MetricMeasure } from './metrics/schemas';

/** Values that each arm needs, at the average of both arms together, before a verdict uses the normal approximation. */
const eventsNeeded = 5;
/** The same for means under weights that follow the results. Those arms get no other correction. */
const ofBandits = 15;

/**
 * Returns the factor that divides z² in verdicts from a normal approximation before the planned size, 1 or more;
 * infinite if there is too little data for a verdict.
 *
 * The variance of an arm with few values is itself uncertain: three visitors who all convert have a variance of 0. Two
 * rules keep such arms from deciding. The difference has at least the standard error for a common variance in both
 * arms, which is the same if the arms are of equal size. And every arm must be large enough for five values at the
 * average of both arms together ({@link valuesOfEach}).
 */
export function cautionOf(measure: MetricMeasure, control: ArmSums, treatment: ArmSums): number {
  const arms = knownArms(measure, control, treatment);
  if (arms === null) return Infinity;
  const variance = varianceOf(arms);
  return variance === 0 ? Infinity : Math.max(1, varianceOf(alikeArms(arms)) / variance);
}

/**
 * Returns whether arms under weights that follow the results have enough values for a verdict by their own sequences.
 * Rates need none, because their sequences are exact. Means need fifteen values, counted as in {@link cautionOf}.
 *
 * Without this rule, an arm that gets fewer visitors after a bad start is judged by the variance of that start: 9% of
 * experiments without an effect get a verdict if one visitor in a hundred buys. The variance of both arms together is
 * no alternative, because one arm is large by design: a treatment that is twice as good would be found in 7% of
 * experiments instead of 86%.
 */
export function hasBanditValues(measure: MetricMeasure, control: ArmSums, treatment: ArmSums): boolean {
  return measure === 'conversion' || valuesOfArms(measure, control, treatment) >= ofBandits;
}

/**
 * Returns the average number of values per subject, 0 to 1, counted as (Σx)² / Σx² over all subjects: a few large
 * values count as few. For a rate, it is the share of subjects who convert, or who do not convert if that is smaller.
 * For a ratio, it is the smaller number of its numerator and its denominator.
 * @param arms counted together
 */
export function valuesOfEach(measure: MetricMeasure, arms: readonly ArmSums[]): number {
  const n = arms.reduce((total, arm) => total + arm.n, 0);
  const each = shareOf(
    arms.map(({ post }) => post),
    n,
  );
  if (measure === 'conversion') return Math.min(each, 1 - each);
  if (measure !== 'ratio') return each;
  return Math.min(
    each,
    shareOf(
      arms.flatMap(({ denominator }) => denominator ?? []),
      n,
    ),
  );
}

function shareOf(sums: readonly ArmSums['post'][], n: number): number {
  const sum = sums.reduce((total, one) => total + one.sum, 0);
  const sumSquares = sums.reduce((total, one) => total + one.sumSquares, 0);
  return sumSquares === 0 || n === 0 ? 0 : sum ** 2 / sumSquares / n;
}

/** Returns the number of values in the smaller arm, at the average of both arms together. */
const valuesOfArms = (measure: MetricMeasure, control: ArmSums, treatment: ArmSums): number =>
  valuesOfEach(measure, [control, treatment]) * Math.min(control.n, treatment.n);

type Arms = readonly [control: Moments, treatment: Moments];

/** Returns null while an arm is too small for its variance to be known. */
function knownArms(measure: MetricMeasure, control: ArmSums, treatment: ArmSums): Arms | null {
  const [a, b] = [momentsFor(measure, control), momentsFor(measure, treatment)];
  if (a === null || b === null || Math.min(a.n, b.n) < 2) return null;
  return valuesOfArms(measure, control, treatment) < eventsNeeded ? null : [a, b];
}

/** Gives both arms the variance of both together. */
function alikeArms([a, b]: Arms): Arms {
  const variance = (a.variance * a.n + b.variance * b.n) / (a.n + b.n);
  return [
    { ...a, variance },
    { ...b, variance },
  ];
}

const varianceOf = ([a, b]: Arms): number => a.variance / a.n + b.variance / b.n;
