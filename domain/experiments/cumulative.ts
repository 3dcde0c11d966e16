import type { Interval } from '../statistics/proportion';
import { momentsFor, testMetric, type LiftTest, type TestSettings } from './comparison';
import { armSums, type OutcomeArm } from './metrics/arm-sums';
import type { Metric } from './metrics/metric';
import { valueInterval } from './value-interval';

/** Visitors of a variant who were first exposed on a day. */
export interface ExposedOnDay {
  /** ISO date. */
  day: string;
  variantId: string;
  exposures: number;
}

/** The primary metric from the start to the end of a day. */
export interface CumulativeDay {
  /** ISO date. */
  date: string;
  variants: CumulativeVariant[];
}

export interface CumulativeVariant {
  variantId: string;
  exposures: number;
  /** Visitors with an outcome. */
  conversions: number;
  /** The rate, the mean or the ratio; null without visitors. */
  value: number | null;
  valueInterval: Interval | null;
  /** Compared with the baseline, without adjustment for earlier behavior; null for the baseline itself. */
  lift: number | null;
  liftInterval: Interval | null;
  difference: number | null;
  differenceInterval: Interval | null;
}

interface CumulativeInput extends TestSettings {
  metric: Metric;
  /** In the order of the experiment, the control first. */
  variantIds: readonly string[];
  /** The variant that the others are compared with. */
  baselineId: string;
  exposed: readonly ExposedOnDay[];
  /** Of the metric, by the day of a visitor's first outcome. */
  outcomes: readonly (OutcomeArm & { segment: string })[];
  currency: string | null;
}

/**
 * Returns the primary metric by day, each with the figures of all days up to it, and the intervals that the experiment's
 * engine gives at that time. What a visitor adds counts from the day of their first outcome. At most 60 days are
 * returned, evenly spread, with the last one among them.
 * @param dates consecutive ISO dates
 */
export function cumulativeDays(dates: readonly string[], input: CumulativeInput): CumulativeDay[] {
  const { metric, variantIds, baselineId, exposed, outcomes, currency } = input;
  return thinned(dates).map((date) => {
    const arms = armSums(
      metric,
      variantIds.map((variantId) => ({
        variantId,
        exposures: sumOf(exposed.filter((one) => one.variantId === variantId && one.day <= date)),
        withPast: 0,
      })),
      outcomes.filter(({ segment }) => segment !== '' && segment <= date),
      { currency, hasPast: false },
    );
    const control = arms.find(({ variantId }) => variantId === baselineId);
    return {
      date,
      variants: arms.map((arm) => {
        const test =
          control === undefined || arm === control
            ? null
            : testMetric(metric.measure, { control, treatment: arm }, input);
        return {
          variantId: arm.variantId,
          exposures: arm.n,
          conversions: arm.visitors,
          value: arm.n === 0 ? null : (momentsFor(metric.measure, arm)?.mean ?? null),
          valueInterval: valueInterval(metric.measure, arm, input),
          ...comparisonOf(test, input.alpha),
        };
      }),
    };
  });
}

const daysAtMost = 60;

function thinned(dates: readonly string[]): readonly string[] {
  const step = Math.ceil(dates.length / daysAtMost);
  return dates.filter((_, index) => (dates.length - 1 - index) % step === 0);
}

function comparisonOf(
  test: LiftTest | null,
  alpha: number,
): Pick<CumulativeVariant, 'lift' | 'liftInterval' | 'difference' | 'differenceInterval'> {
  if (test === null || test.pValue === null) {
    return { lift: null, liftInterval: null, difference: null, differenceInterval: null };
  }
  const { lift, difference } = test;
  return { lift, difference, liftInterval: test.intervalAt(alpha), differenceInterval: test.differenceAt(alpha) };
}

const sumOf = (rows: readonly ExposedOnDay[]): number => rows.reduce((sum, { exposures }) => sum + exposures, 0);
