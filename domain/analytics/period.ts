import { DateTime } from 'luxon';
import { invalid } from '../errors';
import { roomyYears } from '../time/time-bounds';

/** Whole days in the workspace's timezone, as ISO dates, both ends included. */
export interface Period {
  from: string;
  to: string;
}

export const periodNames = ['7d', '30d', '90d', 'month', 'custom'] as const;

/** A period as requested: a number of days up to today, the month so far, or two dates. */
export interface PeriodQuery {
  period?: (typeof periodNames)[number] | undefined;
  /** A date, or an instant that counts as its local date. */
  from?: string | undefined;
  to?: string | undefined;
}

const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const;

/**
 * Returns the days of a requested period. `7d`, `30d` (the default), `90d` and `month`, this month so far, end today.
 * `custom` has its own dates, and its last day may be in the future. `from` and `to` without `period` mean `custom`.
 * @param timezone the workspace's, IANA name
 * @throws AppError VALIDATION_ERROR for a date that is missing, invalid or given with another period, and for `from`
 *   after `to`
 */
export function resolvePeriod({ period, from, to }: PeriodQuery, timezone: string, now: Date): Period {
  const name = period ?? (from === undefined && to === undefined ? '30d' : 'custom');
  if (name !== 'custom') {
    refuseEnds({ from, to });
    const today = DateTime.fromJSDate(now, { zone: timezone });
    return lastDays(name === 'month' ? today.day : lengths[name], timezone, now);
  }
  const ends = { from: readDay('from', from, timezone), to: readDay('to', to, timezone) };
  if (ends.from > ends.to) {
    throw invalid('The period ends before it starts.', [{ path: 'from', message: 'must not be after `to`' }]);
  }
  return ends;
}

/** Returns the last `count` days, including today. */
export function lastDays(count: number, timezone: string, now: Date): Period {
  const today = DateTime.fromJSDate(now, { zone: timezone });
  return { from: today.minus({ days: count - 1 }).toFormat(dateFormat), to: today.toFormat(dateFormat) };
}

/** Returns the local days from one instant to another. */
export const localPeriod = (from: Date, to: Date, timezone: string): Period => ({
  from: DateTime.fromJSDate(from, { zone: timezone }).toFormat(dateFormat),
  to: DateTime.fromJSDate(to, { zone: timezone }).toFormat(dateFormat),
});

/** Returns the period of the same length before this one. */
export function periodBefore({ from, to }: Period): Period {
  const day = (offset: number): string =>
    DateTime.fromISO(from, { zone: 'utc' }).minus({ days: offset }).toFormat(dateFormat);
  return { from: day(lengthOf({ from, to })), to: day(1) };
}

/** The maximum length of a daily series: workspaces keep events for at most ten years. */
const maxChartedDays = 3_660;

/** Asserts that a daily series can have the days of a period. @throws AppError VALIDATION_ERROR if it is too long */
export function assertChartable(period: Period): void {
  if (lengthOf(period) <= maxChartedDays) return;
  const message = `must be less than ${maxChartedDays} days before \`to\``;
  throw invalid('The period is too long for a daily series. Choose a shorter period.', [{ path: 'from', message }]);
}

/** Returns every day of a period, in order. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  const last = DateTime.fromISO(to, { zone: 'utc' });
  for (let day = DateTime.fromISO(from, { zone: 'utc' }); day <= last; day = day.plus({ days: 1 })) {
    days.push(day.toFormat(dateFormat));
  }
  return days;
}

/** Returns the number of days in a period. */
const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

const dateFormat = 'yyyy-MM-dd';

function refuseEnds(ends: { from: string | undefined; to: string | undefined }): void {
  const given = Object.entries(ends).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const message = 'can be used only with period=custom';
  throw invalid(
    '`from` and `to` can be used only with period=custom.',
    given.map(([path]) => ({ path, message })),
  );
}

function readDay(path: 'from' | 'to', text: string | undefined, timezone: string): string {
  if (text === undefined) throw invalid('A custom period needs `from` and `to`.', [{ path, message: 'is required' }]);
  const at = DateTime.fromISO(text, { zone: timezone });
  if (!at.isValid || !/^\d{4}-\d{2}-\d{2}/.test(text) || at.year < roomyYears.first || at.year > roomyYears.last) {
    throw invalid(`"${path}" is not a valid date.`, [
      {
        path,
        message: `must be a date such as 2026-03-31 or a timestamp, in the years ${roomyYears.first} to ${roomyYears.last}`,
      },
    ]);
  }
  return at.toFormat(dateFormat);
}
