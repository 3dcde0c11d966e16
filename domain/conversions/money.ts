import type { JsonObject } from '../json/schemas';
import { currencies } from './currencies';

/** The value of an event: `data.revenue` in major units, `data.currency` as ISO 4217. */
export interface Money {
  /** Whole millionths of the major unit, as text; null if the event has no amount. */
  revenueMicros: string | null;
  /** Three capital letters, USD if the event names no currency; null without an amount. */
  currency: string | null;
}

/** Largest valid amount. A larger one does not fit 64 bits of micros and counts as no amount. */
export const largestAmount = 9e12;

/** The most characters of an amount as text. PostgreSQL supports at most 16,383 decimals. */
export const longestAmount = 100;

/**
 * The pattern of an amount as text: no thousands separators, symbols or exponents. Valid in JavaScript and PostgreSQL.
 */
export const amountText = '^-{0,1}[0-9]+([.][0-9]+){0,1}$';

const amountPattern = new RegExp(amountText);
const codes = new Set(currencies);
const none: Money = { revenueMicros: null, currency: null };

/**
 * Reads the amount and currency of an event. Both are null if the revenue is not an amount, or the currency is not an
 * ISO 4217 code. `moneyOfEvent` in db/conversions/event-money.ts is the same rule in SQL.
 */
export function moneyOf(data: JsonObject): Money {
  const amount = amountOf(data['revenue']);
  const currency = currencyOf(data['currency']);
  return amount === null || currency === null ? none : { revenueMicros: microsOf(amount), currency };
}

/** Returns why an event with a revenue is stored without an amount; null if nothing is ignored. */
export function amountProblem(data: JsonObject): string | null {
  const { revenue, currency } = data;
  if (revenue === undefined || revenue === null) return null;
  if (amountOf(revenue) === null) {
    return (
      'data.revenue is ignored: it must be a number up to 9 trillion, or such a number as text, for example "49.90". ' +
      'The event has no amount.'
    );
  }
  if (currencyOf(currency) !== null) return null;
  return 'data.currency is not an ISO 4217 code such as EUR. The event has no amount.';
}

function amountOf(revenue: unknown): number | string | null {
  const isAmount =
    typeof revenue === 'number' ||
    (typeof revenue === 'string' && revenue.length <= longestAmount && amountPattern.test(revenue));
  return isAmount && Math.abs(Number(revenue)) <= largestAmount ? revenue : null;
}

/** @returns null for a currency that is not a code */
function currencyOf(currency: unknown): string | null {
  if (currency === undefined || currency === null) return 'USD';
  if (typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) return null;
  const code = currency.toUpperCase();
  return codes.has(code) ? code : null;
}

/**
 * Converts an amount to micros, exactly as PostgreSQL rounds its decimals. Scales it as text, not as a binary fraction.
 */
function microsOf(amount: number | string): string {
  const text = String(amount);
  // Only numbers below a millionth have an exponent.
  if (text.includes('e')) return Math.abs(Number(amount)) < 5e-7 ? '0' : String(Math.sign(Number(amount)));
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = fraction.padEnd(7, '0');
  const micros = BigInt(whole + digits.slice(0, 6)) + BigInt(digits.charAt(6) >= '5');
  return (sign === '' ? micros : -micros).toString();
}
