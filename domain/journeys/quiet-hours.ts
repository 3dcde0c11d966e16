import { DateTime } from 'luxon';

/**
 * When quiet hours that hold now are over; null when none hold. They may go over midnight.
 * @param hours local times such as 22:00 and 08:00; the end is not quiet any more
 * @param timezone the subject's, IANA name; an unknown one counts as UTC
 */
export function endOfQuietHours(
  hours: { start: string; end: string } | null,
  now: Date,
  timezone: string,
): Date | null {
  if (hours === null || hours.start === hours.end) return null;
  const there = DateTime.fromJSDate(now, { zone: timezone });
  const local = there.isValid ? there : DateTime.fromJSDate(now, { zone: 'utc' });
  const clock = local.toFormat('HH:mm');
  const overMidnight = hours.start > hours.end;
  const isQuiet = overMidnight ? clock >= hours.start || clock < hours.end : clock >= hours.start && clock < hours.end;
  if (!isQuiet) return null;
  const [hour = 0, minute = 0] = hours.end.split(':').map(Number);
  const endsTomorrow = overMidnight && clock >= hours.start;
  return local
    .startOf('day')
    .plus({ days: endsTomorrow ? 1 : 0 })
    .set({ hour, minute })
    .toJSDate();
}
