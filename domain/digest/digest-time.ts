import { DateTime } from 'luxon';

/** When a workspace's digest is sent. */
export interface DigestTime {
  enabled: boolean;
  /** 1 is Monday. */
  weekday: number;
  /** Local time such as 09:00. */
  time: string;
}

/**
 * Returns the next instant after `now` at which the schedule fires; null if it is off. This matches Temporal: if the
 * clocks skip the local time, that week has no digest; if the time occurs twice, the digest is sent once.
 * @param timezone the workspace's IANA name
 */
export function nextDigestAt({ enabled, weekday, time }: DigestTime, timezone: string, now: Date): Date | null {
  if (!enabled) return null;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const today = DateTime.fromJSDate(now, { zone: timezone }).startOf('day');
  const first = today.plus({ days: (weekday - today.weekday + 7) % 7 });
  // Two weeks contain at most one skipped time. The third is necessary if today's time is over.
  for (const weeks of [0, 1, 2]) {
    const at = instantOf(first.plus({ weeks }), hour, minute);
    const isSkipped = at.hour !== hour || at.minute !== minute;
    if (!isSkipped && at.toMillis() > now.getTime()) return at.toJSDate();
  }
  return null;
}

/**
 * Returns the instant of a local time. If it occurs twice, this chooses the same one as Go's time.Date, because
 * Temporal's server uses it.
 */
function instantOf({ zone, year, month, day }: DateTime, hour: number, minute: number): DateTime {
  const naiveMs = Date.UTC(year, month - 1, day, hour, minute);
  const first = naiveMs - zone.offset(naiveMs) * 60_000;
  const fits = zone.offset(first) === zone.offset(naiveMs);
  return DateTime.fromMillis(fits ? first : naiveMs - zone.offset(first) * 60_000, { zone });
}

/** Returns the first and last of the seven days before a digest's date, which the digest covers. */
export function digestPeriod(date: string): { from: string; to: string } {
  const day = DateTime.fromISO(date, { zone: 'utc' });
  const before = (days: number): string => day.minus({ days }).toFormat('yyyy-MM-dd');
  return { from: before(7), to: before(1) };
}

/** Formats an ISO date for readers: `9 Nov 2026`. */
export const formatDate = (date: string): string =>
  DateTime.fromISO(date, { zone: 'utc', locale: 'en-GB' }).toFormat('d MMM yyyy');

/** Formats a period for readers: `9 – 15 November 2026`. */
export function describePeriod({ from, to }: { from: string; to: string }): string {
  const first = DateTime.fromISO(from, { zone: 'utc', locale: 'en-GB' });
  const last = DateTime.fromISO(to, { zone: 'utc', locale: 'en-GB' });
  const ofFirst = first.year !== last.year ? 'd MMMM yyyy' : first.month !== last.month ? 'd MMMM' : 'd';
  return `${first.toFormat(ofFirst)} – ${last.toFormat('d MMMM yyyy')}`;
}
