import { estimateMembers } from '../../../domain/audiences/estimate';
import { seededRandom } from '../../support/seeded-random';

test('the interval of a whole population is its count, and of a large one the Wilson interval', () => {
  expect(estimateMembers({ n: 100, conversions: 37 }, 100)).toEqual({ members: 37, low: 37, high: 37 });
  // statsmodels: proportion_confint(50, 500, method='wilson') is 0.0767 to 0.1294.
  const { members, low, high } = estimateMembers({ n: 500, conversions: 50 }, 1e9);
  expect(members).toBe(1e8);
  expect([low / 1e9, high / 1e9].map((share) => share.toFixed(4))).toEqual(['0.0767', '0.1294']);
  expect(estimateMembers({ n: 10, conversions: 0 }, 12)).toMatchObject({ members: 0, low: 0 });
  expect(() => estimateMembers({ n: 0, conversions: 0 }, 5)).toThrow(RangeError);
});

test('about 95% of the intervals contain the members of the population', () => {
  const random = seededRandom(7);
  const [people, members, n] = [2_000, 300, 400];
  let covered = 0;
  for (let round = 0; round < 1_000; round += 1) {
    let found = 0;
    // Draws without replacement.
    for (let drawn = 0; drawn < n; drawn += 1) {
      if (random() < (members - found) / (people - drawn)) found += 1;
    }
    const { low, high } = estimateMembers({ n, conversions: found }, people);
    if (low <= members && members <= high) covered += 1;
  }
  expect(covered / 1_000).toBeGreaterThan(0.93);
  expect(covered / 1_000).toBeLessThan(0.99);
});
