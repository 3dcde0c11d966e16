import { dataQuality } from '../../../domain/experiments/data-quality';

const even = { chiSquare: 0, pValue: 1, mismatch: false, unexpected: 0 };
const nothing = {
  exposures: 1_000,
  exposuresByVariant: new Map([['blue', 500]]),
  applyErrors: [],
  crossovers: 0,
  bots: 0,
  delayed: 0,
  currency: null,
  leftOut: [],
  several: 0,
  srm: even,
  days: [],
  earlierStart: null,
  weightsChanged: null,
  followsResults: false,
};

/** Whether daily rates of first exposure, for this many visitors a day, are flagged. */
function isUneven(rates: readonly (number | null)[], visitors = 1_000): boolean {
  const days = rates.map((rate, index) => ({
    date: `2026-11-${String(index + 1).padStart(2, '0')}`,
    exposures: Math.round((rate ?? 0) * visitors),
    visitors,
    rate,
  }));
  return dataQuality({ ...nothing, days }).exposureRate.flagged;
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

test('days with fewer than 100 visitors are not flagged', () => {
  expect(isUneven([0.5, 0.5, 0.2, 0.2], 99)).toBe(false);
  expect(isUneven([0.5, 0.5, 0.2, 0.2], 100)).toBe(true);
});

describe('changed weights', () => {
  const at = new Date('2026-11-20T10:00:00Z');
  const found = (weightsChanged: Date | null, followsResults: boolean) =>
    dataQuality({ ...nothing, weightsChanged, followsResults }).weightsChanged;

  it('are flagged with their time and a remedy', () => {
    expect(found(at, false)).toMatchObject({ flagged: true, at: '2026-11-20T10:00:00.000Z' });
    expect(found(at, false).meaning).toContain('a new experiment');
  });

  it('are not flagged if all visitors had the same weights, or if weights follow the results', () => {
    expect(found(null, false)).toMatchObject({ flagged: false, at: null });
    expect(found(at, true)).toMatchObject({ flagged: false, at: null });
    expect(found(at, true).meaning).not.toBe(found(null, false).meaning);
  });
});

test('a variant is flagged if more than 1% of its visitors could not get it', () => {
  const found = (visitors: number, unexposed: number) => {
    const errors = { variantId: 'blue', visitors, unexposed, reasons: [{ reason: 'no_element: #cta', visitors }] };
    return dataQuality({ ...nothing, applyErrors: [errors] }).applyErrors;
  };
  expect(dataQuality(nothing).applyErrors).toMatchObject({ flagged: false, visitors: 0, variants: [] });
  expect(found(5, 0)).toMatchObject({ flagged: false, visitors: 5, variants: [{ share: 0.01 }] });
  expect(found(6, 0).flagged).toBe(true);
  expect(found(500, 500)).toMatchObject({ flagged: true, variants: [{ share: 0.5 }] });
});

test('reports visitors of a variant with no assigned share, and does not flag a small number', () => {
  const srm = { ...even, unexpected: 1_200 };
  const { sampleRatio } = dataQuality({ ...nothing, srm });
  expect(sampleRatio.flagged).toBe(false);
  expect(sampleRatio.meaning).toContain('1,200');
  expect(dataQuality(nothing).sampleRatio.meaning).not.toMatch(/\d/);
});
