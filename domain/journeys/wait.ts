import { DateTime } from 'luxon';
import { parseDuration } from './duration';
import type { JourneyStep } from './schemas';

type WaitStep = Extract<JourneyStep, { kind: 'wait' }>;
type UntilTime = NonNullable<WaitStep['untilTime']>;

/**
 * The instant at which a wait step is over at the latest: of an event, its timeout.
 * @param from when the wait began
 * @param timezone the subject's, IANA name; an unknown one counts as UTC
 */
export function endOfWait(step: WaitStep, from: Date, timezone: string): Date {
  if (step.until !== undefined) return new Date(step.until);
  if (step.untilTime !== undefined) return nextTime(step.untilTime, from, timezone);
  return resumeAt(step.untilEvent?.timeout ?? step.duration ?? '', from, timezone);
}

/**
 * The first instant after `from` at which the local clock shows the time, on one of the weekdays. A time that a clock change
 * skips is taken as far after the gap as it lies in it; of a time that comes twice, the first.
 */
export function nextTime({ time, weekdays, timezone }: UntilTime, from: Date, subjectTimezone: string): Date {
  const start = zoned(from, timezone === 'subject' ? subjectTimezone : timezone);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  // Today's time may be over, and the same weekday comes again after seven days.
  for (let days = 0; days <= 7; days += 1) {
    const day = start.startOf('day').plus({ days });
    const at = firstOf(day.set({ hour, minute }));
    if (at.toMillis() > from.getTime() && (weekdays === undefined || weekdays.includes(at.weekday)))
      return at.toJSDate();
  }
  throw new RangeError(`No ${time} on the weekdays ${String(weekdays)}.`);
}

/** Of the instants that show the same local time, the earliest. */
function firstOf(at: DateTime): DateTime {
  return at.getPossibleOffsets().reduce((first, other) => (other < first ? other : first), at);
}

function zoned(at: Date, timezone: string): DateTime {
  const there = DateTime.fromJSDate(at, { zone: timezone });
  return there.isValid ? there : DateTime.fromJSDate(at, { zone: 'utc' });
}

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
  return zoned(from, timezone)
    .plus({ months: parsed.months, days: parsed.days })
    .plus({ milliseconds: parsed.exactMs })
    .toJSDate();
}
