import type { Interval } from '../statistics/proportion';
import { criticalStudent } from '../statistics/student';

/** The pace of the last days, continued. */
export interface Pace {
  /** Mean change of a day. */
  perDay: number;
  /** The number of complete days that the pace is based on: 7, 14, 21 or 28. */
  basedOnDays: number;
  /** Returns the value some days from now, with the interval in which it is expected 95% of the time. */
  at: (days: number) => { value: number; interval95: Interval };
}

const week = 7;
const maxWeeks = 4;

/**
 * Continues the mean daily change of the last one to four complete weeks. Whole weeks give each weekday the same weight.
 * The interval is that of a prediction from n independent days: ± t √(h s² + h² s² / n) for h days ahead, the first
 * term for the days to come and the second for the uncertain mean. Counts vary at least as a Poisson count does, and
 * cannot fall.
 * @param values at the end of each complete day, oldest first; null if unknown
 * @param options.current the value now
 * @returns null with fewer than seven complete days
 */
export function projectionFrom(
  values: readonly (number | null)[],
  { current, isCount }: { current: number; isCount: boolean },
): Pace | null {
  const changes = values.flatMap((value, index) => {
    const before = values[index - 1];
    return value === null || before === null || before === undefined ? [] : [value - before];
  });
  const n = week * Math.min(maxWeeks, Math.floor(changes.length / week));
  if (n === 0) return null;
  const last = changes.slice(-n);
  const perDay = sumOf(last) / n;
  const spread = sumOf(last.map((change) => (change - perDay) ** 2)) / (n - 1);
  // One completion more than counted: days without any do not prove that there will be none.
  const variance = isCount ? Math.max(spread, perDay + 1 / n) : spread;
  const critical = criticalStudent(0.05, n - 1);
  return {
    perDay,
    basedOnDays: n,
    at: (days) => {
      const value = current + perDay * days;
      const half = critical * Math.sqrt(variance * (days + days ** 2 / n));
      return { value, interval95: [isCount ? Math.max(current, value - half) : value - half, value + half] };
    },
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
