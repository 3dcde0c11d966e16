import type { BundleDraft, Place } from './bundle-draft';
import { cut, numberOf, textOf } from './read-json';

/** Converts the delays of providers to the durations and times of wait steps. */

/** Converts a number and a unit (`days`, `hour`, …) to an ISO duration; null if they are not a positive duration. */
export function durationOf(value: unknown, unit: unknown): string | null {
  const amount = numberOf(value);
  if (amount === null || amount <= 0) return null;
  const plain = (textOf(unit) ?? '').toLowerCase().replace(/s$/, '');
  if (!Number.isInteger(amount)) return fraction(amount, plain);
  switch (plain) {
    case 'month':
      return `P${amount}M`;
    case 'week':
      return `P${amount}W`;
    case 'day':
      return `P${amount}D`;
    case 'hour':
      return `PT${amount}H`;
    case 'minute':
      return `PT${amount}M`;
    case 'second':
      return secondsDuration(amount);
    default:
      return null;
  }
}

const secondsOf: Record<string, number> = { week: 604_800, day: 86_400, hour: 3_600, minute: 60, second: 1 };

function fraction(amount: number, unit: string): string | null {
  const seconds = secondsOf[unit];
  return seconds === undefined ? null : secondsDuration(Math.round(amount * seconds));
}

/** Returns seconds as a duration in the largest unit that divides them exactly. */
export function secondsDuration(seconds: number): string | null {
  if (!Number.isInteger(seconds) || seconds <= 0) return null;
  if (seconds % 86_400 === 0) return `P${seconds / 86_400}D`;
  if (seconds % 3_600 === 0) return `PT${seconds / 3_600}H`;
  return seconds % 60 === 0 ? `PT${seconds / 60}M` : `PT${seconds}S`;
}

const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Returns the number of a weekday name; 0 for other text. */
const weekdayOf = (name: unknown): number => weekdayNames.indexOf((textOf(name) ?? '').toLowerCase()) + 1;

/** Converts weekday names to numbers, where 1 is Monday; undefined for no or all seven weekdays. */
export function weekdaysOf(names: readonly unknown[]): number[] | undefined {
  const numbers = names.map(weekdayOf);
  const known = [...new Set(numbers)].filter((number) => number > 0).sort((a, b) => a - b);
  return known.length === 0 || known.length === 7 ? undefined : known;
}

/** Converts `9:30`, `09:30:00` or `9:30 am` to `09:30`; null for anything else. */
export function timeOfDay(value: unknown): string | null {
  const match = /^\s*(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]m)?\b/i.exec(textOf(value) ?? '');
  if (match === null) return null;
  const half = match[3]?.toLowerCase();
  const hour = half === undefined ? Number(match[1]) : (Number(match[1]) % 12) + (half === 'pm' ? 12 : 0);
  if (hour > 23 || Number(match[2]) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${match[2]}`;
}

export interface Delay {
  /** Null if there is only a time of day or weekday to wait for. */
  duration: string | null;
  /** A time of day and names of weekdays, as in the export. */
  time: unknown;
  weekdays: readonly unknown[];
  next: string;
}

/** Adds a wait for a duration, then for a time of day or weekday. Without either, no step is added. */
export function addDelay(draft: BundleDraft, place: Place, delay: Delay): void {
  const { duration, next } = delay;
  const time = timeOfDay(delay.time);
  const weekdays = weekdaysOf(delay.weekdays);
  const unread = [...(time === null ? [delay.time] : []), ...delay.weekdays.filter((name) => weekdayOf(name) === 0)];
  for (const one of unread.flatMap((value) => textOf(value) ?? [])) {
    draft.note('error', place, `"${cut(one, 100)}" is not a supported time or weekday. The wait does not include it.`);
  }
  const window = `${place.sourceId}-until`;
  const hasWindow = time !== null || weekdays !== undefined;
  if (hasWindow) {
    if (time === null) draft.note('warning', place, 'The export has weekdays but no time. The wait ends at 09:00.');
    const untilTime = { time: time ?? '09:00', ...(weekdays === undefined ? {} : { weekdays }) };
    const until = { ...place, sourceId: duration === null ? place.sourceId : window };
    draft.step(until, { kind: 'wait', untilTime: { ...untilTime, timezone: 'subject' }, next });
  }
  if (duration !== null) draft.wait(place, { duration, next: hasWindow ? window : next });
  else if (!hasWindow) draft.skip(place.sourceId, next);
}
