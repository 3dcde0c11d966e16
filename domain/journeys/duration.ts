/** A parsed ISO 8601 duration: calendar parts, which depend on a timezone, and the exact rest. */
export interface Duration {
  months: number;
  days: number;
  /** Hours, minutes and seconds, in milliseconds. */
  exactMs: number;
}

const pattern =
  /^P(?!$)(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8}(?:\.\d{1,3})?)S)?)?$/;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const averageMonthMs = 30.5 * dayMs;
const longestMs = 5 * 366 * dayMs;

/** Parses `P3D`, `PT30M`, `P1Y2M10DT2H30M`; null for anything else, for zero, and for more than about five years. */
export function parseDuration(text: string): Duration | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const part = (index: number): number => Number(match[index] ?? 0);
  const duration = {
    months: part(1) * 12 + part(2),
    days: part(3) * 7 + part(4),
    exactMs: Math.round(part(5) * hourMs + part(6) * 60_000 + part(7) * 1_000),
  };
  const roughMs = duration.months * averageMonthMs + duration.days * dayMs + duration.exactMs;
  return roughMs > 0 && roughMs <= longestMs ? duration : null;
}
