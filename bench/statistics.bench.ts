import { compareArms } from '../domain/experiments/bayesian';
import { experimentStatistics, type ExperimentCounts } from '../domain/experiments/results';

/**
 * Measures all statistics of a result with five variants, and the comparison of eight arms, on one core after a
 * warm-up. The floor is computing the densities of as many arms at a thousand points each, the first step of any
 * quadrature.
 */

const [rounds, each, places] = [7, 30, 1_000];

function countsOf(arms: number, engine: ExperimentCounts['engine'], exposures: number): ExperimentCounts {
  const conversionsOf = (index: number): number => Math.round(exposures * 0.1 * (1 + index / 50));
  return {
    engine,
    status: 'running',
    alpha: 0.05,
    mde: 0.1,
    targetPower: 0.8,
    variants: Array.from({ length: arms }, (_, index) => ({
      variantId: String(index),
      name: 'Variant',
      exposures,
      conversions: conversionsOf(index),
      expectedExposures: exposures,
    })),
    metrics: [
      {
        metric: 'refund',
        measure: 'conversion',
        role: 'guardrail',
        direction: 'down',
        variants: Array.from({ length: arms }, (_, index) => ({
          variantId: String(index),
          n: exposures,
          post: { sum: 100 + index, sumSquares: 100 + index },
        })),
      },
    ],
  };
}

/** Returns the milliseconds of one call, in the best of several rounds, because the machine has other load too. */
function millisecondsOf(compute: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    for (let index = 0; index < each; index += 1) compute();
    best = Math.min(best, (performance.now() - began) / each);
  }
  return best;
}

/** Computes densities of Beta distributions without their constant factors, which no quadrature needs. */
function densities({ variants }: ExperimentCounts): number {
  let sum = 0;
  for (const { exposures, conversions } of variants) {
    for (let place = 1; place < places; place += 1) {
      const x = place / places;
      sum += Math.exp(conversions * Math.log(x) + (exposures - conversions) * Math.log1p(-x));
    }
  }
  return sum;
}

const engines = ['frequentist', 'sequential', 'bayesian', 'thompson'] as const;
for (const exposures of [5_000, 1_000_000]) {
  for (const engine of engines) {
    const counts = countsOf(5, engine, exposures);
    const [floor, all] = [millisecondsOf(() => densities(counts)), millisecondsOf(() => experimentStatistics(counts))];
    console.log(
      `statistics: 5 variants of ${exposures}, ${engine.padEnd(11)} ${all.toFixed(2)} ms, ${(all / floor).toFixed(1)} times the floor; goal less than 5 ms`,
    );
  }
  const eight = countsOf(8, 'thompson', exposures);
  const arms = eight.variants.map(({ conversions, exposures: n }) => ({
    successes: conversions,
    failures: n - conversions,
  }));
  const [floor, compared] = [millisecondsOf(() => densities(eight)), millisecondsOf(() => compareArms(arms))];
  console.log(
    `statistics: 8 arms of ${exposures} compared     ${compared.toFixed(2)} ms, ${(compared / floor).toFixed(1)} times the floor`,
  );
}
