import { DateTime } from 'luxon';

/** Local times such as 22:00 and 08:00. The range may include midnight, and excludes its end. */
export interface QuietHours {
  start: string;
  end: string;
}

/**
 * Returns the end of the current quiet hours; null if it is not quiet now. The end is later than `now` and is not quiet
 * itself.
 *
 * When daylight saving time ends, a local time can occur twice. Quiet hours start at its first occurrence and end at
 * its last, so they are never interrupted. A local time that the clocks skip counts as the first instant after the gap.
 * @param timezone the subject's IANA name; an unknown one counts as UTC
 */
export function endOfQuietHours(hours: QuietHours | null, now: Date, timezone: string): Date | null {
  if (hours === null || hours.start === hours.end) return null;
  const there = DateTime.fromJSDate(now, { zone: timezone });
  const local = there.isValid ? there : DateTime.fromJSDate(now, { zone: 'utc' });
  let end: DateTime | null = null;
  for (;;) {
    const at: DateTime = end ?? local;
    const until = endOfSpanAround(at, hours);
    if (until === null) return end?.toJSDate() ?? null;
    // A clock change may skip the time between two quiet spans. The next span then continues without a break.
    end = until;
  }
}

/** Finds the span that starts on the same day, the day before or, if clocks go back over midnight, the day after. */
function endOfSpanAround(at: DateTime, { start, end }: QuietHours): DateTime | null {
  const lastsDays = start > end ? 1 : 0;
  for (const days of [0, -1, 1]) {
    const day = at.startOf('day').plus({ days });
    if (instantsOf(day, start).first > at) continue;
    const until = instantsOf(day.plus({ days: lastsDays }), end).last;
    if (at < until) return until;
  }
  return null;
}

/** Returns when the clock shows a time on a day: once, or twice if the clocks go back. */
function instantsOf(day: DateTime, time: string): { first: DateTime; last: DateTime } {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = day.set({ hour, minute });
  if (at.hour !== hour || at.minute !== minute) {
    const afterGap = endOfGap(at);
    return { first: afterGap, last: afterGap };
  }
  const shown = at.getPossibleOffsets();
  return { first: DateTime.min(...shown) ?? at, last: DateTime.max(...shown) ?? at };
}

const longestGapMinutes = 24 * 60;

/**
 * @param shifted a skipped time, which luxon moves forward by the gap, so it is less than one gap length after the
 * gap's end
 */
function endOfGap(shifted: DateTime): DateTime {
  let [before, after] = [-longestGapMinutes, 0];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (shifted.plus({ minutes: middle }).offset === shifted.offset) after = middle;
    else before = middle;
  }
  return shifted.plus({ minutes: after });
}
