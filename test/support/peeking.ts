import { ratioEvidence } from '../../domain/experiments/adaptive';
import type { MetricMeasure } from '../../domain/experiments/metrics/schemas';
import type { MetricSums } from '../../domain/experiments/metric-results';
import { requiredPerVariant } from '../../domain/experiments/power';
import { experimentStatistics } from '../../domain/experiments/results';
import type { StatisticsEngine } from '../../domain/experiments/schemas';
import { mixtureVariance, sequenceBoundary, tunedFor } from '../../domain/experiments/sequential';
import { flooredWeights, subjectsToWeigh } from '../../domain/experiments/thompson';
import { compareBeliefs } from '../../domain/experiments/variant-findings';
import { seededRandom } from './seeded-random';

/**
 * Experiments with a look after every visitor. The product computes the verdict from its results. A cheap necessary
 * condition decides when they are worth computing.
 */

export interface Peeked {
  engine: StatisticsEngine;
  measure: Extract<MetricMeasure, 'conversion' | 'revenue'>;
  /** The value of a visitor of an arm: 0 or 1 for a conversion. */
  draw: (random: () => number, arm: number) => number;
  /** Shares of visitors, the control first. */
  weights: readonly number[];
  visitors: number;
  mde?: number;
  seed: number;
}

const alpha = 0.05;

// Read once, because Jest looks up globals of a test slowly.
const { cos, exp, log, max, min, sqrt, PI } = Math;

/** Draws a conversion with a probability. */
export const converts =
  (...rates: number[]) =>
  (random: () => number, arm: number): number =>
    random() < (rates[arm] ?? rates[0] ?? NaN) ? 1 : 0;

/** Draws revenue: a share of visitors buy, for log-normal sums with this deviation. */
export const buys =
  (share: number, deviation: number, factors: readonly number[] = []) =>
  (random: () => number, arm: number): number => {
    if (random() >= share) return 0;
    const normal = sqrt(-2 * log(1 - random())) * cos(2 * PI * random());
    return exp(deviation * normal) * (factors[arm] ?? 1);
  };

interface Sums {
  n: number[];
  sum: number[];
  squares: number[];
}

/** Returns how many of the experiments ever showed ship or roll_back, and the average number of visitors until then. */
export function countVerdicts(peeked: Peeked, runs: number): { verdicts: number; visitors: number } {
  const random = seededRandom(peeked.seed);
  const screen = screenOf(peeked);
  let [verdicts, visitors] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const stopped = runOnce(peeked, random, screen);
    if (stopped === null) continue;
    verdicts += 1;
    visitors += stopped / runs;
  }
  return { verdicts, visitors };
}

/** Visitors drawn at a time. The first check is whether any of them may lead to a verdict: usually none does. */
const drawBatchSize = 50;

/** The values of a block of visitors, by arm. */
interface Block {
  arms: number[];
  values: number[];
  n: number[];
  sum: number[];
}

/** @returns the visitors until ship or roll_back; null for neither */
function runOnce(peeked: Peeked, random: () => number, screen: Screen): number | null {
  const arms = peeked.weights.length;
  const sums: Sums = { n: Array(arms).fill(0), sum: Array(arms).fill(0), squares: Array(arms).fill(0) };
  let weights = peeked.weights;
  for (let visitor = 0; visitor < peeked.visitors; visitor += drawBatchSize) {
    const block = drawBlock(peeked, random, { weights, size: min(drawBatchSize, peeked.visitors - visitor) });
    const mayDecide = screen.mayDecideWithin(sums, block);
    for (let place = 0; place < block.arms.length; place += 1) {
      const [arm, value] = [block.arms[place]!, block.values[place]!];
      sums.n[arm]! += 1;
      sums.sum[arm]! += value;
      sums.squares[arm]! += value * value;
      if (!mayDecide || !screen.mayDecide(sums)) continue;
      const { recommendation, decision } = verdictOf(peeked, sums);
      if (recommendation === 'ship' || recommendation === 'roll_back') return visitor + place + 1;
      // Another decision is final.
      if (decision !== null) return null;
    }
    const isHour = peeked.engine === 'thompson' && (visitor + drawBatchSize) % 2_000 === 0;
    if (isHour && min(...sums.n) >= subjectsToWeigh) weights = weightsBy(peeked, sums);
  }
  return null;
}

function drawBlock(
  { draw }: Peeked,
  random: () => number,
  { weights, size }: { weights: readonly number[]; size: number },
): Block {
  const block: Block = { arms: [], values: [], n: Array(weights.length).fill(0), sum: Array(weights.length).fill(0) };
  for (let place = 0; place < size; place += 1) {
    const arm = armAt(random(), weights);
    const value = draw(random, arm);
    block.arms.push(arm);
    block.values.push(value);
    block.n[arm]! += 1;
    block.sum[arm]! += value;
  }
  return block;
}

/** Weighs the arms as a bandit's schedule does. */
const weightsBy = ({ measure }: Peeked, sums: Sums): number[] =>
  flooredWeights(compareBeliefs(primaryOf(measure, sums)).probabilityBest);

function armAt(place: number, weights: readonly number[]): number {
  let end = 0;
  for (let arm = 0; arm < weights.length - 1; arm += 1) {
    end += weights[arm]!;
    if (place < end) return arm;
  }
  return weights.length - 1;
}

const primaryOf = (measure: Peeked['measure'], { n, sum, squares }: Sums): MetricSums => ({
  metric: 'bought',
  measure,
  role: 'primary',
  direction: 'up',
  variants: n.map((size, arm) => ({
    variantId: String(arm),
    n: size,
    post: { sum: sum[arm]!, sumSquares: squares[arm]! },
  })),
});

function verdictOf({ engine, measure, mde = 0.1 }: Peeked, sums: Sums) {
  const { n, sum } = sums;
  return experimentStatistics({
    engine,
    status: 'running',
    alpha,
    mde,
    targetPower: 0.8,
    metrics: [primaryOf(measure, sums)],
    decision: null,
    variants: n.map((exposures, arm) => ({
      variantId: String(arm),
      name: '',
      exposures,
      expectedExposures: exposures,
      conversions: measure === 'conversion' ? sum[arm]! : 0,
    })),
  });
}

/** Whether a verdict is possible; false means certainly not. Values are 0 or more. */
interface Screen {
  mayDecide: (sums: Sums) => boolean;
  /** At any visitor of the next block. */
  mayDecideWithin: (sums: Sums, block: Block) => boolean;
}

function screenOf(peeked: Peeked): Screen {
  if (peeked.engine === 'frequentist') return plannedScreen(peeked);
  return peeked.engine === 'thompson' ? adaptiveScreen(peeked) : sequenceScreen(peeked);
}

/** Bounds of the sums at any visitor of a block. */
const most = ({ sum, n }: Sums, block: Block, arm: number): number => (sum[arm]! + block.sum[arm]!) / n[arm]!;
const least = ({ sum, n }: Sums, block: Block, arm: number): number => sum[arm]! / (n[arm]! + block.n[arm]!);
const leastVariance = ({ sum, squares, n }: Sums, block: Block, arm: number): number =>
  max(0, squares[arm]! - (sum[arm]! + block.sum[arm]!) ** 2 / n[arm]!) / (n[arm]! + block.n[arm]! - 1);

function smallestOf({ n }: Pick<Sums, 'n'>): number {
  let smallest = Infinity;
  for (let arm = 0; arm < n.length; arm += 1) if (n[arm]! < smallest) smallest = n[arm]!;
  return smallest;
}

/** Returns the effective number of values in the smallest arm, estimated from all arms together. */
function valuesOfArms(sums: Sums): number {
  let [n, sum, squares] = [0, 0, 0];
  for (let arm = 0; arm < sums.n.length; arm += 1) {
    n += sums.n[arm]!;
    sum += sums.sum[arm]!;
    squares += sums.squares[arm]!;
  }
  return ((sum * sum) / squares / n) * smallestOf(sums);
}

/** The smallest arm has the size that the control's results so far require. */
function plannedScreen({ measure, mde = 0.1, weights, visitors }: Peeked): Screen {
  const settings = { engine: 'frequentist', alpha, targetPower: 0.8, treatments: weights.length - 1 } as const;
  if (measure === 'revenue') {
    // 2 v k / (mde m)², where k is the factor for a variance of 1 and an effect of 1.
    const each = requiredPerVariant({ mean: 1, variance: 1e6 }, 1, settings)! / 1e6;
    const isEnough = (size: number, mean: number, variance: number): boolean =>
      size * (mde * mean) ** 2 * 1.0001 >= variance * each;
    return {
      mayDecide: (sums) => {
        const [n, sum, squares] = [sums.n[0]!, sums.sum[0]!, sums.squares[0]!];
        const variance = (squares - (sum * sum) / n) / (n - 1);
        // No verdict before each arm would have thirty values.
        return variance > 0 && isEnough(smallestOf(sums), sum / n, variance) && valuesOfArms(sums) > 29.99;
      },
      mayDecideWithin: (sums, block) =>
        sums.n[0]! < 2 ||
        isEnough(smallestOf(sums) + drawBatchSize, most(sums, block, 0), leastVariance(sums, block, 0)),
    };
  }
  // The lowest rate for which a size is enough. It decreases as the size grows.
  const rateFor = Array.from({ length: visitors + drawBatchSize + 1 }, (_, n) => {
    let [low, high] = [0, 1 / (1 + mde) - 1e-9];
    for (let round = 0; round < 30; round += 1) {
      const middle = (low + high) / 2;
      if ((requiredPerVariant({ mean: middle }, mde, settings) ?? Infinity) <= n) high = middle;
      else low = middle;
    }
    return high;
  });
  const isEnough = (rate: number, size: number): boolean => rate >= rateFor[size]! * (1 - 1e-7);
  return {
    mayDecide: (sums) => isEnough(sums.sum[0]! / sums.n[0]!, smallestOf(sums)),
    mayDecideWithin: (sums, block) =>
      sums.n[0] === 0 || isEnough(most(sums, block, 0), smallestOf(sums) + drawBatchSize),
  };
}

/** Tests a treatment against the control at the strictest level of Holm's procedure, with the caution of verdicts. */
function sequenceScreen({ visitors, weights }: Peeked): Screen {
  const level = alpha / (weights.length - 1);
  const critical = Array.from({ length: visitors + drawBatchSize + 1 }, (_, n) =>
    n < 2 ? Infinity : sequenceBoundary({ n, alpha }).criticalSquare(level) * 0.999,
  );
  const criticalWithin = critical.map((_, n) => min(...critical.slice(n, n + drawBatchSize + 1)));
  const anyTreatment = (sums: Sums, holds: (treatment: number) => boolean): boolean => {
    for (let treatment = 1; treatment < sums.n.length; treatment += 1) if (holds(treatment)) return true;
    return false;
  };
  const isClear = ({ n, sum, squares }: Sums, arm: number): boolean => {
    const [nA, nB] = [n[0]!, n[arm]!];
    if (nA < 2 || nB < 2) return false;
    const [total, totalSquares] = [sum[0]! + sum[arm]!, squares[0]! + squares[arm]!];
    // No verdict before each arm would have five values.
    if (((total * total) / totalSquares / (nA + nB)) * min(nA, nB) < 4.99) return false;
    const difference = sum[arm]! / nB - sum[0]! / nA;
    const vA = (squares[0]! - (sum[0]! * sum[0]!) / nA) / (nA - 1);
    const vB = (squares[arm]! - (sum[arm]! * sum[arm]!) / nB) / (nB - 1);
    const apart = vA / nA + vB / nB;
    const alike = ((vA * nA + vB * nB) / (nA + nB)) * (1 / nA + 1 / nB);
    return difference * difference > critical[nA + nB]! * (apart > alike ? apart : alike) && apart > 0;
  };
  /**
   * If one treatment is clearly worse, another may still be the best. Only if all look worse is there something to roll
   * back.
   */
  const isVerdict = (sums: Sums, arm: number): boolean => {
    if (!isClear(sums, arm)) return false;
    const mean = (of: number): number => sums.sum[of]! / sums.n[of]!;
    return mean(arm) > mean(0) || !anyTreatment(sums, (other) => mean(other) >= mean(0));
  };
  const mayBecomeClear = (sums: Sums, block: Block, arm: number): boolean => {
    const [nA, nB] = [sums.n[0]!, sums.n[arm]!];
    if (nA < 2 || nB < 2) return true;
    const rise = most(sums, block, arm) - least(sums, block, 0);
    const fall = most(sums, block, 0) - least(sums, block, arm);
    const apart =
      leastVariance(sums, block, 0) / (nA + block.n[0]!) + leastVariance(sums, block, arm) / (nB + block.n[arm]!);
    return max(rise, fall) ** 2 > criticalWithin[nA + nB]! * apart;
  };
  return {
    mayDecide: (sums) => anyTreatment(sums, (treatment) => isVerdict(sums, treatment)),
    mayDecideWithin: (sums, block) => anyTreatment(sums, (treatment) => mayBecomeClear(sums, block, treatment)),
  };
}

/**
 * A mixture's evidence is the likelihood ratio of the best two rates against one, minus the cost of the mixture. This
 * checks most of that cost first, and then the evidence itself.
 */
function adaptiveScreen({ measure, weights }: Peeked): Screen {
  const mayDecideWithin = () => true;
  if (measure === 'revenue') return { mayDecide: adaptiveMeansMayDecide(weights), mayDecideWithin };
  const needed = -log(alpha / (weights.length - 1));
  const weight = 1 / mixtureVariance(alpha, tunedFor / 2);
  const entropy = (x: number, n: number): number =>
    x === 0 || x === n ? 0 : x * log(x / n) + (n - x) * log(1 - x / n);
  const mayDecide = ({ n, sum }: Sums): boolean => {
    for (let arm = 1; arm < n.length; arm += 1) {
      const likelihood =
        entropy(sum[0]!, n[0]!) + entropy(sum[arm]!, n[arm]!) - entropy(sum[0]! + sum[arm]!, n[0]! + n[arm]!);
      const cost = log((n[0]! / weight + 1) * (n[arm]! / weight + 1)) / 2;
      if (likelihood < needed + 0.7 * cost) continue;
      const [control, treatment] = [0, arm].map((place) => ({ n: n[place]!, conversions: sum[place]! }));
      if (ratioEvidence(control!, treatment!, 1, alpha) > 0.999 * needed) return true;
    }
    return false;
  };
  return { mayDecide, mayDecideWithin };
}

/** Evidence from the arms' own sequences, after the minimum number of values for a verdict. */
function adaptiveMeansMayDecide(weights: readonly number[]): Screen['mayDecide'] {
  const needed = -log(alpha / (weights.length - 1));
  const spread = mixtureVariance(alpha, tunedFor / 2);
  const varianceOf = ({ n, sum, squares }: Sums, arm: number): number =>
    max(0, squares[arm]! - sum[arm]! ** 2 / n[arm]!) / (n[arm]! - 1) / n[arm]!;
  const isClear = (sums: Sums, arm: number): boolean => {
    const { n, sum, squares } = sums;
    const [nA, nB] = [n[0]!, n[arm]!];
    if (nA < 2 || nB < 2) return false;
    const [total, totalSquares] = [sum[0]! + sum[arm]!, squares[0]! + squares[arm]!];
    // No verdict before each arm would have fifteen values.
    if (((total * total) / totalSquares / (nA + nB)) * min(nA, nB) < 14.99) return false;
    const [a, b] = [nA * spread + 1, nB * spread + 1];
    const variance = (varianceOf(sums, 0) * 2 * a) / (a - 1) + (varianceOf(sums, arm) * 2 * b) / (b - 1);
    const difference = sum[arm]! / nB - sum[0]! / nA;
    return (difference * difference) / variance - log(a * b) / 2 > 0.999 * needed;
  };
  return (sums) => {
    for (let arm = 1; arm < weights.length; arm += 1) if (isClear(sums, arm)) return true;
    return false;
  };
}

/** Returns Wilson’s 99 % bounds of a share. */
export function bounds99(count: number, runs: number): [low: number, high: number] {
  const [share, z] = [count / runs, 2.575_829];
  const shrink = 1 + (z * z) / runs;
  const middle = (share + (z * z) / (2 * runs)) / shrink;
  const half = (z * sqrt((share * (1 - share)) / runs + (z * z) / (4 * runs * runs))) / shrink;
  return [middle - half, middle + half];
}
