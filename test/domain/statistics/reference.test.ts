import { creditsOf, type AttributionModel } from '../../../domain/attribution/models';
import { confidenceOf, evidenceShift, type WeighedEvidence } from '../../../domain/beliefs/update-confidence';
import { assignVariant } from '../../../domain/experiments/allocate';
import {
  compareArms,
  credibleInterval,
  posteriorOf,
  probabilityBest,
  type ArmOutcomes,
} from '../../../domain/experiments/bayesian';
import { bucket } from '../../../domain/experiments/bucket';
import { adjustForPast, type PrePostSums } from '../../../domain/experiments/cuped';
import { sumsOfProportion, testMetric, type ArmSums, type LiftTest } from '../../../domain/experiments/comparison';
import { differenceOf, pairOf, type MeanPair } from '../../../domain/experiments/fieller';
import { differenceErrors, twoProportionTest } from '../../../domain/experiments/fixed-horizon';
import { harmTest, nonInferiorityTest } from '../../../domain/experiments/guardrails';
import { benjaminiHochberg, holm } from '../../../domain/experiments/multiple-comparisons';
import { homogeneityTest } from '../../../domain/experiments/omnibus';
import {
  achievedPowerOf,
  detectableEffect,
  requiredPerVariant,
  type Baseline,
  type PlanSettings,
} from '../../../domain/experiments/power';
import { experimentStatistics } from '../../../domain/experiments/results';
import { mixtureVariance, sequenceBoundary, type Boundary } from '../../../domain/experiments/sequential';
import { sampleRatio } from '../../../domain/experiments/srm';
import { thompsonWeights } from '../../../domain/experiments/thompson';
import { studentBoundary, welchDegrees } from '../../../domain/experiments/welch';
import { impactOf } from '../../../domain/journeys/impact';
import { betaQuantile } from '../../../domain/statistics/beta';
import { chiSquareUpperTail } from '../../../domain/statistics/chi-square';
import { momentsOf, type Moments, type Sums } from '../../../domain/statistics/moments';
import { criticalNormal, normalCdf, normalQuantile } from '../../../domain/statistics/normal';
import { rateOf, type Interval, type Proportion } from '../../../domain/statistics/proportion';
import { criticalStudent, studentCdf } from '../../../domain/statistics/student';
import reference from './reference.json';

/**
 * Every reference case, calculated with scipy, statsmodels and a published package. A category without a reader fails.
 */

/** Each category interprets its own values. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Values = any;

interface Case {
  id: string;
  category: string;
  inputs: Values;
  expected: Values;
  tolerance: { abs: number; rel: number };
}

/**
 * Values that the product does not calculate, because it uses other methods: sample sizes of other calculators,
 * weights clipped to the floor, Bonferroni instead of Holm, Wilson instead of a credible interval, Newcombe instead of
 * Koopman, and the older of the two hashes.
 */
const notChosen = ['evanMiller', 'cohenH', 'ruleOf16', 'weightsClipFloor01', 'bonferroni', 'wilson'];
const casesNotChosen = ['hash_v1_empty_a', 'newcombe_basic'];

const sumsFrom = (arm: Proportion | Sums): ArmSums =>
  'sum' in arm ? { n: arm.n, post: { sum: arm.sum, sumSquares: arm.sumSquares } } : sumsOfProportion(arm);
const momentsFrom = (arm: Proportion | Sums): Moments => momentsOf({ n: arm.n, ...sumsFrom(arm).post });
/** The difference of two means, and the interval of differences that the test does not reject. */
const differenceBy = (pair: MeanPair, boundary: Boundary, alpha: number) => {
  const { estimate, variance } = differenceOf(pair);
  const half = Math.sqrt(boundary.criticalSquare(alpha) * variance);
  const interval: Interval = [estimate - half, estimate + half];
  return { estimate, interval, standardError: Math.sqrt(variance) };
};
const asWelch = (pair: MeanPair, df: number, alpha: number): Values => {
  const { estimate, interval, standardError } = differenceBy(pair, studentBoundary(df), alpha);
  const pValue = studentBoundary(df).pValue((estimate / standardError) ** 2);
  return { expected: estimate, ci: interval, pValue, stddev: standardError, df };
};
const outcomesOf = ({ n, conversions }: Proportion): ArmOutcomes => ({
  successes: conversions,
  failures: n - conversions,
});

const cupedSums = ({ pre, post }: { pre: number[]; post: number[] }): PrePostSums => {
  const sumOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);
  const products = (one: number[], other: number[]): number => sumOf(one.map((value, index) => value * other[index]!));
  return {
    n: pre.length,
    pre: { sum: sumOf(pre), sumSquares: products(pre, pre) },
    post: { sum: sumOf(post), sumSquares: products(post, post) },
    sumProducts: products(pre, post),
  };
};

const credibleOf = (inputs: Values): Values => {
  const arm = outcomesOf({ n: inputs.subjectsReached, conversions: inputs.goalEvents });
  const { a, b } = posteriorOf(arm);
  return {
    rate: inputs.goalEvents / inputs.subjectsReached,
    posteriorMean: a / (a + b),
    posteriorSd: Math.sqrt((a * b) / ((a + b) ** 2 * (a + b + 1))),
    credibleInterval95: credibleInterval(arm, 1 - inputs.mass),
  };
};

const impact = ({ exposed, holdout }: Values): Values =>
  impactOf({ exposed: exposed.n, holdout: holdout.n }, { exposed: exposed.conversions, holdout: holdout.conversions });

/** The lowest value in the interval at which `holds` becomes true, by bisection. */
function firstBetween(ends: Interval, holds: (value: number) => boolean): number {
  let [low, high] = ends;
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** A rate as a mean with the average variance of both arms. The plan for means is then the unpooled plan for rates. */
const asMean = (baseline: number, treatmentRate: number): Baseline => ({
  mean: baseline,
  variance: (baseline * (1 - baseline) + treatmentRate * (1 - treatmentRate)) / 2,
});

/** Includes the size before rounding up: between one subject fewer and this size, the power is reached. */
const frequentistSize = (baseline: Baseline, mde: number, settings: PlanSettings): Values => {
  const perArm = requiredPerVariant(baseline, mde, settings)!;
  const powerOf = (n: number): number => achievedPowerOf(baseline, mde, { ...settings, n })!;
  return { raw: firstBetween([perArm - 1, perArm], (n) => powerOf(n) >= settings.targetPower), perArm };
};

const sizes = (inputs: Values): Values => {
  const { baseline, mde, mdeType, alpha, targetPower } = inputs;
  const treatmentRate = mdeType === 'relative' ? baseline * (1 + mde) : baseline + mde;
  const settings = { engine: 'frequentist', alpha, targetPower, treatments: 1 } as const;
  const of = (planned: Baseline): Values => frequentistSize(planned, treatmentRate / baseline - 1, settings);
  return { treatmentRate, pooled: of({ mean: baseline }), unpooled: of(asMean(baseline, treatmentRate)) };
};

const power = ({ baseline, treatmentRate, nPerArm, alpha, targetPower = 0.8 }: Values): Values => {
  const settings = { engine: 'frequentist', alpha, targetPower, treatments: 1, n: nPerArm } as const;
  if (treatmentRate === undefined) {
    // The variance is that of the effect to detect.
    const isFound = (mde: number): boolean =>
      detectableEffect(asMean(baseline, baseline * (1 + mde)), settings)! <= mde;
    const mdeRelative = firstBetween([0, 1 / baseline - 1], isFound);
    return { mdeAbsolute: mdeRelative * baseline, mdeRelative };
  }
  const mde = treatmentRate / baseline - 1;
  const oneTail = achievedPowerOf(asMean(baseline, treatmentRate), mde, settings)!;
  // The opposite tail, which the product ignores.
  const otherTail = normalCdf(-normalQuantile(oneTail) - 2 * criticalNormal(alpha));
  return { pooledOneTail: achievedPowerOf({ mean: baseline }, mde, settings), unpooledTwoSided: oneTail + otherTail };
};

const cuped = ({ control, treatment, alpha }: Values): Values => {
  const arms = [cupedSums(control), cupedSums(treatment)] as const;
  const { slopes, residuals, pair, df } = adjustForPast(...arms, 'pooled')!;
  const [before, after] = residuals;
  const unadjusted = arms.map(({ n, post }) => momentsOf({ n, ...post })) as [Moments, Moments];
  return {
    theta: slopes[0],
    adjustedMeanControl: before.mean,
    adjustedMeanTreatment: after.mean,
    adjustedVarianceControl: before.variance,
    adjustedVarianceTreatment: after.variance,
    absolute: asWelch(pair, df, alpha),
    unadjustedAbsolute: asWelch(pairOf(...unadjusted), welchDegrees(...unadjusted)!, alpha),
  };
};

const liftOf = ({ lift, pValue, intervalAt }: LiftTest, alpha: number): Values => {
  const [low, high] = intervalAt(alpha) ?? [null, null];
  return { lift, pValue, liftLow: low, liftHigh: high, ciLow: low, ciHigh: high };
};

const welchAndFieller = ({ control, treatment, alpha }: Values): Values => {
  const [a, b] = [momentsFrom(control), momentsFrom(treatment)];
  const df = welchDegrees(a, b)!;
  const { estimate, standardError, interval } = differenceBy(pairOf(a, b), studentBoundary(df), alpha);
  const arms = { control: sumsFrom(control), treatment: sumsFrom(treatment) };
  return {
    meanControl: a.mean,
    meanTreatment: b.mean,
    difference: estimate,
    t: estimate / standardError,
    df,
    differenceLow: interval[0],
    differenceHigh: interval[1],
    ...liftOf(testMetric('revenue', arms, { engine: 'frequentist', alpha }), alpha),
  };
};

const sequence = ({ control, treatment, alpha, tuning }: Values): Values => {
  const boundary = sequenceBoundary({ n: control.n + treatment.n, alpha, tuning });
  const { estimate, interval } = differenceBy(pairOf(momentsFrom(control), momentsFrom(treatment)), boundary, alpha);
  const measure = control.sum === undefined ? 'conversion' : 'revenue';
  const arms = { control: sumsFrom(control), treatment: sumsFrom(treatment) };
  return {
    rho: Math.sqrt(mixtureVariance(alpha, tuning)),
    difference: estimate,
    differenceLow: interval[0],
    differenceHigh: interval[1],
    ...liftOf(testMetric(measure, arms, { engine: 'sequential', alpha }), alpha),
  };
};

/** The planned size in results and in the calculator. */
const plannedSize = (engine: 'frequentist' | 'sequential') => (inputs: Values) => {
  const { baseline, mde, alpha, targetPower, treatments } = inputs;
  const settings = { engine, alpha, targetPower, treatments };
  if (engine === 'frequentist') return frequentistSize({ mean: baseline }, mde, settings);
  const perArm = requiredPerVariant({ mean: baseline }, mde, settings);
  return { raw: perArm, perArm };
};

const adjustments = ({ pValues }: { pValues: number[] }): Values => {
  const by = { holm: holm(pValues), benjaminiHochberg: benjaminiHochberg(pValues) };
  const rejected = Object.entries(by).map(([name, adjusted]) => [name, adjusted.map((p) => p <= 0.05)]);
  return { ...by, rejectedAt05: Object.fromEntries(rejected) };
};

const hashes = (inputs: Values): Values => {
  if (inputs.coverage !== undefined) return { ranges: rangesOf(inputs.weights, inputs.coverage) };
  if (inputs.count === undefined) return { bucket: bucket(inputs.seed, inputs.value) };
  const variants = (inputs.weights as number[]).map((weight, index) => ({ id: String(index), weight }));
  const counts = variants.map(() => 0);
  for (let index = 0; index < inputs.count; index += 1) {
    const experiment = { id: inputs.seed, status: 'running', trafficSplit: 100, variants };
    counts[Number(assignVariant(experiment, `${inputs.idPrefix}${index}`)!.id)]! += 1;
  }
  return { counts, srmPValue: sampleRatio(counts, inputs.weights).pValue };
};

/** Derived from the visitors' buckets, because assignment does not expose its ranges. */
function rangesOf(weights: number[], coverage: number): [number, number][] {
  const variants = weights.map((weight, index) => ({ id: String(index), weight }));
  const experiment = { id: 'ranges', status: 'running', trafficSplit: coverage * 100, variants };
  const places = variants.map((): number[] => []);
  for (let visitor = 0; visitor < 200_000; visitor += 1) {
    const variant = assignVariant(experiment, String(visitor));
    if (variant) places[Number(variant.id)]!.push(bucket('ranges', String(visitor)));
  }
  // Buckets are ten-thousandths, and the end of a range is exclusive.
  return places.map((inside) => [
    inside.reduce((low, place) => Math.min(low, place)),
    inside.reduce((high, place) => Math.max(high, place)) + 1e-4,
  ]);
}

const beliefs = ({
  initialConfidence,
  evidence,
}: {
  initialConfidence: number;
  evidence: WeighedEvidence[];
}): Values => ({
  confidence: confidenceOf(initialConfidence, evidence),
  logOdds:
    Math.log(initialConfidence / (1 - initialConfidence)) + evidence.reduce((sum, one) => sum + evidenceShift(one), 0),
  steps: evidence.map((one, index) => ({
    logOddsShift: evidenceShift(one),
    confidence: confidenceOf(initialConfidence, evidence.slice(0, index + 1)),
  })),
});

const attribution = ({ touchAgesDays, revenue = 0 }: Values, expected: Values): Values => {
  const credits = Object.keys(expected.credits).map((model) => [
    model,
    creditsOf(model as AttributionModel, touchAgesDays),
  ]);
  const decay = creditsOf('time_decay', touchAgesDays);
  return {
    credits: Object.fromEntries(credits),
    revenue: Object.fromEntries(
      credits.map(([model, shares]) => [model, (shares as number[]).map((share) => share * revenue)]),
    ),
    ratio: decay[1]! / decay[0]!,
  };
};

const confidence = ({ control, treatment }: Values): Values =>
  experimentStatistics({
    engine: 'frequentist',
    status: 'running',
    alpha: 0.05,
    mde: 0.1,
    targetPower: 0.8,
    metrics: [],
    variants: [control, treatment].map(({ n, conversions }: Proportion, index) => ({
      variantId: String(index),
      name: '',
      exposures: n,
      conversions,
      expectedExposures: 1,
    })),
  });

const distributions = (_: Values, expected: Values): Values => {
  const of = (name: string, compute: (...args: number[]) => number): Values =>
    Object.fromEntries(Object.keys(expected[name]).map((key) => [key, compute(...key.split('|').map(Number))]));
  return {
    normCdf: of('normCdf', (z) => normalCdf(z)),
    normPpf: of('normPpf', (p) => normalQuantile(p)),
    betaCdf: of('betaCdf', (x, a, b) => firstBetween([0, 1], (p) => betaQuantile(p, a, b) >= x)),
    betaPpf: of('betaPpf', (p, a, b) => betaQuantile(p, a, b)),
    tSf: of('tSf', (t, df) => studentCdf(-t, df)),
    tPpf: of('tPpf', (p, df) => criticalStudent(2 * (1 - p), df)),
    chi2Sf: of('chi2Sf', (x, df) => chiSquareUpperTail(x, df)),
  };
};

const twoProportion = ({ control, treatment, alpha }: Values): Values => {
  const { difference, pValue } = twoProportionTest(control, treatment);
  const { pooled, unpooled } = differenceErrors(control, treatment);
  const half = criticalNormal(alpha) * unpooled;
  return {
    rateA: rateOf(control),
    rateB: rateOf(treatment),
    diff: difference,
    z: difference / pooled,
    pValue,
    sePooled: pooled,
    seUnpooled: unpooled,
    ciLow: difference - half,
    ciHigh: difference + half,
  };
};

const guardrail = ({ control, treatment, alpha, relativeMargin }: Values): Values => {
  if (relativeMargin === undefined) return harmTest(control, treatment, { lowerIsBetter: false, alpha });
  const test = nonInferiorityTest(control, treatment, { relativeMargin, alpha });
  const { difference } = twoProportionTest(control, treatment);
  return { ...test, diff: difference, marginAbs: test.margin };
};

/** The product has no such interval, but its intervals use the same quantiles. */
const clopperPearson = ({ n, conversions, alpha }: Values): Values => ({
  clopperPearson: [
    conversions === 0 ? 0 : betaQuantile(alpha / 2, conversions, n - conversions + 1),
    conversions === n ? 1 : betaQuantile(1 - alpha / 2, conversions + 1, n - conversions),
  ],
});

const scoreInterval = ({ control, treatment, alpha }: Values): Values => {
  const arms = { control: sumsOfProportion(control), treatment: sumsOfProportion(treatment) };
  return liftOf(testMetric('conversion', arms, { engine: 'frequentist', alpha }), alpha);
};

const chance = ({ control, treatment }: Values): Values => {
  const arms = [outcomesOf(control), outcomesOf(treatment)] as const;
  const [mean, other] = arms.map(posteriorOf).map(({ a, b }) => a / (a + b)) as [number, number];
  const [ofControl, ofTreatment] = compareArms(arms).expectedLoss;
  return {
    chanceToBeatControl: probabilityBest(arms)[1],
    posteriorMeanDiff: other - mean,
    expectedLossChoosingTreatment: ofTreatment,
    expectedLossChoosingControl: ofControl,
  };
};

const readers: Record<string, (inputs: Values, expected: Values) => Values> = {
  two_proportion_z: twoProportion,
  guardrail,
  single_proportion_ci: clopperPearson,
  sample_size: sizes,
  power,
  bayes_beta_ci: credibleOf,
  chance_to_beat_control: chance,
  srm: ({ observed, weights }) => ({ ...sampleRatio(observed, weights), df: observed.length - 1 }),
  lift_score_interval: scoreInterval,
  mean_welch_fieller: welchAndFieller,
  calibrated_impact: impact,
  sequential_difference: sequence,
  sample_size_treatments: plannedSize('frequentist'),
  sample_size_sequential: plannedSize('sequential'),
  cuped,
  multiple_testing: adjustments,
  thompson_beta: ({ arms, floor }) => ({
    probabilityBest: probabilityBest(arms),
    weightsAdditiveFloor01: thompsonWeights(arms, floor),
  }),
  multivariate: ({ arms }) => homogeneityTest(arms),
  assignment_hash: hashes,
  belief_update: beliefs,
  attribution,
  experiment_confidence: confidence,
  distribution_functions: distributions,
};

/** Checks every expected value within the tolerance. The intermediate values of a belief are not compared. */
function check(actual: Values, expected: Values, { tolerance, category }: Case, path = ''): void {
  if (typeof expected === 'number') {
    const allowed = Math.max(tolerance.abs, tolerance.rel * Math.abs(expected));
    if (typeof actual !== 'number' || !(Math.abs(actual - expected) <= allowed)) {
      throw new Error(`${path} is ${String(actual)}, not ${expected} ± ${allowed}.`);
    }
    return;
  }
  if (expected === null || typeof expected !== 'object') {
    expect({ path, value: actual }).toEqual({ path, value: expected });
    return;
  }
  for (const [key, value] of Object.entries(expected)) {
    const innards = category === 'belief_update' && ['z', 'signProbability'].includes(key);
    if (!notChosen.includes(key) && !innards) {
      check(actual?.[key], value, { tolerance, category } as Case, `${path}.${key}`);
    }
  }
}

const cases = reference.cases as Case[];

it('has 80 cases, and a reader for every category', () => {
  expect(cases).toHaveLength(80);
  expect([...new Set(cases.map(({ category }) => category))].sort()).toEqual(Object.keys(readers).sort());
});

it.each(cases.filter(({ id }) => !casesNotChosen.includes(id)))('$category: $id', (known) => {
  const actual = readers[known.category]!(known.inputs, known.expected);
  check(actual, known.expected, known);
});

it('detects a wrong value and a missing value', () => {
  const known = cases.find(({ id }) => id === 'srm_severe')!;
  const actual = readers['srm']!(known.inputs, known.expected);
  expect(() => check({ ...actual, chiSquare: 23.81 }, known.expected, known)).toThrow('chiSquare');
  expect(() => check({ ...actual, pValue: undefined }, known.expected, known)).toThrow('pValue');
});
