import { courseOf, type TargetHistory } from '../../../domain/targets/course';
import { targetStatus, type TargetCourse } from '../../../domain/targets/progress';
import { projectionFrom } from '../../../domain/targets/projection';
import { drawBinomial, seededRandom } from '../../support/seeded-random';

const cumulative = (changes: readonly number[]): number[] => {
  let sum = 0;
  return [0, ...changes.map((change) => (sum += change))];
};

describe('projectionFrom', () => {
  const alternating = Array.from({ length: 14 }, (_, index) => (index % 2 === 0 ? 8 : 12));

  it('continues the mean change, with the interval of a prediction from n days', () => {
    const pace = projectionFrom(cumulative(alternating), { current: 140, isCount: false });
    expect(pace).toMatchObject({ perDay: 10, basedOnDays: 14 });
    const { value, interval95 } = pace!.at(5);
    expect(value).toBeCloseTo(190, 9);
    // t(13) = 2.160369, s² = 56 / 13.
    const half = 2.160369 * Math.sqrt((56 / 13) * (5 + 25 / 14));
    expect(interval95[0]).toBeCloseTo(190 - half, 4);
    expect(interval95[1]).toBeCloseTo(190 + half, 4);
  });

  it('expects counts to vary at least as a Poisson count, and never to fall', () => {
    const steady = projectionFrom(cumulative(Array<number>(7).fill(1)), { current: 7, isCount: true })!.at(1);
    expect(steady.interval95[0]).toBe(7);
    expect(steady.interval95[1]).toBeGreaterThan(10);
    const none = projectionFrom(cumulative(Array<number>(7).fill(0)), { current: 0, isCount: true })!.at(10);
    expect(none.interval95[1]).toBeGreaterThan(0);
  });

  it('uses one to four whole weeks, the newest ones, and skips unknown days', () => {
    const basedOn = (days: number) =>
      projectionFrom(cumulative(Array<number>(days).fill(2)), { current: 0, isCount: true })?.basedOnDays ?? null;
    expect([6, 7, 13, 14, 27, 28, 200].map(basedOn)).toEqual([null, 7, 7, 14, 21, 28, 28]);
    const faster = cumulative([...Array<number>(30).fill(100), ...Array<number>(28).fill(3)]);
    expect(projectionFrom(faster, { current: 0, isCount: true })?.perDay).toBe(3);
    expect(projectionFrom([null, null, ...cumulative(alternating)], { current: 0, isCount: true })?.perDay).toBe(10);
  });

  it('contains the outcome about 95% of the time, with a weekly rhythm', () => {
    const random = seededRandom(57);
    const drawDay = (index: number): number => drawBinomial(random, 1_000, index % 7 < 5 ? 0.04 : 0.01);
    let contained = 0;
    for (let run = 0; run < 300; run += 1) {
      const [past, next] = [28, 20].map((length) => Array.from({ length }, (_, index) => drawDay(index)));
      const values = cumulative(past!);
      const current = values.at(-1)!;
      const actual = cumulative(next!).at(-1)! + current;
      const [low, high] = projectionFrom(values, { current, isCount: true })!.at(20).interval95;
      if (low <= actual && actual <= high) contained += 1;
    }
    expect(contained / 300).toBeGreaterThan(0.93);
  });
});

describe('courseOf', () => {
  const target: TargetCourse = {
    target: 310,
    current: 0,
    deadline: '2026-12-31',
    timezone: 'Europe/Berlin',
    createdAt: new Date('2026-11-30T23:00:00Z'),
  };
  const now = new Date('2026-12-11T11:00:00Z');
  const none: TargetHistory = { isCount: true, completions: new Map() };

  it('counts backwards from the current value, and draws every local day up to the deadline', () => {
    const completions = new Map(
      Array.from({ length: 11 }, (_, index) => [`2026-12-${String(index + 1).padStart(2, '0')}`, index + 1]),
    );
    // Ten completions of the first day are from before the creation.
    completions.set('2026-12-01', 11);
    const { days, requiredPerDay, projection } = courseOf(
      { ...target, current: 66 },
      { isCount: true, completions },
      now,
    );
    expect(days).toHaveLength(31);
    expect(days[0]).toEqual({ date: '2026-12-01', value: 1, plan: 10, projected: null, interval95: null });
    expect(days.slice(0, 12).map(({ value }) => value)).toEqual([1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, null]);
    expect(days.at(-1)).toMatchObject({ date: '2026-12-31', value: null, plan: 310 });
    expect(days.at(-1)?.projected).toBeCloseTo(projection!.atDeadline, 9);
    expect(requiredPerDay).toBeCloseTo(244 / 20.5, 9);
    // The nine complete days after the first one have one whole week: 4 to 10.
    expect(projection).toMatchObject({ perDay: 7, basedOnDays: 7, outlook: 'unlikely', reachedOn: '2027-01-15' });
  });

  it('is on track exactly while the value is at or above the plan', () => {
    const atMidnight = new Date('2026-12-10T23:00:00Z');
    const { days } = courseOf({ ...target, current: 1 }, none, new Date(atMidnight.getTime() - 1));
    const { plan } = days.find(({ date }) => date === '2026-12-10')!;
    expect(plan).toBeCloseTo(100, 9);
    expect(targetStatus({ ...target, current: 100 }, atMidnight)).toBe('on_track');
    expect(targetStatus({ ...target, current: 99 }, atMidnight)).toBe('at_risk');
  });

  it('has no projection before 1% of the time, once it is reached, and after the deadline', () => {
    const early = { ...target, deadline: '2030-12-31' };
    expect(targetStatus(early, now)).toBe('on_track');
    expect(courseOf(early, none, now).projection).toBeNull();
    expect(courseOf({ ...target, current: 310 }, none, now)).toMatchObject({ projection: null, requiredPerDay: null });
    expect(courseOf(target, none, new Date('2027-01-02T00:00:00Z'))).toMatchObject({
      projection: null,
      requiredPerDay: null,
    });
    expect(courseOf(target, none, now).projection?.outlook).toBe('unlikely');
  });

  it('carries entered values forward, and leaves days before the first one open', () => {
    const values = new Map([
      ['2026-12-03', 5],
      ['2026-12-06', 20],
    ]);
    const { days } = courseOf({ ...target, current: 20 }, { isCount: false, values }, now);
    expect(days.slice(0, 8).map(({ value }) => value)).toEqual([null, null, 5, 5, 5, 20, 20, 20]);
  });

  it('draws at most a year before and after today', () => {
    const long = { ...target, createdAt: new Date('2020-01-01T00:00:00Z'), deadline: '9999-12-31' };
    const { days } = courseOf(long, none, now);
    expect([days[0]?.date, days.at(-1)?.date]).toEqual(['2025-12-11', '2027-12-11']);
  });
});
