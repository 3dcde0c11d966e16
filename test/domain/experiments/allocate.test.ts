import fc from 'fast-check';
import { assignVariant, chooseVariant, type Allocation } from '../../../domain/experiments/allocate';
import { bucket } from '../../../domain/experiments/bucket';
import { runs } from '../../support/thorough';

const experiment = (fields: Partial<Allocation> = {}): Allocation => ({
  id: 'exp_1',
  status: 'running',
  trafficSplit: 100,
  variants: [
    { id: 'control', weight: 0.5 },
    { id: 'blue', weight: 0.3 },
    { id: 'red', weight: 0.2 },
  ],
  ...fields,
});
const visitors = Array.from({ length: 100_000 }, (_, index) => `visitor-${index}`);
const none = (): null => null;
const assign = (one: Allocation): (string | null)[] =>
  visitors.map((visitor) => assignVariant(one, visitor)?.id ?? null);
const share = (all: (string | null)[], variant: string | null): number =>
  all.filter((one) => one === variant).length / all.length;
/** Four standard deviations of a share of `count` visitors. */
const tolerance = (expected: number, count = visitors.length): number =>
  4 * Math.sqrt((expected * (1 - expected)) / count);

const weights = fc
  .array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.map((part) => part / parts.reduce((sum, one) => sum + one, 0)));
const experiments = fc.record({ id: fc.string(), weights, trafficSplit: fc.double({ min: 0, max: 100, noNaN: true }) });
const withWeights = (id: string, trafficSplit: number, shares: number[]): Allocation =>
  experiment({ id, trafficSplit, variants: shares.map((weight, index) => ({ id: `v${index}`, weight })) });

describe('assignVariant', () => {
  it('gives each variant its share and excludes the remaining traffic', () => {
    for (const trafficSplit of [100, 40]) {
      const all = assign(experiment({ trafficSplit }));
      for (const { id, weight } of experiment().variants) {
        const expected = (weight * trafficSplit) / 100;
        expect(Math.abs(share(all, id) - expected)).toBeLessThan(tolerance(expected));
      }
      const left = 1 - trafficSplit / 100;
      expect(Math.abs(share(all, null) - left)).toBeLessThanOrEqual(tolerance(left));
    }
  });

  it('moves none of 100,000 visitors when traffic rises from 20 to 60 to 100%', () => {
    const steps = [20, 60, 100].map((trafficSplit) => assign(experiment({ trafficSplit })));
    steps.slice(1).forEach((later, index) => {
      const moved = visitors.filter((_, at) => steps[index]![at] !== null && steps[index]![at] !== later[at]);
      expect(moved).toEqual([]);
    });
    expect(share(steps[2]!, null)).toBe(0);
  });

  it('moves no visitor when the traffic of any experiment rises', () => {
    fc.assert(
      fc.property(experiments, fc.double({ min: 0, max: 100, noNaN: true }), fc.string(), (one, other, visitor) => {
        const [lower, higher] = [one.trafficSplit, other].sort((a, b) => a - b) as [number, number];
        const before = assignVariant(withWeights(one.id, lower, one.weights), visitor);
        const after = assignVariant(withWeights(one.id, higher, one.weights), visitor);
        if (before !== null) expect(after?.id).toBe(before.id);
      }),
      { numRuns: runs(500, 10_000) },
    );
  });

  it('includes all visitors at 100%, and none at 0', () => {
    fc.assert(
      fc.property(experiments, fc.string({ unit: 'grapheme' }), (one, visitor) => {
        expect(assignVariant(withWeights(one.id, 100, one.weights), visitor)).not.toBeNull();
        expect(assignVariant(withWeights(one.id, 0, one.weights), visitor)).toBeNull();
      }),
      { numRuns: runs(500, 10_000) },
    );
  });

  it('includes the start of a slot and excludes its end', () => {
    // Buckets are ten-thousandths. This visitor is exactly at the start of the second slot.
    const visitor = visitors.find((one) => bucket('exp_1', one) === 0.25)!;
    const halves = (first: number) =>
      experiment({ variants: [first, 1 - first].map((weight, index) => ({ id: `v${index}`, weight })) });
    expect(assignVariant(halves(0.25), visitor)?.id).toBe('v1');
    expect(assignVariant(halves(0.2501), visitor)?.id).toBe('v0');
    expect(assignVariant({ ...halves(0.5), trafficSplit: 50 }, visitor)).toBeNull();
    expect(assignVariant({ ...halves(0.5), trafficSplit: 50.02 }, visitor)?.id).toBe('v0');
  });

  it('returns the recorded variants of visitors, also for names that are not ASCII', () => {
    const named = ['a', 'ab', 'visitor-1', 'visitor-2', 'zoë', '訪問者', '👩‍🚀'];
    expect(named.map((visitor) => assignVariant(experiment(), visitor)?.id)).toMatchInlineSnapshot(`
      [
        "control",
        "control",
        "control",
        "control",
        "red",
        "blue",
        "red",
      ]
    `);
  });

  it('assigns all visitors to the variant with all the weight', () => {
    const promoted = experiment({
      status: 'completed',
      variants: experiment().variants.map(({ id }) => ({ id, weight: id === 'red' ? 1 : 0 })),
    });
    expect(new Set(assign(promoted))).toEqual(new Set(['red']));
  });
});

describe('chooseVariant', () => {
  const group = ['exp_a', 'exp_b', 'exp_c'].map((id) => experiment({ id, exclusionGroup: 'pricing' }));
  const some = visitors.slice(0, 10_000);
  /** The experiments that each visitor is in. */
  const taken = (active: Allocation[], kept: (id: string) => string | null = none): string[][] =>
    some.map((visitor) =>
      active.filter((one) => chooseVariant(one, active, visitor, kept) !== null).map(({ id }) => id),
    );

  it('assigns each visitor to one experiment of a group, in equal shares', () => {
    const all = taken(group);
    expect(all.filter((ids) => ids.length !== 1)).toEqual([]);
    for (const { id } of group) {
      const part = all.filter(([own]) => own === id).length / all.length;
      expect(Math.abs(part - 1 / 3)).toBeLessThan(tolerance(1 / 3, all.length));
    }
  });

  it('does not depend on the order of the list', () => {
    expect(taken([...group].reverse())).toEqual(taken(group));
  });

  it('assigns variants by their weights within an experiment’s share of a group', () => {
    const [first] = group as [Allocation];
    const all = taken(group);
    const own = some.filter((_, index) => all[index]![0] === first.id).slice(0, 3_000);
    expect(own).toHaveLength(3_000);
    for (const { id, weight } of first.variants) {
      const part = own.filter((visitor) => chooseVariant(first, group, visitor, none)?.id === id).length / own.length;
      expect(Math.abs(part - weight)).toBeLessThan(tolerance(weight, own.length));
    }
  });

  it('moves visitors only to an added experiment or from a removed one', () => {
    const before = taken(group.slice(0, 2));
    const after = taken(group);
    const movedElsewhere = before.filter((ids, index) => after[index]![0] !== ids[0] && after[index]![0] !== 'exp_c');
    expect(movedElsewhere).toEqual([]);
    expect(after.filter(([id]) => id === 'exp_c').length).toBeGreaterThan(0);
  });

  it('keeps a visitor in the experiment of the group that they were exposed to', () => {
    const kept = (id: string): string | null => (id === 'exp_b' ? 'red' : null);
    expect(new Set(taken(group, kept).map((ids) => ids.join()))).toEqual(new Set(['exp_b']));
    expect(chooseVariant(group[1]!, group, 'anybody', kept)?.id).toBe('red');
  });

  it('reassigns a visitor if the variant was removed', () => {
    expect(taken(group, () => 'green')).toEqual(taken(group));
  });

  it('does not affect experiments in other groups or in no group', () => {
    const outside = [experiment({ id: 'exp_d', exclusionGroup: 'search' }), experiment({ id: 'exp_e' })];
    expect(taken([...group, ...outside]).filter((ids) => ids.length !== 3)).toEqual([]);
  });

  it('keeps the variant of an exposed visitor when weights and traffic change', () => {
    const changed = experiment({
      trafficSplit: 1,
      variants: [
        { id: 'control', weight: 1 },
        { id: 'blue', weight: 0 },
      ],
    });
    expect(chooseVariant(changed, [changed], 'visitor-1', () => 'blue')?.id).toBe('blue');
    expect(chooseVariant(experiment(), [], 'visitor-1', () => 'gone')).toEqual(
      assignVariant(experiment(), 'visitor-1'),
    );
  });

  it('serves a promoted winner to all visitors, also those exposed to another variant', () => {
    const winner = { ...group[0]!, status: 'completed', variants: [{ id: 'red', weight: 1 }] };
    const active = [winner, ...group.slice(1)];
    const all = taken(active, (id) => (id === 'exp_a' ? 'control' : null));
    // The winner, and one of the two running experiments.
    expect(all.filter((ids) => ids.length !== 2 || ids[0] !== 'exp_a')).toEqual([]);
  });
});
