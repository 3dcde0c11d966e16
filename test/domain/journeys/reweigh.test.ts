import { evidenceOfStep, weightsOfStep, type ExperimentStep } from '../../../domain/journeys/reweigh';

const step = (weights: Record<string, number>, allocation: 'fixed' | 'thompson' = 'thompson'): ExperimentStep => ({
  id: 'split',
  kind: 'experiment',
  allocation,
  beliefId: 'blf_1',
  arms: Object.entries(weights).map(([id, weight]) => ({ id, weight, next: 'end' })),
});

const counts = (arms: Record<string, [subjectsReached: number, goalEvents: number]>) =>
  new Map(
    Object.entries(arms).map(([armId, [subjectsReached, goalEvents]]) => [
      armId,
      { armId, subjectsReached, goalEvents },
    ]),
  );

describe('weightsOfStep', () => {
  const two = step({ a: 0.5, b: 0.5 });

  it('gives the better arm a higher weight, by arm name', () => {
    const weights = weightsOfStep(two, counts({ b: [1_000, 120], a: [1_000, 100] }));
    expect(Object.keys(weights ?? {})).toEqual(['a', 'b']);
    // thompson_two_arms_10_12pct of the reference, with the additive floor.
    expect(weights?.['a']).toBeCloseTo(0.08528022980591146, 6);
    expect(weights?.['b']).toBeCloseTo(0.9147197701940885, 6);
  });

  it('waits for 100 subjects in each arm', () => {
    expect(weightsOfStep(two, counts({ a: [100, 5], b: [99, 50] }))).toBeNull();
    expect(weightsOfStep(two, counts({ a: [100, 5] }))).toBeNull();
    expect(weightsOfStep(two, counts({ a: [100, 5], b: [100, 50] }))).not.toBeNull();
  });

  it('does not change fixed steps or disabled arms', () => {
    expect(weightsOfStep(step({ a: 0.5, b: 0.5 }, 'fixed'), counts({ a: [500, 5], b: [500, 50] }))).toBeNull();
    const off = weightsOfStep(step({ a: 0.5, off: 0, b: 0.5 }), counts({ a: [500, 50], b: [500, 50] }));
    expect(off?.['off']).toBe(0);
    expect(off?.['a']).toBeCloseTo(0.5, 9);
    expect(weightsOfStep(step({ a: 1, off: 0 }), counts({ a: [500, 50] }))).toBeNull();
  });

  it('ignores arms that were removed from the step', () => {
    const weights = weightsOfStep(two, counts({ a: [200, 20], b: [200, 20], gone: [500, 400] }));
    expect(Object.keys(weights ?? {})).toEqual(['a', 'b']);
  });
});

describe('evidenceOfStep', () => {
  const three = step({ control: 0.4, b: 0.3, c: 0.3 });

  it('compares the best treatment with the first arm, with the subjects of both', () => {
    const found = evidenceOfStep(three, counts({ control: [400, 40], b: [200, 30], c: [100, 18] }));
    expect(found?.delta).toBeCloseTo(0.08, 12);
    expect(found?.sampleSize).toBe(500);
  });

  it('is negative if every treatment is worse', () => {
    const found = evidenceOfStep(three, counts({ control: [100, 50], b: [100, 10], c: [100, 20] }));
    expect(found).toEqual({ delta: -0.3, sampleSize: 200 });
  });

  it('uses the first of treatments with equal results', () => {
    const found = evidenceOfStep(three, counts({ control: [100, 10], b: [200, 40], c: [100, 20] }));
    expect(found).toEqual({ delta: 0.1, sampleSize: 300 });
  });

  it('excludes arms with fewer than 100 subjects', () => {
    expect(evidenceOfStep(three, counts({ control: [99, 0], b: [500, 90] }))).toBeNull();
    expect(evidenceOfStep(three, counts({ control: [500, 10], b: [99, 90] }))).toBeNull();
    const found = evidenceOfStep(three, counts({ control: [100, 10], b: [99, 90], c: [100, 20] }));
    expect(found).toEqual({ delta: 0.1, sampleSize: 200 });
  });
});
