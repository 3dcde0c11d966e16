/** Figures of advertising. Money is in millionths of the currency's major unit (micros), in integers. */

/** What a campaign cost and brought on a day. */
export interface CampaignDay {
  /** ISO 8601, in the account's timezone. */
  date: string;
  /** What names the campaign at its source. */
  campaignId: string;
  campaign: string;
  /** ISO 4217. */
  currency: string;
  spendMicros: bigint;
  revenueMicros: bigint;
  impressions: number;
  clicks: number;
  /** May be fractions: platforms share a conversion between campaigns. */
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
  // Fractions come in millionths at most: their sum is free of the noise of binary addition.
  conversions: Math.round((one.conversions + other.conversions) * 1e6) / 1e6,
});

const microsPerUnit = 1_000_000n;

/** @param amount in major units, 0 to 1e9; anything finer than a micro is rounded */
export const toMicros = (amount: number): bigint => BigInt(Math.round(amount * 1e6));

/** In major units: the number nearest to the amount. */
export const toMajor = (micros: bigint): number =>
  Number(`${micros / microsPerUnit}.${String(micros % microsPerUnit).padStart(6, '0')}`);

/** What a conversion cost, in major units; null without conversions. */
export const costPerConversion = ({ spendMicros, conversions }: Sums): number | null =>
  conversions === 0 ? null : Number((toMajor(spendMicros) / conversions).toFixed(6));

/** What came back for each unit that was spent; null when nothing was spent. */
export const returnOnSpend = ({ revenueMicros, spendMicros }: Sums): number | null =>
  spendMicros === 0n ? null : Number((toMajor(revenueMicros) / toMajor(spendMicros)).toFixed(6));

/** The currency in which most was spent; the first by name of equals. Null of none. */
export function mainCurrency(spendByCurrency: ReadonlyMap<string, Sums>): string | null {
  const ranked = [...spendByCurrency].sort(([one, a], [other, b]) =>
    a.spendMicros === b.spendMicros ? (one < other ? -1 : 1) : a.spendMicros > b.spendMicros ? -1 : 1,
  );
  return ranked[0]?.[0] ?? null;
}
