import { DateTime } from 'luxon';
import { parseDuration } from '../journeys/duration';

/**
 * Returns the start of a window that ends `now`. Hours, minutes and seconds are subtracted exactly. Then months and
 * days are subtracted in the subject's calendar, which keeps the local time.
 * @param within ISO 8601 duration from the condition
 * @param timezone the subject's IANA name; an unknown one counts as UTC
 * @throws RangeError if the duration is invalid
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
