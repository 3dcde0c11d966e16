/** Formats times and dates, in the timezone of the browser. */

const locale = 'en-GB';

export const formatInstant = (iso: string): string =>
  new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });

export const formatTime = (at: number): string => new Date(at).toLocaleTimeString(locale);

/** Formats a calendar date, such as `2026-02-01`, independent of the timezone. */
export const formatDay = (date: string): string =>
  new Date(`${date.slice(0, 10)}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a deadline: a calendar date, or an instant in the timezone of the browser. */
export const formatDeadline = (deadline: string): string =>
  deadline.includes('T') ? formatInstant(deadline) : formatDay(deadline);

/** Formats the day of an instant, in the timezone of the browser. */
export const formatDayOf = (iso: string): string => new Date(iso).toLocaleDateString(locale, { dateStyle: 'medium' });

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** `3 minutes ago`, `in 2 days` */
export function formatAgo(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now;
  const [unit, size] = steps.find(([, ms]) => Math.abs(distance) >= ms) ?? (['second', 1_000] as const);
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(distance / size), unit);
}

/** Returns the period of the same length before this one. Both ends are inclusive. */
export function previousPeriod({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const day = 86_400_000;
  const start = Date.parse(`${from}T00:00:00Z`);
  const length = Date.parse(`${to}T00:00:00Z`) - start;
  const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return { from: dateOf(start - length - day), to: dateOf(start - day) };
}
