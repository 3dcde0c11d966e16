import { DateTime } from 'luxon';
import { baselineWeeks } from './anomaly';

/** Number of whole days to check. Yesterday's figures may still be incomplete, so the day before is checked again. */
const checkedDayCount = 2;

export interface AnomalyDays {
  /** ISO 8601. */
  checkedDays: string[];
  /** The date range that covers the checked days and their baselines, both ends included. */
  from: string;
  to: string;
}

/**
 * Returns the days to check and the date range of the figures they need.
 * @param timezone the workspace's timezone, which defines the days
 */
export function anomalyDays(now: Date, timezone: string): AnomalyDays {
  const today = DateTime.fromJSDate(now, { zone: timezone });
  const checkedDays = Array.from({ length: checkedDayCount }, (_, index) =>
    isoDate(today.minus({ days: checkedDayCount - index })),
  );
  return {
    checkedDays,
    from: isoDate(today.minus({ days: checkedDayCount, weeks: baselineWeeks })),
    to: isoDate(today.minus({ days: 1 })),
  };
}

/**
 * Returns the figures of the same weekday in the previous weeks. A missing day counts as 0. Days before the first
 * figure are left out, because nothing was counted yet.
 * @param values by ISO date
 */
export function baselineOf(values: ReadonlyMap<string, number>, date: string): number[] {
  const first = [...values.keys()].sort()[0] ?? date;
  const day = DateTime.fromISO(date, { zone: 'UTC' });
  return Array.from({ length: baselineWeeks }, (_, index) => isoDate(day.minus({ weeks: index + 1 })))
    .filter((earlier) => earlier >= first)
    .map((earlier) => values.get(earlier) ?? 0);
}

const isoDate = (at: DateTime): string => at.toFormat('yyyy-MM-dd');
