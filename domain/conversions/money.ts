import type { JsonObject } from '../json/schemas';

/** What an event is worth: `data.revenue` in major units, `data.currency` as ISO 4217. */
export interface Money {
  /** Whole millionths of the major unit, as text; null when the event says no amount. */
  revenueMicros: string | null;
  /** Three capitals, USD when the event names none; null without an amount. */
  currency: string | null;
}

/** Above this an amount does not fit 64 bits of micros, and is no amount. */
const largest = 9e12;

/** Reads the money of an event; what is no number is no amount, and what is no currency is USD. */
export function moneyOf(data: JsonObject): Money {
  const { revenue, currency } = data;
  if (typeof revenue !== 'number' || Math.abs(revenue) > largest) return { revenueMicros: null, currency: null };
  const isCode = typeof currency === 'string' && /^[A-Za-z]{3}$/.test(currency);
  return { revenueMicros: microsOf(revenue), currency: isCode ? currency.toUpperCase() : 'USD' };
}

/** Exact for amounts with up to six decimals, whatever their size: scaled as text, not as a binary fraction. */
function microsOf(amount: number): string {
  const [whole = '0', fraction = ''] = Math.abs(amount).toFixed(6).split('.');
  const micros = BigInt(whole + fraction);
  return (amount < 0 ? -micros : micros).toString();
}
