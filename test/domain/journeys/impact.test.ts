import { classifyImpact } from '../../../domain/journeys/impact-verdict';
import { impactOf } from '../../../domain/journeys/impact';

/** Subjects and conversions, first of the exposed, then of the holdout. */
const impact = (exposed: [number, number], holdout: [number, number]) =>
  impactOf({ exposed: exposed[0], holdout: holdout[0] }, { exposed: exposed[1], holdout: holdout[1] });

describe('impactOf', () => {
  it('compares the rates relative to the holdout', () => {
    const { exposureRate, holdoutRate, lift, liftInterval95, ...counted } = impact([5400, 400], [600, 30]);
    expect(counted).toEqual({
      triggered: { exposed: 5400, holdout: 600 },
      converted: { exposed: 400, holdout: 30 },
      underpowered: false,
    });
    expect([exposureRate, holdoutRate]).toEqual([400 / 5400, 0.05]);
    expect(lift).toBeCloseTo(0.48148148148148134, 12);
    // Koopman's interval. The pooled z-test of 400 of 5400 and 30 of 600 has p < 0.05, so it excludes 0.
    expect(liftInterval95).toEqual([expect.closeTo(0.0377298, 6), expect.closeTo(1.1273961, 6)]);
  });

  it.each<[string, [number, number], [number, number], boolean]>([
    ['99 exposed', [99, 50], [1000, 80], true],
    ['99 held out', [1000, 100], [99, 8], true],
    ['100 each', [100, 10], [100, 8], false],
  ])('detects too few subjects, with %s', (_, exposed, holdout, underpowered) => {
    expect(impact(exposed, holdout)).toMatchObject({ underpowered, lift: expect.any(Number) });
  });

  it.each<[string, [number, number], [number, number], object]>([
    ['nobody at all', [0, 0], [0, 0], { exposureRate: 0, holdoutRate: 0 }],
    ['nobody exposed', [0, 0], [200, 20], { exposureRate: 0, holdoutRate: 0.1 }],
    ['nobody held out', [200, 20], [0, 0], { exposureRate: 0.1, holdoutRate: 0 }],
    ['no conversion in the holdout', [200, 20], [200, 0], { exposureRate: 0.1, holdoutRate: 0 }],
  ])('has no lift with %s', (_, exposed, holdout, rates) => {
    expect(impact(exposed, holdout)).toMatchObject({ ...rates, lift: null });
  });

  it('has a lift of -1 if only the holdout converts', () => {
    expect(impact([200, 0], [200, 20])).toMatchObject({ lift: -1 });
  });

  it('rejects more conversions than subjects', () => {
    expect(() => impact([3, 4], [1, 0])).toThrow(RangeError);
  });
});

describe('classifyImpact', () => {
  it.each<[string, number | null, [number, number] | null, boolean]>([
    ['result', 0.47, [0.0561, 1.149], false],
    ['result', -0.3, [-0.5, -0.1], false],
    ['early', 0.47, [0.0561, 1.149], true],
    ['unclear', 0.995, [-0.128, 3.718], false],
    ['unclear', 0.995, [-0.128, 3.718], true],
    ['unclear', 0.2, [0, 0.4], false],
    ['none', null, null, true],
    ['none', 0, null, false],
  ])('is %s for the lift %p with the interval %p', (verdict, lift, liftInterval95, underpowered) => {
    expect(classifyImpact({ lift, liftInterval95, underpowered })).toBe(verdict);
  });
});
