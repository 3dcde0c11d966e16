import { DateTime } from 'luxon';
import { baselineWeeks } from './anomaly';

/** Whole days: figures of yesterday may still come in, so that the day before is judged again. */
const checkedDayCount = 2;

export interface AnomalyDays {
  /** ISO 8601. */
  checkedDays: string[];
  /** The span that they and what they are compared with lie in, both included. */
  from: string;
  to: string;
}

/** @param timezone the workspace's, in which days are */
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
 * Figures of the same weekday in the weeks before. A day without one counts as zero; days before the first figure do not count,
 * as there was nothing to count yet.
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
