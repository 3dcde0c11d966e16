import { DateTime } from 'luxon';
import { parseDuration } from './duration';

/**
 * The instant at which a wait is over. Months and days move the calendar date in the subject's timezone and keep the local
 * time (a local time that a clock change skips moves on by the gap), then hours, minutes and seconds are added exactly.
 * @param duration ISO 8601, as the step has it
 * @param from when the wait began
 * @param timezone IANA name; an unknown one counts as UTC
 * @throws RangeError when the duration cannot be read
 */
export function resumeAt(duration: string, from: Date, timezone: string): Date {
  const parsed = parseDuration(duration);
  if (parsed === null) throw new RangeError(`"${duration}" is not a duration.`);
  const zoned = DateTime.fromJSDate(from, { zone: timezone });
  const start = zoned.isValid ? zoned : DateTime.fromJSDate(from, { zone: 'utc' });
  return start.plus({ months: parsed.months, days: parsed.days }).plus({ milliseconds: parsed.exactMs }).toJSDate();
}
