import fc from 'fast-check';
import { compareArms, credibleInterval, type ArmOutcomes } from '../../../domain/experiments/bayesian';
import { twoProportionTest } from '../../../domain/experiments/fixed-horizon';
import { benjaminiHochberg, holm } from '../../../domain/experiments/multiple-comparisons';
import { achievedPowerOf, planExperiment, requiredPerVariant } from '../../../domain/experiments/power';
import { experimentStatistics } from '../../../domain/experiments/results';
import { koopmanInterval } from '../../../domain/experiments/score-interval';
import { sequenceBoundary } from '../../../domain/experiments/sequential';
import { sampleRatio } from '../../../domain/experiments/srm';
import { thompsonWeights } from '../../../domain/experiments/thompson';
import { criticalNormal } from '../../../domain/statistics/normal';
import type { Proportion } from '../../../domain/statistics/proportion';
import { runs } from '../../support/thorough';

/** Properties of the statistics for arbitrary counts. */

const proportion: fc.Arbitrary<Proportion> = fc
  .integer({ min: 1, max: 200_000 })
  .chain((n) => fc.record({ n: fc.constant(n), conversions: fc.integer({ min: 0, max: n }) }));
const outcomes: fc.Arbitrary<ArmOutcomes> = proportion.map(({ n, conversions }) => ({
  successes: conversions,
  failures: n - conversions,
}));
const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
const alpha = fc.double({ min: 0.001, max: 0.5, noNaN: true });

const atMost = (low: number, high: number): void => expect(low).toBeLessThanOrEqual(high + 1e-9);
const backwards = <Item>(items: readonly Item[]): Item[] => [...items].reverse();

test('swapping control and treatment only negates the difference and inverts ratios', () => {
  fc.assert(
    fc.property(proportion, proportion, (one, other) => {
      const [there, back] = [twoProportionTest(one, other), twoProportionTest(other, one)];
      expect(back.difference).toBeCloseTo(-there.difference, 12);
      expect(back.pValue).toBeCloseTo(there.pValue, 9);
      const intervals = [koopmanInterval(one, other, 0.05), koopmanInterval(other, one, 0.05)] as const;
      if (intervals[0] === null || intervals[1] === null) return;
      const [[low, high], [lowBack, highBack]] = intervals;
      expect(Math.log1p(lowBack)).toBeCloseTo(-Math.log1p(high), 9);
      expect(Math.log1p(highBack)).toBeCloseTo(-Math.log1p(low), 9);
    }),
  );
});

test('intervals contain the estimate, stay in range and narrow as alpha grows', () => {
  fc.assert(
    fc.property(proportion, proportion, alpha, (one, other, share) => {
      const interval = koopmanInterval(one, other, share);
      const wide = koopmanInterval(one, other, share / 2);
      if (interval === null) expect(wide).toBeNull();
      else {
        const lift = other.conversions / other.n / (one.conversions / one.n) - 1;
        atMost(-1, interval[0]);
        atMost(interval[0], lift);
        atMost(lift, interval[1]);
        atMost(wide?.[0] ?? -1, interval[0]);
        atMost(interval[1], wide?.[1] ?? Infinity);
      }
      const [first, last] = credibleInterval({ successes: one.conversions, failures: one.n - one.conversions }, share);
      for (const [below, above] of [
        [0, first],
        [first, last],
        [last, 1],
      ] as const)
        atMost(below, above);
    }),
  );
});

test('the p-value falls as the treatment moves away from the control', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 5_000 }), fc.nat(), (n, seed) => {
      const control = { n, conversions: Math.floor(n / 4) };
      const conversions = control.conversions + (seed % (n - control.conversions));
      const [near, far] = [conversions, conversions + 1].map((count) =>
        twoProportionTest(control, { n, conversions: count }),
      );
      atMost(far!.pValue, near!.pValue);
    }),
  );
});

test('adjusted p-values keep order: raw <= Benjamini-Hochberg <= Holm <= Bonferroni, and <= 1', () => {
  fc.assert(
    fc.property(pValues, (raw) => {
      const [bh, stepDown] = [benjaminiHochberg(raw), holm(raw)];
      raw.forEach((p, index) => {
        atMost(p, bh[index]!);
        atMost(bh[index]!, stepDown[index]!);
        atMost(stepDown[index]!, Math.min(1, raw.length * p));
        raw.forEach((other, at) => p < other && atMost(stepDown[index]!, stepDown[at]!));
      });
      expect(holm(backwards(raw))).toEqual(backwards(stepDown));
    }),
  );
});

test('the confidence sequence is wider than a single-look interval, and its p-value larger', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e4, noNaN: true }),
      fc.integer({ min: 2, max: 1_000_000 }),
      alpha,
      (square, n, share) => {
        const boundary = sequenceBoundary({ n, alpha: share });
        const pValue = boundary.pValue(square);
        atMost(criticalNormal(share) ** 2, boundary.criticalSquare(share));
        // At the boundary itself, rounding decides.
        if (Math.abs(pValue - share) > 1e-9) expect(square > boundary.criticalSquare(share)).toBe(pValue < share);
      },
    ),
  );
});

test('sample ratios do not depend on the scale of weights or the order of arms', () => {
  const arms = fc.array(fc.tuple(fc.nat(100_000), fc.integer({ min: 1, max: 100 })), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(arms, fc.integer({ min: 2, max: 50 }), (pairs, unit) => {
      const [seen, weights] = [pairs.map(([count]) => count), pairs.map(([, weight]) => weight)];
      const found = sampleRatio(seen, weights);
      const same = [
        sampleRatio(
          seen,
          weights.map((weight) => weight * unit),
        ),
        sampleRatio(backwards(seen), backwards(weights)),
      ];
      for (const { chiSquare, pValue } of same) {
        expect(Math.abs(chiSquare - found.chiSquare)).toBeLessThanOrEqual(1e-9 * Math.max(1, found.chiSquare));
        expect(pValue).toBeCloseTo(found.pValue, 9);
      }
    }),
  );
});

test('probabilities of being best sum to 1, losses are 0 to 1, and a success improves an arm', () => {
  fc.assert(
    fc.property(fc.array(outcomes, { minLength: 2, maxLength: 8 }), (arms) => {
      const { probabilityBest, expectedLoss } = compareArms(arms);
      expect(probabilityBest.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      for (const share of [...probabilityBest, ...expectedLoss]) for (const end of [-share, share - 1]) atMost(end, 0);
      const turned = compareArms(backwards(arms));
      backwards(turned.probabilityBest).forEach((share, arm) => expect(share).toBeCloseTo(probabilityBest[arm]!, 9));
      backwards(turned.expectedLoss).forEach((loss, arm) => expect(loss).toBeCloseTo(expectedLoss[arm]!, 9));
      const [first, ...others] = arms as [ArmOutcomes, ...ArmOutcomes[]];
      const raised = compareArms([{ ...first, successes: first.successes + 1 }, ...others]);
      atMost(probabilityBest[0]!, raised.probabilityBest[0]!);
      atMost(raised.expectedLoss[0]!, expectedLoss[0]!);
      const weights = thompsonWeights(arms);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
      for (const weight of weights) atMost(0.01, weight);
    }),
    { numRuns: runs(20, 60) },
  );
});

test('the planned size is the smallest with the target power, and grows with power or a smaller effect', () => {
  const requested = fc.record({
    baseline: fc.double({ min: 0.005, max: 0.45, noNaN: true }),
    mde: fc.double({ min: 0.02, max: 1, noNaN: true }),
    alpha: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
    targetPower: fc.double({ min: 0.5, max: 0.99, noNaN: true }),
  });
  fc.assert(
    fc.property(requested, ({ baseline, mde, ...errors }) => {
      const plan = { ...errors, engine: 'frequentist', treatments: 1 } as const;
      const n = requiredPerVariant({ mean: baseline }, mde, plan)!;
      atMost(errors.targetPower, achievedPowerOf({ mean: baseline }, mde, { ...plan, n })!);
      if (n > 1) atMost(achievedPowerOf({ mean: baseline }, mde, { ...plan, n: n - 1 })!, errors.targetPower);
      atMost(n, requiredPerVariant({ mean: baseline }, mde, { ...plan, targetPower: 0.995 })!);
      atMost(n, requiredPerVariant({ mean: baseline }, mde / 2, plan)!);
      const { perVariant, total, days } = planExperiment({
        baseline: { mean: baseline },
        mde,
        ...plan,
        variants: 2,
        dailyVisitors: 100,
      })!;
      expect([perVariant, total, days]).toEqual([n, 2 * n, Math.ceil((2 * n) / 100)]);
    }),
  );
});

test('results for any counts are finite and within bounds, for every engine', () => {
  const arm = fc.oneof(proportion, fc.constant({ n: 0, conversions: 0 }), fc.constant({ n: 50, conversions: 50 }));
  const engine = fc.constantFrom('frequentist', 'sequential', 'bayesian', 'thompson' as const);
  const status = fc.constantFrom('running', 'completed' as const);
  fc.assert(
    fc.property(fc.array(arm, { minLength: 2, maxLength: 5 }), engine, status, (arms, by, at) => {
      const results = experimentStatistics({
        engine: by,
        status: at,
        alpha: 0.05,
        mde: 0.1,
        targetPower: 0.8,
        metrics: [],
        variants: arms.map(({ n, conversions }, index) => ({
          variantId: String(index),
          name: '',
          exposures: n,
          conversions,
          expectedExposures: 1,
        })),
      });
      // JSON writes non-finite numbers as null.
      expect(JSON.parse(JSON.stringify(results))).toEqual(results);
      atMost(0, results.confidence);
      atMost(results.confidence, 1);
      for (const { pValue, adjustedPValue } of results.variants) {
        if (pValue !== null && adjustedPValue !== null) atMost(pValue, adjustedPValue);
      }
    }),
    { numRuns: runs(40, 150) },
  );
});
