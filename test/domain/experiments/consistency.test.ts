import { adjustForPast } from '../../../domain/experiments/cuped';
import { metricResults, type MetricSums } from '../../../domain/experiments/metric-results';
import { ratioScore, restrictedRates } from '../../../domain/experiments/score-interval';
import type { StatisticsEngine } from '../../../domain/experiments/schemas';
import { drawBinomial, seededRandom } from '../../support/seeded-random';
import { runs } from '../../support/thorough';

/** Tests and intervals of random results agree, adjusted or not, for every engine. */

const engines = ['frequentist', 'sequential', 'bayesian', 'thompson'] as const;
const measures = ['conversion', 'revenue', 'ratio'] as const;
const alpha = 0.05;

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Results of two to four arms, small and large, near the border of significance. */
function drawMetric(random: () => number, measure: MetricSums['measure'], role: MetricSums['role']): MetricSums {
  const n = Math.round(10 ** (1 + 4 * random()));
  const rate = 10 ** (-2.5 * random()) * 0.9;
  const arms = 2 + Math.floor(random() * 3);
  const variants = Array.from({ length: arms }, (_, index) => {
    const size = Math.max(2, Math.round(n * (0.5 + random())));
    const shift = (normal(random) * 3 * Math.sqrt((rate * (1 - rate)) / size)) / rate;
    const sum = Math.min(size, Math.max(0, Math.round(size * rate * (1 + (index === 0 ? 0 : shift)))));
    const each = 1 + 20 * random();
    const spread = 1 + 5 * random();
    return {
      variantId: String(index),
      n: size,
      post:
        measure === 'conversion'
          ? { sum, sumSquares: sum }
          : { sum: sum * each, sumSquares: sum * each * each * spread },
      ...(measure === 'ratio' && {
        denominator: { sum: size, sumSquares: size * (1 + random()), sumProducts: sum * each * (1 + random() / 10) },
      }),
    };
  });
  return { metric: 'm', measure, role, direction: 'up', variants };
}

test('an interval excludes 0 exactly if its p-value is below alpha, also when adjusted', () => {
  const random = seededRandom(81);
  let [compared, excluding] = [0, 0];
  while (compared < runs(2_000, 100_000)) {
    const engine = engines[Math.floor(random() * 4)] as StatisticsEngine;
    const measure = measures[Math.floor(random() * 3)]!;
    const role = random() < 0.5 ? 'primary' : 'secondary';
    const [result] = metricResults([drawMetric(random, measure, role)], { engine, alpha });
    for (const variant of result!.variants.slice(1)) {
      for (const [interval, p, point] of [
        [variant.liftInterval95, variant.pValue, variant.lift],
        [variant.adjustedLiftInterval95, variant.adjustedPValue, variant.lift],
        [variant.differenceInterval95, variant.pValue, variant.difference],
        [variant.adjustedDifferenceInterval95, variant.adjustedPValue, variant.difference],
      ] as const) {
        if (interval === null) continue;
        compared += 1;
        const excludes = interval[0] > 0 || interval[1] < 0;
        excluding += Number(excludes);
        const holds = interval[0] <= point! + 1e-9 && interval[1] >= point! - 1e-9;
        const isSound = excludes === p! < alpha && holds && interval.every(Number.isFinite);
        // Call expect only on failure: so many calls would take longer than the statistics.
        if (!isSound) expect({ engine, measure, variant }).toEqual('a test and an interval that agree');
      }
    }
  }
  expect(excluding / compared).toBeGreaterThan(0.05);
});

test('zero variance gives a p-value of 1 and no interval; an unbounded interval is null', () => {
  const compare = (engine: StatisticsEngine, measure: MetricSums['measure'], arms: [number, number, number][]) =>
    metricResults(
      [
        {
          metric: 'm',
          measure,
          role: 'primary',
          direction: 'up',
          variants: arms.map(([n, sum, sumSquares], index) => ({
            variantId: String(index),
            n,
            post: { sum, sumSquares },
          })),
        },
      ],
      { engine, alpha },
    )[0]!.variants[1]!;
  for (const engine of ['frequentist', 'sequential', 'bayesian'] as const) {
    const none = { liftInterval95: null, adjustedLiftInterval95: null, pValue: 1, adjustedPValue: 1 };
    expect(compare(engine, 'conversion', [[100, 0, 0], [100, 0, 0]])).toMatchObject({ ...none, lift: null }); // prettier-ignore
    expect(compare(engine, 'conversion', [[100, 100, 100], [100, 100, 100]])).toMatchObject({ ...none, lift: 0 }); // prettier-ignore
    expect(compare(engine, 'revenue', [[100, 0, 0], [100, 0, 0]])).toMatchObject({ ...none, lift: null }); // prettier-ignore
    // The control does not differ significantly from 0.
    expect(compare(engine, 'revenue', [[100, 1, 1], [100, 50, 90]])).toMatchObject({ liftInterval95: null }); // prettier-ignore
    expect(compare(engine, 'conversion', [[0, 0, 0], [100, 5, 5]])).toMatchObject({ pValue: null, lift: null }); // prettier-ignore
  }
});

test.each(engines)('rejects an alpha outside 0 to 1: %s', (engine) => {
  for (const measure of measures) {
    const metric = drawMetric(seededRandom(84), measure, 'primary');
    for (const outside of [0, 1, NaN])
      expect(() => metricResults([metric], { engine, alpha: outside })).toThrow(RangeError);
  }
});

/** Exact coverage, summed over all outcomes of two arms. */
function coverageOf(n: readonly [number, number], rates: readonly [number, number]): number {
  const [a, b] = rates.map((rate, arm) => probabilities(n[arm]!, rate)) as [Float64Array, Float64Array];
  let covered = 0;
  for (let x = 0; x <= n[0]; x += 1) {
    if (a[x]! < 1e-12) continue;
    for (let y = 0; y <= n[1]; y += 1) {
      if (b[y]! < 1e-12) continue;
      const arms = [
        { n: n[0], conversions: x },
        { n: n[1], conversions: y },
      ] as const;
      if (ratioScore(...arms, rates[1] / rates[0]) <= 3.841_458_820_694_124) covered += a[x]! * b[y]!;
    }
  }
  return covered;
}

function probabilities(n: number, rate: number): Float64Array {
  const logs = new Float64Array(n + 1);
  logs[0] = n * Math.log1p(-rate);
  for (let x = 1; x <= n; x += 1) logs[x] = logs[x - 1]! + Math.log(((n - x + 1) / x) * (rate / (1 - rate)));
  return logs.map(Math.exp);
}

test('the score interval covers the lift in at least 94% of outcomes, by exact enumeration', () => {
  const sizes = runs(0, 1) === 0 ? [[200, 200]] : [[200, 200], [200, 1_000], [1_000, 200], [500, 500]]; // prettier-ignore
  for (const n of sizes as [number, number][]) {
    for (const rate of [0.01, 0.02, 0.05, 0.1, 0.3, 0.5]) {
      for (const ratio of [0.5, 0.8, 1, 1.1, 1.5, 1.9]) {
        if (rate * ratio < 0.01) continue;
        const coverage = coverageOf(n, [rate, rate * ratio]);
        expect({ n, rate, ratio, coverage, enough: coverage >= 0.94 }).toMatchObject({ enough: true });
      }
    }
  }
});

test('the restricted rates have the given ratio and the maximum likelihood', () => {
  const [control, treatment] = [{ n: 50, conversions: 3 }, { n: 60, conversions: 9 }]; // prettier-ignore
  const logLikelihood = (p: number, q: number): number =>
    3 * Math.log(p) + 47 * Math.log1p(-p) + 9 * Math.log(q) + 51 * Math.log1p(-q);
  for (const ratio of [0.2, 1, 2.5, 8]) {
    const [p, q] = restrictedRates(control, treatment, ratio);
    expect(q).toBeCloseTo(ratio * p, 12);
    for (const other of [p * 0.999, p * 1.001]) {
      expect(logLikelihood(other, other * ratio)).toBeLessThan(logLikelihood(p, q));
    }
  }
});

test('a past with correlation 0.8 removes 64 ± 3 % of the variance and keeps 5% false positives', () => {
  const random = seededRandom(82);
  const experiments = runs(300, 10_000);
  const drawArm = (n: number) => {
    const sums = { n, post: { sum: 0, sumSquares: 0 }, pre: { sum: 0, sumSquares: 0 }, sumProducts: 0 };
    for (let subject = 0; subject < n; subject += 1) {
      const pre = normal(random);
      const [x, y] = [10 + pre, 10 + 0.8 * pre + 0.6 * normal(random)];
      sums.post.sum += y;
      sums.post.sumSquares += y * y;
      sums.pre.sum += x;
      sums.pre.sumSquares += x * x;
      sums.sumProducts += x * y;
    }
    return sums;
  };
  let [reduction, found] = [0, 0];
  for (let run = 0; run < experiments; run += 1) {
    const [control, treatment] = [drawArm(200), drawArm(250)];
    reduction += adjustForPast(control, treatment)!.varianceReduction / experiments;
    const variants = [control, treatment].map((sums, index) => ({ variantId: String(index), ...sums }));
    const metric: MetricSums = { metric: 'm', measure: 'revenue', role: 'primary', direction: 'up', variants };
    const [result] = metricResults([metric], { engine: 'frequentist', alpha });
    found += Number(result!.variants[1]!.pValue! < alpha) / experiments;
    expect(result!.variants[1]!.unadjusted).toBeDefined();
  }
  expect(Math.abs(reduction - 0.64)).toBeLessThan(0.03);
  const tolerance = 3 * Math.sqrt((alpha * (1 - alpha)) / experiments);
  expect(Math.abs(found - alpha)).toBeLessThan(tolerance);
});

test('the unadjusted comparison of a rate with a past is the pooled test', () => {
  const random = seededRandom(83);
  const variants = [0.1, 0.12].map((rate, index) => {
    const sum = drawBinomial(random, 4_000, rate);
    const half = Math.round(sum / 2);
    return {
      variantId: String(index),
      n: 4_000,
      post: { sum, sumSquares: sum },
      pre: { sum: 500, sumSquares: 500 },
      sumProducts: half,
      withPast: index === 0 ? 500 : 99,
    };
  });
  const metric: MetricSums = { metric: 'm', measure: 'conversion', role: 'primary', direction: 'up', variants };
  const compare = (metrics: MetricSums) => metricResults([metrics], { engine: 'frequentist', alpha })[0]!.variants[1]!;
  // Arms with fewer than 100 visitors with a past are not adjusted.
  const before = compare(metric);
  expect([before.cuped, before.unadjusted]).toEqual([undefined, undefined]);
  const after = compare({ ...metric, variants: variants.map((arm) => ({ ...arm, withPast: 100 })) });
  expect(after.cuped!.varianceReduction).toBeGreaterThan(0);
  const { lift, liftInterval95, pValue } = before;
  expect(after.unadjusted).toMatchObject({ lift, liftInterval95, pValue });
  expect(after.pValue).not.toBe(pValue);
});
