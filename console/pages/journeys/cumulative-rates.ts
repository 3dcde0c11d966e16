import type { Series } from '../../components/chart/series';

interface Day {
  exposed: number;
  holdout: number;
  convertedExposed: number;
  convertedHoldout: number;
}

/** Returns the share of people who reached the goal, of all who entered up to each day. Null before the first entry. */
export function cumulativeRates(days: readonly Day[]): Series[] {
  const ratesOf = (entered: 'exposed' | 'holdout', converted: 'convertedExposed' | 'convertedHoldout') => {
    let [all, goals] = [0, 0];
    return days.map((day) => {
      all += day[entered];
      goals += day[converted];
      return all === 0 ? null : goals / all;
    });
  };
  return [
    { id: 'treatment', name: 'Treatment', values: ratesOf('exposed', 'convertedExposed') },
    { id: 'holdout', name: 'Holdout group', values: ratesOf('holdout', 'convertedHoldout') },
  ];
}
