import { DateTime } from 'luxon';
import { parseDuration } from '../journeys/duration';

/**
 * The instant at which a window that ends `now` begins. Hours, minutes and seconds are taken off exactly, then months and days
 * by the calendar of the subject, who keeps the local time.
 * @param within ISO 8601 duration, as the condition has it
 * @param timezone the subject's, IANA name; an unknown one counts as UTC
 * @throws RangeError when the duration cannot be read
 */
export function startOfWindow(within: string, now: Date, timezone = 'UTC'): Date {
  const duration = parseDuration(within);
  if (duration === null) throw new RangeError(`"${within}" is not a duration.`);
  const there = DateTime.fromJSDate(now, { zone: timezone });
  return (there.isValid ? there : DateTime.fromJSDate(now, { zone: 'utc' }))
    .minus({ milliseconds: duration.exactMs })
    .minus({ months: duration.months, days: duration.days })
    .toJSDate();
}
