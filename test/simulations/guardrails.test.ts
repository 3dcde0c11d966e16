import { sumsOfProportion } from '../../domain/experiments/comparison';
import { guardrailResults } from '../../domain/experiments/guardrail-results';
import type { MetricSums } from '../../domain/experiments/metric-results';
import type { StatisticsEngine } from '../../domain/experiments/schemas';
import { bounds99 } from '../support/peeking';
import { drawBinomial, seededRandom } from '../support/seeded-random';

/** The share of harmless experiments in which any guardrail ever reports harm by a treatment, with repeated looks. */

const runs = Number(process.env['SIMULATION_RUNS'] ?? 100);
const timeout = Math.max(600_000, runs * 300);
const alpha = 0.05;
const visitors = 20_000;

/** Three independent guardrails, and their counts by variant. */
const rates = { refund: 0.02, complaint: 0.005, purchase: 0.1 } as const;

const harmedAt = (counts: Map<string, number[]>, exposures: number[], engine: StatisticsEngine): boolean => {
  const metrics = [...counts].map(([metric, conversions]): MetricSums => ({
    metric,
    measure: 'conversion',
    role: 'guardrail',
    direction: metric === 'purchase' ? 'up' : 'down',
    variants: conversions.map((count, arm) => ({
      variantId: String(arm),
      ...sumsOfProportion({ n: exposures[arm]!, conversions: count }),
    })),
  }));
  const results = guardrailResults(metrics, { engine, alpha, isDecisive: true });
  return results.some(({ variants }) => variants.some(({ harmed }) => harmed));
};

test.each([
  ['sequential', 1, 100],
  ['sequential', 3, 100],
  // Evidence for `thompson` takes a hundred times as long to compute.
  ['thompson', 1, 10],
] as const)(
  'harmless treatments, three guardrails, %s with %d treatments, %d looks',
  (engine, treatments, looks) => {
    const visitorsOfLook = visitors / looks;
    const random = seededRandom(80 + treatments + engine.length);
    let harmed = 0;
    for (let run = 0; run < runs; run += 1) {
      const exposures = Array<number>(treatments + 1).fill(0);
      const counts = new Map(Object.keys(rates).map((metric) => [metric, Array<number>(treatments + 1).fill(0)]));
      for (let look = 0; look < looks; look += 1) {
        for (let arm = 0; arm <= treatments; arm += 1) {
          exposures[arm]! += visitorsOfLook;
          for (const [metric, rate] of Object.entries(rates)) {
            counts.get(metric)![arm]! += drawBinomial(random, visitorsOfLook, rate);
          }
        }
        if (!harmedAt(counts, exposures, engine)) continue;
        harmed += 1;
        break;
      }
    }
    const [low, high] = bounds99(harmed, runs);
    console.log(
      `${engine}, ${treatments} treatments, ${runs} runs of ${looks} looks: ${(harmed / runs).toFixed(4)} ` +
        `(99 %: ${low.toFixed(4)} to ${high.toFixed(4)})`,
    );
    expect(low).toBeLessThanOrEqual(alpha);
    if (runs >= 10_000) expect(high).toBeLessThanOrEqual(0.06);
  },
  timeout,
);

test('a treatment that harms one of them is found', () => {
  const [random, exposures] = [seededRandom(90), [20_000, 20_000]];
  const counts = new Map([
    ['refund', [0.02, 0.03].map((rate) => drawBinomial(random, 20_000, rate))],
    ['complaint', [0.005, 0.005].map((rate) => drawBinomial(random, 20_000, rate))],
    ['purchase', [0.1, 0.1].map((rate) => drawBinomial(random, 20_000, rate))],
  ]);
  expect(harmedAt(counts, exposures, 'sequential')).toBe(true);
});
