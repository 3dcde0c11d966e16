import { sampleRatio } from '../../../domain/experiments/srm';

/** Values calculated with Python's math.lgamma: the log evidence of the mixture. A mismatch is above 6.91. */
test.each([
  ['20 to 0', [20, 0], true], // 7.00
  ['15 to 0', [15, 0], false], // 4.2
  ['60 to 140', [60, 140], true], // 12.4
  ['100 to 200', [100, 200], true], // 13.0
  ['200 to 300', [200, 300], false], // 6.7
  ['4,000 to 4,400', [4_000, 4_400], true], // 7.33
  ['5,000 to 5,500', [5_000, 5_500], true], // 9.6
  ['50,000 to 51,500', [50_000, 51_500], true], // 8.1
  ['50,000 to 51,300', [50_000, 51_300], false], // 5.4
])('with equal weights, %s', (_, observed, mismatch) => {
  expect(sampleRatio(observed, [0.5, 0.5]).mismatch).toBe(mismatch);
});

/** No visitor is assigned to the third variant. */
test.each([
  ['a single visitor', [10, 10, 1], false],
  ['a single visitor alone', [0, 0, 1], false],
  ['three of twenty', [9, 8, 3], true],
  ['one of ten thousand', [5_000, 4_999, 1], false],
  ['ten of ten thousand', [4_995, 4_995, 10], true],
  ['three thousand', [5_000, 5_000, 3_000], true],
  ['fewer than one in ten thousand', [2_000_000, 2_000_000, 400], false],
  ['two thousand of four millions', [2_000_000, 2_000_000, 2_000], true],
])('in a variant with an expected share of 0, %s', (_, observed, mismatch) => {
  const found = sampleRatio(observed, [0.5, 0.5, 0]);
  expect(found).toMatchObject({ mismatch, unexpected: observed[2] });
  // The other variants are tested without it.
  if (!mismatch)
    expect(found).toMatchObject({ ...sampleRatio(observed.slice(0, 2), [0.5, 0.5]), unexpected: observed[2] });
});

test('unexpected visitors do not hide a mismatch of other variants', () => {
  expect(sampleRatio([5_000, 5_500, 1], [0.5, 0.5, 0])).toMatchObject({ mismatch: true, unexpected: 1 });
});
