import { DateTime } from 'luxon';
import { daysOf } from '../analytics/period';
import { deadlineInstant, graceShare, shareOfTime, type TargetCourse } from './progress';
import { projectionFrom, type Pace } from './projection';

/** What is known of a target's value by local date (ISO 8601). */
export type TargetHistory =
  /** Completions of each day of the bound conversion. */
  | { isCount: true; completions: ReadonlyMap<string, number> }
  /** The last value that was entered on a day. */
  | { isCount: false; values: ReadonlyMap<string, number> };

/** A day of the workspace. Every value is that at the end of the day, or now for today. */
export interface CourseDay {
  date: string;
  /** Null for days in the future, and before the first value that was entered. */
  value: number | null;
  /** The value that an even pace from the creation to the deadline would have reached. */
  plan: number;
  /** From today on; null without a projection. */
  projected: number | null;
  interval95: [low: number, high: number] | null;
}

export interface Course {
  /** From the creation to the deadline, at most a year before and a year after today. */
  days: CourseDay[];
  /** What each of the remaining days needs on average; null if the target is reached or the deadline has passed. */
  requiredPerDay: number | null;
  projection: (Omit<Pace, 'at'> & Outlook) | null;
}

interface Outlook {
  atDeadline: number;
  atDeadlineInterval95: [low: number, high: number];
  /** `likely` if the whole interval reaches the target, `unlikely` if none of it does. */
  outlook: 'likely' | 'possible' | 'unlikely';
  /** The local date on which the mean pace reaches the target; null if it is more than ten years away. */
  reachedOn: string | null;
}

const dayMs = 86_400_000;
const maxDays = 365;

/** Returns the course of a target: its values, its plan, and where the current pace leads. */
export function courseOf(target: TargetCourse, history: TargetHistory, now: Date): Course {
  const { timezone, current, deadline } = target;
  const end = deadlineInstant(deadline, timezone);
  const dates = datesOf(target, end, now);
  const today = localDate(now.getTime(), timezone);
  const values = valuesOn(dates, today, current, history);
  const daysLeft = (end - now.getTime()) / dayMs;
  const isOpen = current < target.target && daysLeft > 0;
  const shareAt = (at: number): number => shareOfTime(target.createdAt.getTime(), end, at);
  const isCompared = isOpen && shareAt(now.getTime()) >= graceShare;
  const pace = isCompared
    ? projectionFrom(values.slice(0, dates.indexOf(today)), { current, isCount: history.isCount })
    : null;
  const days = dates.map((date, index): CourseDay => {
    const at = Math.min(endOf(date, timezone), Math.max(end, now.getTime()));
    const ahead = date < today || pace === null ? null : pace.at((at - now.getTime()) / dayMs);
    return {
      date,
      value: values[index] ?? null,
      plan: target.target * shareAt(at),
      projected: ahead?.value ?? null,
      interval95: ahead?.interval95 ?? null,
    };
  });
  const requiredPerDay = isOpen ? (target.target - current) / daysLeft : null;
  return { days, requiredPerDay, projection: pace === null ? null : outlookOf(target, pace, { daysLeft, now }) };
}

function outlookOf(
  { target, current, timezone }: TargetCourse,
  { at, ...pace }: Pace,
  { daysLeft, now }: { daysLeft: number; now: Date },
): NonNullable<Course['projection']> {
  const { value, interval95 } = at(daysLeft);
  const [low, high] = interval95;
  const daysToTarget = (target - current) / pace.perDay;
  const isInSight = pace.perDay > 0 && daysToTarget < 3_650;
  return {
    ...pace,
    atDeadline: value,
    atDeadlineInterval95: interval95,
    outlook: low >= target ? 'likely' : high < target ? 'unlikely' : 'possible',
    reachedOn: isInSight ? localDate(now.getTime() + daysToTarget * dayMs, timezone) : null,
  };
}

function datesOf({ createdAt, timezone }: TargetCourse, end: number, now: Date): string[] {
  const today = now.getTime();
  const from = localDate(Math.max(createdAt.getTime(), today - maxDays * dayMs), timezone);
  const to = localDate(Math.max(today, Math.min(end - 1, today + maxDays * dayMs)), timezone);
  return daysOf({ from, to });
}

function valuesOn(dates: readonly string[], today: string, current: number, history: TargetHistory): (number | null)[] {
  const past = dates.filter((date) => date <= today);
  if (!history.isCount) {
    const entered = [...history.values].sort(([one], [other]) => (one < other ? -1 : 1));
    return past.map((date) =>
      date === today ? current : (entered.filter(([day]) => day <= date).at(-1)?.[1] ?? null),
    );
  }
  // Backwards from the current value, which counts only the part of the first day after the creation.
  const values: number[] = [];
  let value = current;
  for (const date of [...past].reverse()) {
    values.unshift(value);
    value -= history.completions.get(date) ?? 0;
  }
  return values;
}

const localDate = (at: number, timezone: string): string =>
  DateTime.fromMillis(at, { zone: timezone }).toFormat('yyyy-MM-dd');

/** Returns when a local day ends, in milliseconds since the epoch. */
const endOf = (date: string, timezone: string): number =>
  DateTime.fromISO(date, { zone: timezone }).plus({ days: 1 }).startOf('day').toMillis();
