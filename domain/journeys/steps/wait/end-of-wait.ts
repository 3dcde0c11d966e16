import { DateTime } from 'luxon';
import { parseDuration } from '../../duration';
import type { StepOf } from '../../schemas';

type WaitStep = StepOf<'wait'>;
type UntilTime = NonNullable<WaitStep['untilTime']>;

/**
 * Returns the latest end of a wait step. For a wait for an event, this is its timeout.
 * @param from the start of the wait
 * @param timezone the subject's IANA name; an unknown one counts as UTC
 */
export function endOfWait(step: WaitStep, from: Date, timezone: string): Date {
  if (step.until !== undefined) return new Date(step.until);
  if (step.untilTime !== undefined) return nextTime(step.untilTime, from, timezone);
  return resumeAt(step.untilEvent?.timeout ?? step.duration ?? '', from, timezone);
}

/**
 * Returns the first instant after `from` at which the local clock shows the time, on one of the weekdays. A time that a
 * clock change skips moves forward by the length of the gap. If a time occurs twice, the first occurrence counts.
 */
export function nextTime({ time, weekdays, timezone }: UntilTime, from: Date, subjectTimezone: string): Date {
  const start = zoned(from, timezone === 'subject' ? subjectTimezone : timezone);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  // Eight days are enough: today's time may be over, and the same weekday returns after seven days.
  for (let days = 0; days <= 7; days += 1) {
    const day = start.startOf('day').plus({ days });
    const at = firstOf(day.set({ hour, minute }));
    if (at.toMillis() > from.getTime() && (weekdays === undefined || weekdays.includes(at.weekday)))
      return at.toJSDate();
  }
  throw new RangeError(`No ${time} on the weekdays ${String(weekdays)}.`);
}

/** Returns the earliest of the instants with the same local time. */
function firstOf(at: DateTime): DateTime {
  return at.getPossibleOffsets().reduce((first, other) => (other < first ? other : first), at);
}

function zoned(at: Date, timezone: string): DateTime {
  const there = DateTime.fromJSDate(at, { zone: timezone });
  return there.isValid ? there : DateTime.fromJSDate(at, { zone: 'utc' });
}

/**
 * Returns the end of a wait. Months and days move the calendar date in the subject's timezone and keep the local time
 * (a local time that a clock change skips moves forward by the gap). Then hours, minutes and seconds are added exactly.
 * @param duration ISO 8601, as in the step
 * @param from the start of the wait
 * @param timezone IANA name; an unknown one counts as UTC
 * @throws RangeError if the duration is invalid
 */
export function resumeAt(duration: string, from: Date, timezone: string): Date {
  const parsed = parseDuration(duration);
  if (parsed === null) throw new RangeError(`"${duration}" is not a duration.`);
  return zoned(from, timezone)
    .plus({ months: parsed.months, days: parsed.days })
    .plus({ milliseconds: parsed.exactMs })
    .toJSDate();
}
