import { sumsOfProportion, testMetric } from '../../domain/experiments/comparison';
import { holm } from '../../domain/experiments/multiple-comparisons';
import { requiredPerVariant } from '../../domain/experiments/power';
import type { StatisticsEngine } from '../../domain/experiments/schemas';
import { bounds99, converts, countVerdicts } from '../support/peeking';
import { drawBinomial, seededRandom } from '../support/seeded-random';

/** Checks that an experiment of the planned size finds the planned effect of one treatment with the promised power. */

const [alpha, targetPower, rate, mde] = [0.05, 0.8, 0.1, 0.2];

const planned = (engine: StatisticsEngine, treatments: number, effect = mde): number => {
  const size = requiredPerVariant({ mean: rate }, effect, { engine, alpha, targetPower, treatments });
  if (size === null) throw new Error('There is no plan for this rate.');
  return size;
};

function report(what: string, found: number, runs: number): number {
  const [low, high] = bounds99(found, runs);
  console.log(`${what}: ${(found / runs).toFixed(4)} (99 %: ${low.toFixed(4)} to ${high.toFixed(4)})`);
  return found / runs;
}

test.each([1, 2, 4, 9])(
  'frequentist with %d treatments, one of them better, finds it at its planned size',
  (treatments) => {
    const [n, runs, random] = [planned('frequentist', treatments), 4_000, seededRandom(60 + treatments)];
    let found = 0;
    for (let run = 0; run < runs; run += 1) {
      const [control, ...others] = Array.from({ length: treatments + 1 }, (_, arm) =>
        sumsOfProportion({ n, conversions: drawBinomial(random, n, arm === 1 ? rate * (1 + mde) : rate) }),
      );
      const pValues = others.map(
        (treatment) =>
          testMetric('conversion', { control: control!, treatment }, { engine: 'frequentist', alpha }).pValue!,
      );
      if (holm(pValues)[0]! < alpha) found += 1;
    }
    // Two points below the plan are allowed. With 4,000 runs the standard error is 0.6 points.
    expect(report(`frequentist, ${treatments} treatments, ${n} an arm`, found, runs)).toBeGreaterThan(
      targetPower - 0.02,
    );
  },
);

test.each([
  ['sequential', 1, 400],
  ['sequential', 2, 300],
  ['sequential', 4, 200],
  ['sequential', 9, 100],
  // The other two engines are planned like `sequential` and reach fewer verdicts, because the probability must also be
  // high.
  ['bayesian', 1, 200],
] as const)(
  '%s with %d treatments, with a look after every visitor, finds the effect by its planned size',
  (engine, treatments, runs) => {
    // A larger effect than above, so that an experiment needs fewer visitors.
    const effect = 0.4;
    const n = planned(engine, treatments, effect);
    const variants = treatments + 1;
    const { verdicts } = countVerdicts(
      {
        engine,
        measure: 'conversion',
        draw: converts(rate, rate * (1 + effect), ...Array<number>(variants - 2).fill(rate)),
        weights: Array<number>(variants).fill(1 / variants),
        visitors: n * variants,
        mde: effect,
        seed: 70 + treatments,
      },
      runs,
    );
    const share = report(`${engine}, ${treatments} treatments, ${n} an arm`, verdicts, runs);
    expect(share).toBeGreaterThanOrEqual(targetPower);
  },
);
