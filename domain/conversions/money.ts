import type { JsonObject } from '../json/schemas';

/** The value of an event: `data.revenue` in major units, `data.currency` as ISO 4217. */
export interface Money {
  /** Whole millionths of the major unit, as text; null if the event has no amount. */
  revenueMicros: string | null;
  /** Three capital letters, USD if the event names no currency; null without an amount. */
  currency: string | null;
}

/** Largest valid amount. A larger one does not fit 64 bits of micros and counts as no amount. */
const largest = 9e12;

/**
 * Reads the amount and currency of an event. A value that is not a number is no amount; an invalid currency counts as
 * USD.
 */
export function moneyOf(data: JsonObject): Money {
  const { revenue, currency } = data;
  if (typeof revenue !== 'number' || Math.abs(revenue) > largest) return { revenueMicros: null, currency: null };
  const isCode = typeof currency === 'string' && /^[A-Za-z]{3}$/.test(currency);
  return { revenueMicros: microsOf(revenue), currency: isCode ? currency.toUpperCase() : 'USD' };
}

/**
 * Converts an amount to micros, exactly for up to six decimals at any size. Scales it as text, not as a binary
 * fraction.
 */
function microsOf(amount: number): string {
  const [whole = '0', fraction = ''] = Math.abs(amount).toFixed(6).split('.');
  const micros = BigInt(whole + fraction);
  return (amount < 0 ? -micros : micros).toString();
}
