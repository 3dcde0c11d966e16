import type { Schemas } from '../../api/client';
import { formatAmount, formatChange, formatNumber, formatPoints, signOf } from '../../format/number';

/** How differences from the baseline are shown: as a share of its value, or in the unit of the metric. */
export type EffectKind = 'relative' | 'absolute';

type Measure = Schemas['MetricResult']['measure'];
type Interval = readonly [number, number] | null;

/** Intervals of API responses are pairs; the generated types of some are lists. */
export interface Effects {
  lift: number | null;
  liftInterval95: Interval;
  adjustedLiftInterval95: Interval;
  difference: number | null;
  differenceInterval95: Interval;
  adjustedDifferenceInterval95: Interval;
}

export interface Effect {
  point: number | null;
  interval: Interval;
  adjusted: Interval;
}

export const effectOf = (of: Effects, kind: EffectKind): Effect =>
  kind === 'relative'
    ? { point: of.lift, interval: of.liftInterval95, adjusted: of.adjustedLiftInterval95 }
    : { point: of.difference, interval: of.differenceInterval95, adjusted: of.adjustedDifferenceInterval95 };

/** Returns the format of an effect: percent, points of a rate, or a signed amount. */
export function formatEffect(kind: EffectKind, measure: Measure, currency: string | null): (value: number) => string {
  if (kind === 'relative') return formatChange;
  if (measure === 'conversion') return formatPoints;
  const isMoney = measure === 'revenue' && currency !== null;
  return (value) =>
    `${signOf(value)}${isMoney ? formatAmount(Math.abs(value), currency) : formatNumber(Math.abs(value))}`;
}
