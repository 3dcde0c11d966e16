import type { ArmSums } from '../comparison';
import type { Metric } from './metric';

/** Exposures of a variant, as stored. */
export interface ExposedArm {
  variantId: string;
  exposures: number;
  /** Exposed visitors with events in the 14 days before their exposure. */
  withPast: number;
}

/** Counts of a metric for a variant and a currency, as stored. */
export interface OutcomeArm {
  metric: string;
  variantId: string;
  /** Empty without amounts, `*` for visitors with amounts in several currencies. */
  currency: string;
  visitors: number;
  /** Micros for money, otherwise plain numbers. */
  value: number;
  valueSquares: number;
  denominator: number;
  denominatorSquares: number;
  denominatorProducts: number;
  prior: number;
  priorSquares: number;
  priorProducts: number;
}

/** Sums of a metric over the visitors of a variant. */
export interface MetricArm extends ArmSums {
  variantId: string;
  /** Visitors with an outcome that counts. */
  visitors: number;
  /** Visitors with amounts in another currency, who are left out of all sums. */
  leftOut: number;
}

/** Marks visitors with amounts in several currencies, which no rate converts. */
export const severalCurrencies = '*';

/** Returns the currency in which most visitors paid; null without a known currency. */
export function commonCurrency(outcomes: readonly OutcomeArm[]): string | null {
  const visitors = new Map<string, number>();
  for (const { currency, visitors: those } of outcomes) {
    if (currency === '' || currency === severalCurrencies || those === 0) continue;
    visitors.set(currency, (visitors.get(currency) ?? 0) + those);
  }
  const [most] = [...visitors].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  return most?.[0] ?? null;
}

/**
 * Returns the sums of a metric by variant, in the order of the variants. Money is in major units of the currency.
 * Visitors with amounts in another currency are left out: amounts in two currencies cannot be added, and counting these
 * visitors as 0 would be wrong.
 * @param outcomes of this metric
 * @param options.hasPast whether comparisons are adjusted for pre-exposure data
 */
export function armSums(
  metric: Metric,
  exposed: readonly ExposedArm[],
  outcomes: readonly OutcomeArm[],
  { currency, hasPast }: { currency: string | null; hasPast: boolean },
): MetricArm[] {
  const isMoney = metric.measure === 'revenue' || metric.ratio?.numerator === 'revenue';
  const unit = isMoney ? 1e6 : 1;
  return exposed.map(({ variantId, exposures, withPast }) => {
    const theirs = outcomes.filter((outcome) => outcome.variantId === variantId);
    const inCurrency = theirs.filter((outcome) => outcome.currency === '' || outcome.currency === currency);
    const others = theirs.filter((outcome) => !inCurrency.includes(outcome));
    const sum = (key: Exclude<keyof OutcomeArm, 'metric' | 'variantId' | 'currency'>, scale = 1): number =>
      inCurrency.reduce((total, outcome) => total + outcome[key], 0) / scale;
    const leftOut = others.reduce((total, { visitors }) => total + visitors, 0);
    return {
      variantId,
      visitors: sum('visitors'),
      leftOut,
      n: exposures - leftOut,
      post: { sum: sum('value', unit), sumSquares: sum('valueSquares', unit ** 2) },
      ...(metric.ratio !== null && {
        denominator: {
          sum: sum('denominator'),
          sumSquares: sum('denominatorSquares'),
          sumProducts: sum('denominatorProducts', unit),
        },
      }),
      ...(hasPast &&
        metric.ratio === null && {
          pre: { sum: sum('prior', unit), sumSquares: sum('priorSquares', unit ** 2) },
          sumProducts: sum('priorProducts', unit ** 2),
          withPast,
        }),
    };
  });
}
