import { momentsFor, type ArmSums } from './comparison';
import type { MetricMeasure } from './metrics/schemas';

/** Values that each arm needs, by what both have together, before the normal law counts for a verdict. */
const eventsNeeded = 5;

/**
 * How much a verdict by a normal law before the planned size divides z², 1 or more; infinite while there is too little to say anything.
 *
 * The variance of an arm with few values is itself not known: three visitors who all convert have none. Two things keep such arms
 * from deciding: the difference has at least the standard error that it has when both arms have one variance, which is the same
 * where arms are of one size; and every arm is large enough to have five values as both arms together have them,
 * counted as (Σx)² / Σx², which of a rate is the number of conversions (and of those who do not convert).
 */
export function cautionOf(measure: MetricMeasure, control: ArmSums, treatment: ArmSums): number {
  const [a, b] = [momentsFor(measure, control), momentsFor(measure, treatment)];
  if (a === null || b === null || Math.min(a.n, b.n) < 2) return Infinity;
  const n = a.n + b.n;
  const sum = control.post.sum + treatment.post.sum;
  const sumSquares = control.post.sumSquares + treatment.post.sumSquares;
  const each = sumSquares === 0 ? 0 : sum ** 2 / sumSquares / n;
  const share = measure === 'conversion' ? Math.min(each, 1 - each) : each;
  if (share * Math.min(a.n, b.n) < eventsNeeded) return Infinity;
  const variance = a.variance / a.n + b.variance / b.n;
  const alike = ((a.variance * a.n + b.variance * b.n) / n) * (1 / a.n + 1 / b.n);
  return variance === 0 ? Infinity : Math.max(1, alike / variance);
}
