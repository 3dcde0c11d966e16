/** Formats numbers for display. Rates and shares are 0 to 1. */

export { formatAmount } from '../../domain/metrics/format-amount';

const locale = 'en';

export const formatCount = (value: number): string => value.toLocaleString(locale, { maximumFractionDigits: 0 });

export const formatNumber = (value: number): string => value.toLocaleString(locale, { maximumSignificantDigits: 4 });

/** Formats a value of any size with all of its whole digits. */
export const formatValue = (value: number): string =>
  value.toLocaleString(locale, { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1 });

export const inUnit = (value: number, unit: string | null): string =>
  `${formatValue(value)}${unit === null ? '' : ` ${unit}`}`;

/** @param value 0 to 1 */
export function formatShare(value: number): string {
  const percent = value * 100;
  const digits = percent !== 0 && Math.abs(percent) < 10 ? 2 : 1;
  return `${percent.toLocaleString(locale, { maximumFractionDigits: digits })}%`;
}

/** @param value 0 to 1; never shown as 0% or 100%, because more evidence can change it */
export const formatConfidence = (value: number): string =>
  value > 0.9995 ? '> 99.9%' : value > 0 && value < 0.0005 ? '< 0.1%' : formatShare(value);

/** Formats a relative change with its sign: 0.1 is `+10%`. */
export const formatChange = (value: number): string => `${signOf(value)}${formatShare(Math.abs(value))}`;

export const signOf = (value: number): string => (value > 0 ? '+' : value < 0 ? '−' : '±');

/** Formats a difference of rates with its sign, in percentage points: 0.03 is `+3 points`. */
export function formatPoints(difference: number): string {
  const points = Math.abs(difference * 100).toLocaleString(locale, { maximumFractionDigits: 2 });
  return `${difference > 0 ? '+' : difference < 0 ? '−' : '±'}${points} ${points === '1' ? 'point' : 'points'}`;
}

/** @returns `a to b`; a dash if there is no interval */
export function formatInterval(
  interval: readonly [number, number] | null | undefined,
  format: (value: number) => string,
): string {
  return interval === null || interval === undefined ? '–' : `${format(interval[0])} to ${format(interval[1])}`;
}

/** @returns the relative change from the previous period; null if the previous value is 0 */
export const changeSince = (current: number, previous: number): number | null =>
  previous === 0 ? null : (current - previous) / previous;

/** `1 person`, `2 people` */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Formats an amount of a known currency: whole amounts without decimals. */
export const formatMoney = (value: number): string =>
  value.toLocaleString(locale, { minimumFractionDigits: Number.isInteger(value) ? 0 : 2, maximumFractionDigits: 2 });

/** Formats a p-value. Values below 0.001 are not distinguished. */
export const formatP = (value: number): string => (value < 0.001 ? '< 0.001' : formatNumber(value));
