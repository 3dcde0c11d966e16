import { assertCount, assertInside, assertPositive } from '../statistics/assert-domain';
import { criticalNormal, normalCdf, normalQuantile } from '../statistics/normal';

/** How many subjects an experiment needs. Rates are 0 to 1, sizes are subjects of one arm. */

export interface Errors {
  /** Chance of seeing an effect where there is none, two-sided, above 0, below 1. */
  alpha: number;
  /** Chance of seeing the effect that is there, above 0, below 1. */
  targetPower: number;
}

/** The null hypothesis has one rate for both arms, or one for each. */
export type SizeForm = 'pooled' | 'unpooled';

/**
 * Subjects of each of two arms that find a difference between two rates, before rounding up. With d = p2 - p1 and p̄ their mean:
 * pooled (z_{1-α/2} √(2 p̄ q̄) + z_power √(p1 q1 + p2 q2))² / d², which the pooled z test needs; unpooled
 * (z_{1-α/2} + z_power)² (p1 q1 + p2 q2) / d².
 * Source: Fleiss, Levin and Paik (2003), 4.3, without continuity correction, as R's power.prop.test; contract, section 5.
 * @param rates 0 to 1, and not equal
 * @throws RangeError for equal rates or rates outside 0 to 1, and for errors that are not between 0 and 1
 */
export function sampleSize(rates: readonly [number, number], errors: Errors, form: SizeForm = 'pooled'): number {
  const [baseline, treatment] = assertRates(rates);
  if (baseline === treatment) throw new RangeError(`Both rates are ${baseline}.`);
  const { atNull, atEffect } = deviations(baseline, treatment, form);
  const sum = criticalNormal(errors.alpha) * atNull + normalQuantile(errors.targetPower) * atEffect;
  // A power below alpha / 2 is reached by nobody at all.
  return sum <= 0 ? 0 : (sum / (treatment - baseline)) ** 2;
}

/**
 * The chance, 0 to 1, of seeing a difference between two rates. Pooled: Φ((|d| √n - z_{1-α/2} √(2 p̄ q̄)) / √(p1 q1 + p2 q2)), the inverse of
 * {@link sampleSize}, which leaves out the tail of the other side, as R does. Unpooled: Φ(δ - z_{1-α/2}) + Φ(-δ - z_{1-α/2}) with
 * δ = |d| √n / √(p1 q1 + p2 q2), both tails: it is alpha where the rates are equal.
 * @param rates 0 to 1, not both 0 or 1
 * @param n subjects of each arm, a whole number above 0
 * @throws RangeError for anything else, and for an alpha outside (0, 1)
 */
export function achievedPower(
  rates: readonly [number, number],
  { n, alpha }: { n: number; alpha: number },
  form: SizeForm = 'pooled',
): number {
  const [baseline, treatment] = assertRates(rates);
  assertCount('n', n);
  assertPositive('n', n);
  const { atNull, atEffect } = deviations(baseline, treatment, form);
  if (atEffect === 0) throw new RangeError(`The rates ${baseline} and ${treatment} have no variance.`);
  const critical = (criticalNormal(alpha) * atNull) / atEffect;
  const shift = (Math.abs(treatment - baseline) * Math.sqrt(n)) / atEffect;
  return normalCdf(shift - critical) + (form === 'unpooled' ? normalCdf(-shift - critical) : 0);
}

/**
 * The smallest rise above a baseline, as a difference of rates, that n subjects of each arm find: the d at which the unpooled
 * {@link sampleSize} of p1 and p1 + d is n, which is a quadratic. Relative to the baseline it is this over the baseline.
 * @param n subjects of each arm, a whole number above 0
 * @returns null where even a rate of 1 would not be found
 * @throws RangeError for a baseline that is not between 0 and 1, and as {@link sampleSize}
 */
export function minimumEffect(baseline: number, n: number, { alpha, targetPower }: Errors): number | null {
  assertInside('The baseline', baseline);
  assertCount('n', n);
  assertPositive('n', n);
  // n d² = k (2 p q + (1 - 2 p) d - d²), with k the square of both quantiles' sum.
  const k = Math.max(0, criticalNormal(alpha) + normalQuantile(targetPower)) ** 2;
  const [square, linear, constant] = [n + k, -k * (1 - 2 * baseline), -2 * k * baseline * (1 - baseline)];
  const effect = (-linear + Math.sqrt(linear * linear - 4 * square * constant)) / (2 * square);
  return baseline + effect <= 1 ? effect : null;
}

/**
 * Subjects of each arm that an experiment needs, a whole number: the pooled {@link sampleSize} of the baseline and the rate that is
 * `mde` of it higher, or lower where that would be above 1. No correction for the number of treatments. Source: contract, section 10.
 * @param mde the smallest effect that matters, relative to the baseline, above 0
 * @returns null for a baseline of 0, and where no rate is that far from it
 * @throws RangeError for a baseline outside 0 to 1, for another mde, and for errors that are not between 0 and 1
 */
export function requiredPerVariant(baseline: number, mde: number, errors: Errors): number | null {
  assertPositive('mde', mde);
  assertInside('alpha', errors.alpha);
  assertInside('targetPower', errors.targetPower);
  const [rate] = assertRates([baseline, 0]);
  const [higher, lower] = [rate * (1 + mde), rate * (1 - mde)];
  const other = higher <= 1 ? higher : lower;
  if (rate === 0 || other < 0) return null;
  return Math.max(1, Math.ceil(sampleSize([rate, other], errors)));
}

/** What a calculator is asked. */
export interface ExperimentPlan extends Errors {
  /** The control's rate, above 0, at most 1. */
  baseline: number;
  /** The smallest effect that matters, relative to the baseline, above 0. */
  mde: number;
  /** With the control, a whole number from 2 up. */
  variants: number;
  /** Those who take part, above 0. */
  dailyVisitors: number;
}

/**
 * What an experiment takes: subjects of each variant ({@link requiredPerVariant}), of all, and whole days.
 * @throws RangeError for a plan outside its domain, and for an effect that no rate can show
 */
export function planExperiment(plan: ExperimentPlan): { perVariant: number; total: number; days: number } {
  assertCount('variants', plan.variants);
  if (plan.variants < 2) throw new RangeError('An experiment has at least two variants.');
  assertPositive('dailyVisitors', plan.dailyVisitors);
  const perVariant = requiredPerVariant(plan.baseline, plan.mde, plan);
  if (perVariant === null) throw new RangeError(`No rate is ${plan.mde} of ${plan.baseline} away from it.`);
  const total = perVariant * plan.variants;
  return { perVariant, total, days: Math.ceil(total / plan.dailyVisitors) };
}

/** Standard deviations of the difference of two rates, of one subject in each arm: under the null hypothesis, and under the effect. */
function deviations(one: number, other: number, form: SizeForm): { atNull: number; atEffect: number } {
  const mean = (one + other) / 2;
  const atEffect = Math.sqrt(one * (1 - one) + other * (1 - other));
  return { atNull: form === 'pooled' ? Math.sqrt(2 * mean * (1 - mean)) : atEffect, atEffect };
}

function assertRates(rates: readonly [number, number]): readonly [number, number] {
  for (const rate of rates) if (!(rate >= 0 && rate <= 1)) throw new RangeError(`A rate is ${rate}, not 0 to 1.`);
  return rates;
}
