import { daysOf, type Period } from '../analytics/period';

/** Completions of a conversion on a local day with one currency. */
export interface CompletionDay {
  conversionId: string;
  /** ISO 8601. */
  date: string;
  /** Null for completions without an amount. */
  currency: string | null;
  completions: number;
  /** In major units. */
  revenue: number;
}

/** Figures of a conversion in a period and in the period of the same length before it. */
export interface ConversionFigures {
  conversionId: string;
  completions: number;
  previousCompletions: number;
  /** Every day of the period, each with the day at the same place of the previous period. */
  days: { date: string; completions: number; previousCompletions: number }[];
  /** One entry for each currency, highest amount first. */
  revenue: RevenueFigures[];
}

/** Amounts in major units. */
export interface RevenueFigures {
  currency: string;
  amount: number;
  previousAmount: number;
  days: { date: string; amount: number }[];
}

/** Returns the figures of a conversion from the completions of both periods. */
export function conversionFigures(
  conversionId: string,
  counted: readonly CompletionDay[],
  { period, previous }: { period: Period; previous: Period },
): ConversionFigures {
  const own = counted.filter((day) => day.conversionId === conversionId);
  const [dates, earlier] = [daysOf(period), daysOf(previous)];
  const completions = sumByDate(own, (day) => day.completions);
  const days = dates.map((date, index) => ({
    date,
    completions: completions.get(date) ?? 0,
    previousCompletions: completions.get(earlier[index] ?? '') ?? 0,
  }));
  const currencies = [...new Set(own.map(({ currency }) => currency))].filter((currency) => currency !== null);
  return {
    conversionId,
    completions: sumOf(days.map((day) => day.completions)),
    previousCompletions: sumOf(days.map((day) => day.previousCompletions)),
    days,
    revenue: currencies
      .map((currency) => {
        const amounts = sumByDate(
          own.filter((day) => day.currency === currency),
          (day) => day.revenue,
        );
        const amountOf = (date: string): number => amounts.get(date) ?? 0;
        return {
          currency,
          amount: sumOf(dates.map(amountOf)),
          previousAmount: sumOf(earlier.map(amountOf)),
          days: dates.map((date) => ({ date, amount: amountOf(date) })),
        };
      })
      .sort((one, other) => other.amount - one.amount),
  };
}

function sumByDate(days: readonly CompletionDay[], valueOf: (day: CompletionDay) => number): Map<string, number> {
  const sums = new Map<string, number>();
  for (const day of days) sums.set(day.date, (sums.get(day.date) ?? 0) + valueOf(day));
  return sums;
}

/** Rounded to micros: a sum of decimals as binary fractions has digits that no amount had. */
const sumOf = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) * 1e6) / 1e6;
