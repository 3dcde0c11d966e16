/** Exposures and conversions of an experiment on a day. */
export interface DailyResult {
  /** In the workspace's timezone, ISO 8601. */
  date: string;
  /** Visitors who were first exposed, and who first converted, on the day. */
  variants: { variantId: string; exposures: number; conversions: number }[];
}

interface OnDay {
  day: string;
  variantId: string;
}

/** Returns every day from the first figure to the last. */
export function dailyResults(
  variants: readonly { id: string }[],
  exposed: readonly (OnDay & { exposures: number })[],
  converted: readonly (OnDay & { visitors: number })[],
): DailyResult[] {
  const days = [...exposed, ...converted].map(({ day }) => day).sort();
  const [first, last] = [days.at(0), days.at(-1)];
  const daily: DailyResult[] = [];
  if (first === undefined || last === undefined) return daily;
  for (let date = first; date <= last; date = dayAfter(date)) {
    const isThen = ({ day }: OnDay): boolean => day === date;
    const [exposedThen, convertedThen] = [exposed.filter(isThen), converted.filter(isThen)];
    daily.push({
      date,
      variants: variants.map(({ id }) => {
        const isOf = ({ variantId }: OnDay): boolean => variantId === id;
        return {
          variantId: id,
          exposures: sumOf(exposedThen.filter(isOf), 'exposures'),
          conversions: sumOf(convertedThen.filter(isOf), 'visitors'),
        };
      }),
    });
  }
  return daily;
}

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

export const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((sum, row) => sum + row[key], 0);
