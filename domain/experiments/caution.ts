import type { Moments } from '../statistics/moments';
import { momentsFor, type ArmSums } from './comparison';
import type { MetricMeasure } from './metrics/schemas';

/** Values that each arm needs, by what both have together, before the normal law counts for a verdict. */
const eventsNeeded = 5;
/** The same of means under weights that follow the results, whose arms have no more caution than this. */
const ofBandits = 15;

/**
 * How much a verdict by a normal law before the planned size divides z², 1 or more; infinite while there is too little to say anything.
 *
 * The variance of an arm with few values is itself not known: three visitors who all convert have none. Two things keep such arms
 * from deciding: the difference has at least the standard error that it has when both arms have one variance, which is the same
 * where arms are of one size; and every arm is large enough to have five values as both arms together have them
 * ({@link valuesOfEach}).
 */
export function cautionOf(measure: MetricMeasure, control: ArmSums, treatment: ArmSums): number {
  const arms = knownArms(measure, control, treatment);
  if (arms === null) return Infinity;
  const variance = varianceOf(arms);
  return variance === 0 ? Infinity : Math.max(1, varianceOf(alikeArms(arms)) / variance);
}

/**
 * Whether arms under weights that follow the results have what a verdict by their own sequences needs: of rates nothing, as their sequences
 * are exact; of means fifteen values, counted as {@link cautionOf} counts them. Without, an arm that is seen less after a bad start decides
 * by the variance of its bad start: of experiments without effect, 9 % where one visitor in a hundred buys. The variance of both together is no
 * way there: one arm is large by design, and a treatment that is twice as good would be found in 7 % where each by its own finds it in 86 %.
 */
export function hasBanditValues(measure: MetricMeasure, control: ArmSums, treatment: ArmSums): boolean {
  return measure === 'conversion' || valuesOfArms(measure, control, treatment) >= ofBandits;
}

/**
 * How many values a subject has on average, 0 to 1, counted as (Σx)² / Σx² over all subjects: a few large ones count for few. Of a rate it
 * is the share of those who convert, or of those who do not where they are fewer; of a ratio that of its numerator or its denominator,
 * whichever is less.
 * @param arms that count together
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

/** Of the smaller arm, as both together have them. */
const valuesOfArms = (measure: MetricMeasure, control: ArmSums, treatment: ArmSums): number =>
  valuesOfEach(measure, [control, treatment]) * Math.min(control.n, treatment.n);

type Arms = readonly [control: Moments, treatment: Moments];

/** Null while one of the arms is too small for its variance to be known. */
function knownArms(measure: MetricMeasure, control: ArmSums, treatment: ArmSums): Arms | null {
  const [a, b] = [momentsFor(measure, control), momentsFor(measure, treatment)];
  if (a === null || b === null || Math.min(a.n, b.n) < 2) return null;
  return valuesOfArms(measure, control, treatment) < eventsNeeded ? null : [a, b];
}

/** Both with the variance that they have together. */
function alikeArms([a, b]: Arms): Arms {
  const variance = (a.variance * a.n + b.variance * b.n) / (a.n + b.n);
  return [
    { ...a, variance },
    { ...b, variance },
  ];
}

const varianceOf = ([a, b]: Arms): number => a.variance / a.n + b.variance / b.n;
