import { armPerformance } from '../../../domain/journeys/branch-performance';
import reference from '../statistics/reference-beta.json';

const arm = (subjectsReached: number, goalEvents: number) =>
  armPerformance({ armId: 'a', subjectsReached, goalEvents });

describe('armPerformance', () => {
  it.each(reference.intervals)('has the reference interval for $goals goals of $subjects', (known) => {
    const { rate, credibleInterval95 } = arm(known.subjects, known.goals);
    expect(rate).toBe(known.goals / known.subjects);
    expect(credibleInterval95).toHaveLength(2);
    known.interval.forEach((bound, side) => {
      expect(Math.abs(credibleInterval95![side]! - bound) / bound).toBeLessThan(1e-10);
    });
  });

  it('is cold at 199 subjects, and has an interval at 200', () => {
    expect(arm(199, 20)).toEqual({
      armId: 'a',
      subjectsReached: 199,
      goalEvents: 20,
      rate: 20 / 199,
      coldStart: true,
    });
    const warm = arm(200, 20);
    expect(Object.keys(warm)).not.toContain('coldStart');
    expect(warm.credibleInterval95).toEqual([expect.any(Number), expect.any(Number)]);
  });

  it('has no rate until a subject has reached it', () => {
    expect(arm(0, 0)).toEqual({ armId: 'a', subjectsReached: 0, goalEvents: 0, rate: null, coldStart: true });
  });

  it('rejects more goals than subjects', () => {
    expect(() => arm(3, 4)).toThrow(RangeError);
  });
});
