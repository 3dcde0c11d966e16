import { DateTime } from 'luxon';

/** Local times such as 22:00 and 08:00. They may go over midnight; the end is not quiet any more. */
export interface QuietHours {
  start: string;
  end: string;
}

/**
 * When quiet hours that hold now are over; null when none hold. The instant is later than `now` and not quiet itself.
 *
 * At the end of daylight saving time a local time occurs twice: quiet hours start at its first occurrence and end at its last, so that
 * they are never interrupted. A local time that daylight saving skips is the first instant after the gap.
 * @param timezone the subject's, IANA name; an unknown one counts as UTC
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
    // What is left of a day between two spans may be skipped by the clocks: then the next span goes on.
    end = until;
  }
}

/** The span of the day, of the day before, or, where clocks go back over midnight, of the next. */
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

/** When the clock shows a time on a day: once, or twice where it is set back. */
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

/** @param shifted a skipped time, which luxon moves on by the gap: it lies less than the gap after its end */
function endOfGap(shifted: DateTime): DateTime {
  let [before, after] = [-longestGapMinutes, 0];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (shifted.plus({ minutes: middle }).offset === shifted.offset) after = middle;
    else before = middle;
  }
  return shifted.plus({ minutes: after });
}
