import { bucket } from '../../../domain/experiments/bucket';
import { cohortOf } from '../../../domain/journeys/holdout';

const subject = (index: number, journeyId = 'jrn_1', workspaceId = 'wsp_1') => ({
  workspaceId,
  journeyId,
  endUserId: `eus_${index}`,
});
const subjects = Array.from({ length: 20_000 }, (_, index) => index);

const heldOut = (percent: number, journeyId?: string, workspaceId?: string): Set<number> =>
  new Set(subjects.filter((index) => cohortOf(subject(index, journeyId, workspaceId), percent) === 'holdout'));

describe('cohortOf', () => {
  it('holds out no subjects at 0 percent, and all at 100', () => {
    expect(heldOut(0).size).toBe(0);
    expect(heldOut(100).size).toBe(subjects.length);
  });

  it.each([1, 10, 33.5, 50, 90])('holds out a share close to %d percent', (percent) => {
    const share = percent / 100;
    const deviation = Math.sqrt(subjects.length * share * (1 - share));
    expect(Math.abs(heldOut(percent).size - subjects.length * share)).toBeLessThan(4 * deviation);
  });

  it('only adds subjects when the percentage rises', () => {
    const steps = [0, 0.5, 5, 10, 10.01, 25, 60, 100].map((percent) => heldOut(percent));
    steps.slice(1).forEach((larger, index) => {
      const left = [...steps[index]!].filter((one) => !larger.has(one));
      expect(left).toEqual([]);
    });
    expect(steps[3]!.size).toBeGreaterThan(steps[2]!.size);
  });

  it('also holds out a fraction of 0.01 percent', () => {
    const many = Array.from({ length: 400_000 }, (_, index) => subject(index));
    for (const percent of [0.004, 99.996]) {
      const share = percent / 100;
      const deviation = Math.sqrt(many.length * share * (1 - share));
      const count = many.filter((one) => cohortOf(one, percent) === 'holdout').length;
      expect(Math.abs(count - many.length * share)).toBeLessThan(3 * deviation);
    }
  });

  it('keeps the cohorts for whole hundredths of a percent', () => {
    const before = (one: ReturnType<typeof subject>, percent: number): string =>
      bucket(`holdout:${one.workspaceId}:${one.journeyId}:`, one.endUserId) < percent / 100 ? 'holdout' : 'exposed';
    for (const percent of [0.01, 1, 12.5, 33.3, 50]) {
      const all = subjects.map((index) => subject(index));
      expect(all.filter((one) => cohortOf(one, percent) !== before(one, percent))).toEqual([]);
    }
  });

  it('gives a subject the same cohort in every version', () => {
    const known = { workspaceId: 'wsp_1', journeyId: 'jrn_1', endUserId: 'eus_1' };
    const versions = [1, 2, 3, 200].map((version) => cohortOf({ ...known, version } as typeof known, 50));
    expect(new Set(versions).size).toBe(1);
    // Recorded values. Executions of published versions last months, so the rule must not change between releases.
    const recorded = Array.from({ length: 24 }, (_, index) => (cohortOf(subject(index), 50) === 'holdout' ? 'h' : 'e'));
    expect(recorded.join('')).toBe('ehhhhhehheeeeheheehheheh');
  });

  it.each([
    ['journey', heldOut(50, 'jrn_2')],
    ['workspace', heldOut(50, 'jrn_1', 'wsp_2')],
  ])('assigns subjects independently in another %s', (_, other) => {
    const here = heldOut(50);
    const both = subjects.filter((index) => here.has(index) && other.has(index)).length;
    expect(Math.abs(both - subjects.length / 4)).toBeLessThan(4 * Math.sqrt(subjects.length * 0.25 * 0.75));
  });
});
