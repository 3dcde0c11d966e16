import { shrinkProgramme, type EndedExperiment } from '../../../domain/experiments/programme';
import { momentsOf, type Moments } from '../../../domain/statistics/moments';
import { drawBinomial, seededRandom } from '../../support/seeded-random';

const rateMoments = ({ n, conversions }: { n: number; conversions: number }): Moments => {
  const mean = conversions / n;
  return { n, mean, variance: mean * (1 - mean) };
};

const ended = (control: number, treatment: number, more: Partial<EndedExperiment> = {}): EndedExperiment => ({
  direction: 'up',
  shipped: 0,
  control: rateMoments({ n: 10_000, conversions: control }),
  treatments: [rateMoments({ n: 10_000, conversions: treatment })],
  ...more,
});

test('a winner shrinks more among experiments without effect, and hardly if its effect is clear', () => {
  const winner = ended(1_000, 1_100);
  const dull = Array.from({ length: 20 }, (_, index) => ended(1_000, 995 + (index % 11), { shipped: null }));
  const lively = Array.from({ length: 20 }, (_, index) => ended(1_000, 700 + 30 * index, { shipped: null }));
  const [alone, medianOfDull, medianOfLively] = [[winner], [winner, ...dull], [winner, ...lively]].map(
    (experiments) => shrinkProgramme(experiments).winners[0]!.shrunkenLift,
  );
  expect(medianOfDull).toBeLessThan(0.5 * alone!);
  expect(alone).toBeLessThan(medianOfLively!);
  expect(medianOfLively).toBeGreaterThan(0.09);
  expect(medianOfLively).toBeLessThan(0.1);
});

test('a winner’s interval keeps its width among varied effects and narrows among small ones', () => {
  const winner = ended(1_000, 1_100);
  const others = (step: number): EndedExperiment[] =>
    Array.from({ length: 40 }, (_, index) => ended(2_000, 2_000 + step * (index - 20), { shipped: null }));
  const halfWidth = (experiments: EndedExperiment[]): number => {
    const [low, high] = shrinkProgramme(experiments).winners[0]!.shrunkenLiftInterval95;
    return (Math.log1p(high) - Math.log1p(low)) / 2;
  };
  // Standard error of the log ratio by the delta method.
  const own = 1.959964 * Math.sqrt(0.9 / 1_000 + 0.89 / 1_100);
  expect(halfWidth([winner, ...others(60)])).toBeGreaterThan(0.9 * own);
  expect(halfWidth([winner, ...others(60)])).toBeLessThan(1.01 * own);
  expect(halfWidth([winner, ...others(1)])).toBeLessThan(0.7 * own);
});

test('a mean shrinks like a rate with the same uncertainty of effect', () => {
  const rates = ended(1_000, 1_100);
  // Each buyer pays 7, so the relative effect and error are those of buying.
  const paid = (buyers: number) => momentsOf({ n: 10_000, sum: 7 * buyers, sumSquares: 49 * buyers });
  const means = ended(0, 0, { control: paid(1_000), treatments: [paid(1_100)] });
  const [byRate, byMean] = [rates, means].map((experiment) => shrinkProgramme([experiment]).winners[0]!);
  expect(byMean!.lift).toBeCloseTo(0.1, 9);
  expect(byMean!.shrunkenLift).toBeCloseTo(byRate!.shrunkenLift, 4);
  // If amounts vary, the same lift is weaker evidence.
  const varied = (buyers: number) => momentsOf({ n: 10_000, sum: 7 * buyers, sumSquares: 490 * buyers });
  const [loose] = shrinkProgramme([ended(0, 0, { control: varied(1_000), treatments: [varied(1_100)] })]).winners;
  expect(loose!.shrunkenLift).toBeLessThan(byMean!.shrunkenLift / 2);
});

test('winners accumulate in the better direction; an experiment that was not shipped adds nothing', () => {
  const up = ended(1_000, 1_300);
  const down = ended(1_300, 1_000, { direction: 'down' });
  const { winners, cumulativeLift, cumulativeLiftInterval95 } = shrinkProgramme([
    up,
    ended(1_000, 1_200, { shipped: null }),
    down,
  ]);
  expect(winners[1]).toBeNull();
  expect(winners[2]!.shrunkenLift).toBeCloseTo(winners[0]!.shrunkenLift, 9);
  expect(1 + cumulativeLift).toBeCloseTo((1 + winners[0]!.shrunkenLift) ** 2, 9);
  expect(cumulativeLiftInterval95[0]).toBeLessThan(cumulativeLift);
  expect(cumulativeLiftInterval95[1]).toBeGreaterThan(cumulativeLift);
  expect(shrinkProgramme([])).toEqual({ cumulativeLift: 0, cumulativeLiftInterval95: [0, 0], winners: [] });
  expect(shrinkProgramme([ended(0, 10)]).winners).toEqual([
    { lift: null, shrunkenLift: 0, shrunkenLiftInterval95: [0, 0] },
  ]);
});

test('the cumulative lift of winners is near the true one, although the observed lift is far above', () => {
  const random = seededRandom(71);
  let [truth, seen] = [0, 0];
  const experiments = Array.from({ length: 150 }, () => {
    const effect = 0.04 * (random() + random() + random() - 1.5);
    const [control, treatment] = [0.1, 0.1 * Math.exp(effect)].map((rate) => drawBinomial(random, 4_000, rate));
    const isShipped = treatment! > control! * 1.1;
    if (isShipped) {
      truth += effect;
      seen += Math.log(treatment! / control!);
    }
    return ended(0, 0, {
      control: rateMoments({ n: 4_000, conversions: control! }),
      treatments: [rateMoments({ n: 4_000, conversions: treatment! })],
      shipped: isShipped ? 0 : null,
    });
  });
  const { cumulativeLift, cumulativeLiftInterval95 } = shrinkProgramme(experiments);
  expect(seen).toBeGreaterThan(truth + 1);
  expect(Math.abs(Math.log(1 + cumulativeLift) - truth)).toBeLessThan((seen - truth) / 3);
  expect(cumulativeLiftInterval95[0]).toBeLessThan(Math.expm1(truth));
  expect(cumulativeLiftInterval95[1]).toBeGreaterThan(Math.expm1(truth));
});
