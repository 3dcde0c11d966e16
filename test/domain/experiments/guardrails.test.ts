import { guardrailResults } from '../../../domain/experiments/guardrail-results';
import { nonInferiorityTest } from '../../../domain/experiments/guardrails';
import { drawBinomial, seededRandom } from '../../support/seeded-random';

/** Margins are shares of the control's value, which is random like the treatment's. */

test('the margin has the uncertainty of the control if less is better', () => {
  const [control, treatment] = [
    { n: 20_000, conversions: 1_000 },
    { n: 20_000, conversions: 1_400 },
  ];
  const { z, margin } = nonInferiorityTest(control, treatment, {
    relativeMargin: 0.5,
    alpha: 0.05,
    lowerIsBetter: true,
  });
  expect(margin).toBeCloseTo(0.025, 12);
  const [vA, vB] = [(0.05 * 0.95) / 20_000, (0.07 * 0.93) / 20_000];
  expect(z).toBeCloseTo((0.05 - 0.07 + 0.025) / Math.sqrt(1.5 ** 2 * vA + vB), 9);
});

test.each([
  [true, 0.05, 0.5],
  [true, 0.1, 0.2],
  [false, 0.1, 0.5],
])('a loss equal to the margin passes in at most 5 %% of tests: less is better %s', (lowerIsBetter, rate, margin) => {
  const [n, runs, random] = [2_000, 2_000, seededRandom(7)];
  const lost = lowerIsBetter ? rate * (1 + margin) : rate * (1 - margin);
  let proved = 0;
  for (let run = 0; run < runs; run += 1) {
    const [control, treatment] = [rate, lost].map((p) => ({ n, conversions: drawBinomial(random, n, p) }));
    const settings = { relativeMargin: margin, alpha: 0.05, lowerIsBetter };
    if (nonInferiorityTest(control!, treatment!, settings).nonInferior) proved += 1;
  }
  // The limit is four standard errors above 5%. Treating the margin as known gives 9% for the first case.
  expect(proved / runs).toBeLessThan(0.07);
});

const amounts = (mean: number, n = 1_000) => ({ n, post: { sum: n * mean, sumSquares: n * (mean ** 2 + 100) } });

describe.each([
  ['frequentist', 2.45, 1.5],
  ['sequential', 3.2, 2.5],
] as const)('%s, a margin of means', (engine, clear, unclear) => {
  /** Whether a difference passes. `errors` counts standard errors of the treatment and of the control at its margin. */
  const isProved = (direction: 'up' | 'down', margin: number, errors: number): boolean => {
    const times = direction === 'up' ? 1 - margin : 1 + margin;
    const error = Math.sqrt((times ** 2 + 1) * (100 / 999));
    const treatment = times * 50 + (direction === 'up' ? 1 : -1) * errors * error;
    const variants = [amounts(50), amounts(treatment)].map((sums, index) => ({ variantId: String(index), ...sums }));
    const rail = { metric: 'm', measure: 'revenue', role: 'guardrail', direction, margin, variants } as const;
    const [found] = guardrailResults([rail], { engine, alpha: 0.05, isDecisive: true });
    return found!.variants[1]!.nonInferior!;
  };

  it.each([
    ['up', 0.5],
    ['up', 0.1],
    ['down', 0.1],
    ['down', 0.9],
  ] as const)('is tested if %s is better, with a margin of %d', (direction, margin) => {
    expect([isProved(direction, margin, clear), isProved(direction, margin, unclear)]).toEqual([true, false]);
  });

  it('uses the standard error of the control at its margin, smaller or larger than its own', () => {
    // With a fixed margin the first would be at 1.3 errors and the second at 2.4 (sequential: 2.3 and 3.9), and both
    // results would be reversed.
    const [near, far] = engine === 'frequentist' ? [1.8, 1.55] : [3.2, 2.6];
    expect(isProved('up', 0.9, near)).toBe(true);
    expect(isProved('down', 0.9, far)).toBe(false);
  });
});

test('a control with a value of 0 never proves noninferiority', () => {
  const nothing = { n: 100, post: { sum: 0, sumSquares: 10 } };
  const variants = [nothing, amounts(5)].map((sums, index) => ({ variantId: String(index), ...sums }));
  const rail = { metric: 'm', measure: 'revenue', role: 'guardrail', direction: 'up', margin: 0.5, variants } as const;
  for (const engine of ['frequentist', 'sequential', 'thompson'] as const) {
    const [found] = guardrailResults([rail], { engine, alpha: 0.05, isDecisive: true });
    expect(found!.variants[1]!.nonInferior).toBe(false);
  }
});

test.each(['sequential', 'bayesian', 'frequentist', 'thompson'] as const)(
  '%s: a guardrail that improves greatly is not harmed',
  (engine) => {
    const variants = [10_000, 20_000].map((sum, index) => ({
      variantId: String(index),
      n: 100_000,
      post: { sum, sumSquares: sum },
    }));
    const rail = {
      metric: 'm',
      measure: 'conversion',
      role: 'guardrail',
      direction: 'up',
      margin: 0.1,
      variants,
    } as const;
    const [found] = guardrailResults([rail], { engine, alpha: 0.05, isDecisive: true });
    expect(found!.variants[1]).toMatchObject({ harmed: false, nonInferior: true });
  },
);

test('a small arm of a bandit without a purchase is not harmed yet', () => {
  const paid = (n: number, payers: number) => ({ n, post: { sum: payers * 50, sumSquares: payers * 2_500 } });
  const harmed = (control: ReturnType<typeof paid>, treatment: ReturnType<typeof paid>): boolean => {
    const variants = [control, treatment].map((sums, index) => ({ variantId: String(index), ...sums }));
    const rail = { metric: 'm', measure: 'revenue', role: 'guardrail', direction: 'up', variants } as const;
    const [found] = guardrailResults([rail], { engine: 'thompson', alpha: 0.05, isDecisive: true });
    return found!.variants[1]!.harmed;
  };
  expect(harmed(paid(1_400, 14), paid(160, 0))).toBe(false);
  expect(harmed(paid(1_400, 140), paid(1_400, 20))).toBe(true);
});
