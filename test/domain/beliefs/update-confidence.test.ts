import fc from 'fast-check';
import { confidenceOf, evidenceShift, type WeighedEvidence } from '../../../domain/beliefs/update-confidence';
import reference from './reference-beliefs.json';

const type = fc.constantFrom('experiment', 'observation', 'external');
const delta = fc.double({ min: -1, max: 1, noNaN: true });
const sampleSize = fc.double({ min: 0.1, max: 1e6, noNaN: true });
const prior = fc.double({ min: 0, max: 1, noNaN: true });
const entry = fc.record({ type, delta, sampleSize }) as fc.Arbitrary<WeighedEvidence>;
const evidence = fc.array(entry, { maxLength: 12 });

describe('the reference cases', () => {
  it.each(reference.belief_update)('$id', ({ inputs, expected, tolerance }) => {
    const entries = inputs.evidence as WeighedEvidence[];
    const near = (actual: number, wanted: number) =>
      expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(Math.max(tolerance.abs, tolerance.rel * Math.abs(wanted)));
    near(confidenceOf(inputs.initialConfidence, entries), expected.confidence);
    expected.steps.forEach((step, index) => {
      near(evidenceShift(entries[index] as WeighedEvidence), step.logOddsShift);
      near(confidenceOf(inputs.initialConfidence, entries.slice(0, index + 1)), step.confidence);
    });
  });
});

describe('confidenceOf', () => {
  it('returns identical bits for any order of entries', () => {
    // Small changes only: large ones reach the bounds, and then the order makes no difference.
    const small = fc.record({
      type,
      delta: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      sampleSize: fc.integer({ min: 1, max: 90 }),
    });
    const given = fc.array(small, { minLength: 3, maxLength: 12 });
    const inBothOrders = given.chain((entries) =>
      fc.tuple(
        fc.constant(entries),
        fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
      ),
    );
    fc.assert(
      fc.property(inBothOrders, ([entries, shuffled]) => {
        expect(confidenceOf(0.4, entries)).toBe(confidenceOf(0.4, shuffled));
      }),
      { numRuns: 500 },
    );
  });

  it('returns to the previous value when an entry is removed or its opposite is added', () => {
    fc.assert(
      fc.property(prior, evidence, entry, (from, given, added) => {
        const before = confidenceOf(from, given);
        const opposite = { ...added, delta: -added.delta };
        expect(
          confidenceOf(
            from,
            [...given, added].filter((one) => one !== added),
          ),
        ).toBe(before);
        expect(confidenceOf(from, [...given, added, opposite])).toBeCloseTo(before, 9);
      }),
    );
    const one: WeighedEvidence = { type: 'observation', delta: 0.3, sampleSize: 77 };
    expect(confidenceOf(0.37, [one, { ...one, delta: -0.3 }])).toBe(0.37);
  });

  it('never falls after support or rises after contradiction, and stronger evidence moves it further', () => {
    const positive = fc.double({ min: 1e-6, max: 1, noNaN: true });
    fc.assert(
      fc.property(prior, evidence, fc.tuple(type, positive, sampleSize), (from, given, [kind, size, sample]) => {
        const before = confidenceOf(from, given);
        const after = (change: number, count: number) =>
          confidenceOf(from, [...given, { type: kind, delta: change, sampleSize: count }]);
        // Sums of the same terms in another order may differ in the last digits.
        const slack = 1e-12;
        expect(after(size, sample)).toBeGreaterThanOrEqual(before - slack);
        expect(after(-size, sample)).toBeLessThanOrEqual(before + slack);
        expect(after(size, sample * 2)).toBeGreaterThanOrEqual(after(size, sample) - slack);
        expect(after(size / 2, sample)).toBeLessThanOrEqual(after(size, sample) + slack);
      }),
    );
  });

  it('stays between 1e-6 and 1 - 1e-6, and clamps priors to 0.001 to 0.999', () => {
    fc.assert(
      fc.property(prior, evidence, (from, given) => {
        const confidence = confidenceOf(from, given);
        return confidence >= 1e-6 && confidence <= 1 - 1e-6;
      }),
    );
    const proof = (sign: number): WeighedEvidence => ({ type: 'experiment', delta: sign, sampleSize: 1e300 });
    expect(confidenceOf(0.5, [proof(1)])).toBe(1 - 1e-6);
    expect(confidenceOf(0.5, [proof(-1)])).toBe(1e-6);
    expect([confidenceOf(0, []), confidenceOf(1, []), confidenceOf(0.37, [])]).toEqual([0.001, 0.999, 0.37]);
  });

  it('weighs observations at 1/2 and external sources at 1/4; sample sizes below 1 count as 1', () => {
    const shift = (kind: WeighedEvidence['type'], size = 400) =>
      evidenceShift({ type: kind, delta: 0.05, sampleSize: size });
    // z = 1, so P = 3/4.
    expect(shift('experiment')).toBeCloseTo(Math.log(3), 12);
    expect(shift('observation')).toBeCloseTo(Math.log(3) / 2, 12);
    expect(shift('external')).toBeCloseTo(Math.log(3) / 4, 12);
    expect(shift('experiment', 0.2)).toBe(shift('experiment', 1));
  });

  it.each([
    [0.5, { delta: 1.01, sampleSize: 1 }],
    [0.5, { delta: NaN, sampleSize: 1 }],
    [0.5, { delta: 0.1, sampleSize: -1 }],
    [0.5, { delta: 0.1, sampleSize: Infinity }],
    [1.1, { delta: 0.1, sampleSize: 1 }],
    [NaN, { delta: 0.1, sampleSize: 1 }],
  ])('rejects a prior of %d with %j', (from, given) => {
    expect(() => confidenceOf(from, [{ type: 'external', ...given }])).toThrow(RangeError);
  });
});
