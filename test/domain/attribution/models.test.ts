import fc from 'fast-check';
import { attributionModels, creditsOf, type AttributionModel } from '../../../domain/attribution/models';

/** Credits calculated by hand from the definitions of the models, oldest touch first. */
const cases: { agesDays: number[]; credits: Partial<Record<AttributionModel, number[]>> }[] = [
  {
    agesDays: [3],
    credits: { first_touch: [1], last_touch: [1], linear: [1], position_based: [1], time_decay: [1] },
  },
  {
    agesDays: [14, 7, 0],
    credits: {
      first_touch: [1, 0, 0],
      last_touch: [0, 0, 1],
      linear: [1 / 3, 1 / 3, 1 / 3],
      position_based: [0.4, 0.2, 0.4],
      time_decay: [1 / 7, 2 / 7, 4 / 7],
    },
  },
  {
    agesDays: [14, 7, 2, 0],
    credits: { position_based: [0.4, 0.1, 0.1, 0.4], linear: [0.25, 0.25, 0.25, 0.25] },
  },
  {
    agesDays: [28, 21, 8, 1, 0.5],
    credits: {
      position_based: [0.4, 0.2 / 3, 0.2 / 3, 0.2 / 3, 0.4],
      time_decay: [
        0.02502221322550929, 0.05004442645101858, 0.1813056852048085, 0.362611370409617, 0.38101630470904657,
      ],
    },
  },
  { agesDays: [8, 1], credits: { time_decay: [1 / 3, 2 / 3], position_based: [0.5, 0.5] } },
];

test.each(cases)('splits credit between touches of ages $agesDays in days', ({ agesDays, credits }) => {
  for (const [model, expected] of Object.entries(credits)) {
    const actual = creditsOf(model as AttributionModel, agesDays);
    expect(actual).toHaveLength(expected.length);
    actual.forEach((credit, index) => expect(credit).toBeCloseTo(expected[index] ?? NaN, 10));
  }
});

test('position-based credits have no rounding error: a tenth of 100 is 10', () => {
  expect(creditsOf('position_based', [14, 7, 2, 0]).map((credit) => credit * 100)).toEqual([40, 10, 10, 40]);
});

describe.each(attributionModels)('%s', (model) => {
  test('credits sum to 1 and are never negative, for touches of any age', () => {
    const ages = fc
      .array(fc.double({ min: 0, max: 100_000, noNaN: true }), { minLength: 1, maxLength: 50 })
      .map((list) => list.sort((a, b) => b - a));
    fc.assert(
      fc.property(ages, (agesDays) => {
        const credits = creditsOf(model, agesDays);
        expect(credits.every((credit) => credit >= 0)).toBe(true);
        expect(credits.reduce((sum, credit) => sum + credit, 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  test('returns no credits without touches', () => expect(creditsOf(model, [])).toEqual([]));

  test.each([-1, NaN, Infinity])('rejects an age of %p days', (age) => {
    expect(() => creditsOf(model, [age])).toThrow(RangeError);
  });
});
