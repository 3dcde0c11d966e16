/** Advertising figures. Money is in millionths of the currency's major unit (micros), as integers. */

/** Cost and results of a campaign on one day. */
export interface CampaignDay {
  /** ISO 8601, in the account's timezone. */
  date: string;
  /** The campaign's id at its source. */
  campaignId: string;
  campaign: string;
  /** ISO 4217. */
  currency: string;
  spendMicros: bigint;
  revenueMicros: bigint;
  impressions: number;
  clicks: number;
  /** May be fractional, because platforms split a conversion between campaigns. */
  conversions: number;
}

/** Sums in one currency. */
export interface Sums {
  spendMicros: bigint;
  revenueMicros: bigint;
  impressions: number;
  clicks: number;
  conversions: number;
}

export const noSums: Sums = { spendMicros: 0n, revenueMicros: 0n, impressions: 0, clicks: 0, conversions: 0 };

export const addSums = (one: Sums, other: Sums): Sums => ({
  spendMicros: one.spendMicros + other.spendMicros,
  revenueMicros: one.revenueMicros + other.revenueMicros,
  impressions: one.impressions + other.impressions,
  clicks: one.clicks + other.clicks,
  // Fractions have at most six decimals: rounding removes the error of binary addition.
  conversions: Math.round((one.conversions + other.conversions) * 1e6) / 1e6,
});

const microsPerUnit = 1_000_000n;

/**
 * Converts an amount to micros.
 * @param amount in major units, 0 to 1e9; anything finer than a micro is rounded
 */
export const toMicros = (amount: number): bigint => BigInt(Math.round(amount * 1e6));

/** Converts micros to the nearest number in major units. */
export const toMajor = (micros: bigint): number =>
  Number(`${micros / microsPerUnit}.${String(micros % microsPerUnit).padStart(6, '0')}`);

/** Returns the cost per conversion in major units; null without conversions. */
export const costPerConversion = ({ spendMicros, conversions }: Sums): number | null =>
  conversions === 0 ? null : Number((toMajor(spendMicros) / conversions).toFixed(6));

/** Returns the revenue per unit spent; null if nothing was spent. */
export const returnOnSpend = ({ revenueMicros, spendMicros }: Sums): number | null =>
  spendMicros === 0n ? null : Number((toMajor(revenueMicros) / toMajor(spendMicros)).toFixed(6));

/** Returns the currency with the highest spend, the first by name if several have the same. Null for an empty map. */
export function mainCurrency(spendByCurrency: ReadonlyMap<string, Sums>): string | null {
  const ranked = [...spendByCurrency].sort(([one, a], [other, b]) =>
    a.spendMicros === b.spendMicros ? (one < other ? -1 : 1) : a.spendMicros > b.spendMicros ? -1 : 1,
  );
  return ranked[0]?.[0] ?? null;
}
