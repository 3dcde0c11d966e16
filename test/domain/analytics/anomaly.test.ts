import { describeAnomaly, findAnomaly } from '../../../domain/analytics/anomaly';
import { seededRandom } from '../../support/seeded-random';

const usual = [100, 96, 104, 99, 101, 110, 90, 100];

test('reports a day far from its usual weekday, with the expected value and a score', () => {
  // Median 100. Median deviation 2.5, corrected for 8 values: 1.4826 * 1.129 * 2.5 = 4.1846. Poisson gives 10.
  expect(findAnomaly('visitors', 140, usual)).toEqual({ value: 140, expected: 100, score: 4 });
  expect(findAnomaly('visitors', 60, usual)?.score).toBe(-4);
  expect(findAnomaly('visitors', 134, usual)).toBeNull();
});

test.each([
  ['visitors' as const, { value: 706, expected: 341.5, score: 9.1 }, '706, usually 201 to 482'],
  ['visitors' as const, { value: 0, expected: 4.5, score: -4 }, '0, usually 1 to 8'],
  ['spend' as const, { value: 1.5, expected: 8, score: -6.5 }, '1.5, usually 4.5 to 12'],
])('describes %s %j as %s', (metric, anomaly, described) => {
  expect(describeAnomaly(metric, anomaly)).toBe(described);
});

test('one extreme week does not hide the next anomaly', () => {
  expect(findAnomaly('visitors', 0, [...usual.slice(1), 9_000])?.score).toBeLessThan(-8);
});

test('a small increase after identical weeks is not an anomaly, for counts or money', () => {
  const alike = [3, 3, 3, 3, 3, 3, 3, 3];
  expect(findAnomaly('conversions', 8, alike)).toBeNull();
  expect(findAnomaly('conversions', 10, alike)).not.toBeNull();
  const spent = alike.map(() => 1_000);
  expect(findAnomaly('spend', 1_170, spent)).toBeNull();
  expect(findAnomaly('spend', 1_180, spent)?.score).toBeCloseTo(3.6);
  expect(findAnomaly('spend', 3, [0, 0, 0, 0, 0])).toBeNull();
});

test('needs at least five weeks of history', () => {
  expect(findAnomaly('visitors', 10_000, [1, 2, 3, 4])).toBeNull();
  expect(findAnomaly('visitors', 10_000, [1, 2, 3, 4, 5])).not.toBeNull();
});

test('flags at most one in thirty days of random variation', () => {
  const random = seededRandom(7);
  // The sum of 12 uniform numbers is nearly normal: mean 10,000, standard deviation 300.
  const day = () => 10_000 + 300 * (Array.from({ length: 12 }, () => random()).reduce((sum, one) => sum + one, 0) - 6);
  const rounds = 4_000;
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const baseline = Array.from({ length: 8 }, day);
    if (findAnomaly('visitors', day(), baseline) !== null) found += 1;
  }
  expect(found / rounds).toBeLessThan(1 / 30);
});
