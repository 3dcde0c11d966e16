import { adaptiveMeans, differenceEvidence, rateSequence, ratioEvidence } from '../../../domain/experiments/adaptive';
import { mixtureVariance, oneSidedSequenceP } from '../../../domain/experiments/sequential';

/** Compares always-valid tests in closed form with the same mixtures calculated by quadrature or search. */

/** Simpson's rule. */
function integral(of: (x: number) => number, to: number, steps = 4_000): number {
  const width = to / steps;
  const weightOf = (step: number): number => (step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2);
  const terms = Array.from({ length: steps + 1 }, (_, step) => weightOf(step) * of(step * width));
  return (terms.reduce((sum, term) => sum + term, 0) * width) / 3;
}

/** Minimum between 0 and `end`: a grid search, then golden-section search around the lowest point. */
function minimum(of: (x: number) => number, end: number, cells = 100): number {
  const points = Array.from({ length: cells - 1 }, (_, step) => ((step + 1) / cells) * end);
  const values = points.map(of);
  const lowest = points[values.indexOf(Math.min(...values))] ?? NaN;
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.max(lowest - end / cells, end * 1e-9), Math.min(lowest + end / cells, end * (1 - 1e-9))];
  while (high - low > 1e-8) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)];
    if (of(left) < of(right)) high = right;
    else low = left;
  }
  return of((low + high) / 2);
}

test.each([
  [-1, 400],
  [0, 400],
  [0.5, 5_000],
  [2.5, 5_000],
  [4, 20_000],
])('the one-sided p-value at z = %d and n = %d is the inverse of the evidence for effects of one sign', (z, n) => {
  const alpha = 0.05;
  // The prior of the effect, in standard errors, is half-normal with this variance.
  const variance = n * mixtureVariance(alpha);
  const density = (x: number): number => (2 * Math.exp((-x * x) / (2 * variance))) / Math.sqrt(2 * Math.PI * variance);
  const evidence = integral((x) => density(x) * Math.exp(x * z - (x * x) / 2), 8 * Math.sqrt(variance));
  expect(oneSidedSequenceP(z, { n, alpha })).toBeCloseTo(Math.min(1, 1 / evidence), 8);
});

test('the evidence against equal means is that of both arms at the best-fitting common mean', () => {
  const [control, treatment] = [
    { n: 400, mean: 10, variance: 90 },
    { n: 1_500, mean: 11.5, variance: 160 },
  ];
  const alpha = 0.05;
  const { pair, boundary } = adaptiveMeans(control, treatment, alpha)!;
  const logEvidenceAt = (common: number): number =>
    [control, treatment].reduce((sum, { n, mean, variance }) => {
      const grown = n * mixtureVariance(alpha, 2_500) + 1;
      const square = (mean - common) ** 2 / (variance / n);
      return sum + (square * (grown - 1)) / (2 * grown) - Math.log(grown) / 2;
    }, 0);
  const means = Array.from({ length: 30_001 }, (_, step) => 9.5 + step / 10_000);
  const least = Math.min(...means.map(logEvidenceAt));
  const square = (treatment.mean - control.mean) ** 2 / (pair.controlVariance + pair.treatmentVariance);
  expect(boundary.pValue(square)).toBeCloseTo(Math.exp(-least), 6);
  expect(boundary.pValue(boundary.criticalSquare(0.01))).toBeCloseTo(0.01, 12);
});

test.each([
  [{ n: 800, conversions: 90 }, { n: 2_400, conversions: 350 }, 1],
  [{ n: 800, conversions: 90 }, { n: 2_400, conversions: 350 }, 1.3],
  [{ n: 40, conversions: 1 }, { n: 300, conversions: 60 }, 1],
  [{ n: 500, conversions: 450 }, { n: 500, conversions: 300 }, 0.9],
  [{ n: 60, conversions: 0 }, { n: 60, conversions: 9 }, 1],
])(
  'the evidence of %j and %j against the ratio %d is the minimum over all pairs of rates',
  (control, treatment, ratio) => {
    const alpha = 0.05;
    const weight = 1 / mixtureVariance(alpha, 2_500);
    const rising = (from: number, count: number): number =>
      Array.from({ length: count }, (_, step) => Math.log(from + step)).reduce((sum, one) => sum + one, 0);
    const logEvidence = ({ n, conversions }: { n: number; conversions: number }, rate: number): number =>
      rising(weight * rate, conversions) +
      rising(weight * (1 - rate), n - conversions) -
      rising(weight, n) -
      conversions * Math.log(rate) -
      (n - conversions) * Math.log(1 - rate);
    const at = (rate: number): number => logEvidence(control, rate) + logEvidence(treatment, rate * ratio);
    const least = minimum(at, Math.min(1, 1 / ratio));
    const evidence = ratioEvidence(control, treatment, ratio, alpha);
    expect(evidence).toBeGreaterThan(least - 1e-4);
    expect(evidence).toBeLessThan(least + 1e-3);
  },
);

test.each([
  [-1e4, 1],
  [-40, 1],
  [40, 0],
  [1e4, 0],
])('the one-sided p-value of an effect far from 0, z = %d, is %d', (z, pValue) => {
  expect(oneSidedSequenceP(z, { n: 10_000, alpha: 0.05 })).toBeCloseTo(pValue, 12);
});

test('the evidence against a difference is that of both arms at the best-fitting rates', () => {
  const [control, treatment] = [
    { n: 300, conversions: 30 },
    { n: 900, conversions: 130 },
  ];
  for (const difference of [-0.05, 0, 0.1]) {
    const [from, to] = [Math.max(0, -difference), Math.min(1, 1 - difference)];
    const at = (rate: number): number => mixture(control, rate) + mixture(treatment, rate + difference);
    const least = minimum((rate) => at(from + rate), to - from, 40);
    expect(differenceEvidence(control, treatment, difference, 0.05)).toBeCloseTo(least, 3);
  }
});

test('the ends of a rate’s sequence are the rates with evidence of 1 / alpha, and it is wider than one look', () => {
  for (const arm of [
    { n: 60, conversions: 6 },
    { n: 5_000, conversions: 500 },
  ]) {
    for (const end of rateSequence(arm, 0.05)) expect(mixture(arm, end)).toBeCloseTo(Math.log(20), 6);
  }
  const [low, high] = rateSequence({ n: 5_000, conversions: 500 }, 0.05);
  // Wilson's interval for one look is 0.092 to 0.1086.
  expect(low).toBeLessThan(0.092);
  expect(high).toBeGreaterThan(0.1086);
  expect(rateSequence({ n: 0, conversions: 0 }, 0.05)).toEqual([0, 1]);
  expect(rateSequence({ n: 40, conversions: 0 }, 0.05)[0]).toBe(0);
});

/** The log of the beta mixture's likelihood ratio at a rate, by quadrature over the log-odds. */
function mixture({ n, conversions }: { n: number; conversions: number }, rate: number): number {
  const weight = 1 / mixtureVariance(0.05, 2_500);
  const [a, b] = [weight * rate, weight * (1 - rate)];
  const width = 0.002;
  const logs = Array.from({ length: 12_001 }, (_, step) => {
    const odds = -12 + step * width;
    const [p, q] = [1 / (1 + Math.exp(-odds)), 1 / (1 + Math.exp(odds))];
    const prior = a * Math.log(p) + b * Math.log(q);
    return { prior, posterior: prior + conversions * Math.log(p) + (n - conversions) * Math.log(q) };
  });
  const logSum = (values: number[]): number => {
    const most = Math.max(...values);
    return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
  };
  const ratio = logSum(logs.map(({ posterior }) => posterior)) - logSum(logs.map(({ prior }) => prior));
  return ratio - conversions * Math.log(rate) - (n - conversions) * Math.log(1 - rate);
}
