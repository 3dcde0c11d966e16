import { dataQuality } from '../../../domain/experiments/data-quality';

const even = { chiSquare: 0, pValue: 1, mismatch: false };

/** Whether rates of first exposures on days of so many visitors have a break. */
function isUneven(rates: readonly (number | null)[], visitors = 1_000): boolean {
  const days = rates.map((rate, index) => ({
    date: `2026-11-${String(index + 1).padStart(2, '0')}`,
    exposures: Math.round((rate ?? 0) * visitors),
    visitors,
    rate,
  }));
  const none = { exposures: 1_000, crossovers: 0, bots: 0, delayed: 0, currency: null, leftOut: [], several: 0 };
  return dataQuality({ ...none, srm: even, days, earlierStart: null }).exposureRate.flagged;
}

test.each([
  ['falls to less than half', [0.5, 0.5, 0.24, 0.24], true],
  ['falls to half', [0.5, 0.5, 0.25, 0.25], false],
  ['rises to more than twice', [0.2, 0.2, 0.41, 0.4], true],
  ['rises to twice', [0.2, 0.2, 0.4, 0.4], false],
  ['breaks between the second day and the third', [0.5, 0.5, 0.2, 0.2, 0.2], true],
  ['breaks between the last days but one', [0.5, 0.5, 0.5, 0.2, 0.2], true],
  ['breaks on the first day, which is part of one', [0.1, 0.5, 0.5, 0.5], false],
  ['breaks on the last day, which is part of one', [0.5, 0.5, 0.5, 0.1], false],
  ['is not known of a day', [0.5, 0.5, null, 0.2, 0.2], false],
  ['was nothing', [0.5, 0, 0.5, 0.5], false],
] as const)('a rate of first exposures that %s', (_, rates, flagged) => {
  expect(isUneven(rates)).toBe(flagged);
});

test('of fewer than a hundred visitors a day nothing is said', () => {
  expect(isUneven([0.5, 0.5, 0.2, 0.2], 99)).toBe(false);
  expect(isUneven([0.5, 0.5, 0.2, 0.2], 100)).toBe(true);
});
