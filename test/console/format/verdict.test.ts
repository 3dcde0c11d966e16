import type { Schemas } from '../../../console/api/client';
import { describeVerdict, hasLaterData, type Phrase } from '../../../console/format/verdict';
import { resultsCsv } from '../../../console/pages/experiments/results-csv';

type Results = Schemas['ExperimentResults'];
type Variant = Results['variants'][number];

const variant = (name: string, exposures: number, conversions: number, of: Partial<Variant> = {}): Variant =>
  ({
    variantId: name.toLowerCase().replace(' ', '-'),
    name,
    exposures,
    conversions,
    rate: conversions / exposures,
    lift: null,
    liftInterval95: null,
    probabilityBest: 0,
    ...of,
  }) as Variant;
const control = variant('Control', 599, 48);
const winner = variant('Price first', 599, 96, { lift: 1.01, liftInterval95: [0.45, 1.78], probabilityBest: 0.99 });

/** Results with the primary metric as the API would return it for the variants. */
function resultsWith(change: Partial<Results>): Results {
  const variants = change.variants ?? [control, winner];
  const measured = variants.map(({ variantId, rate, lift, liftInterval95 }) => ({ variantId, value: rate, lift, liftInterval95, difference: null, differenceInterval95: null })); // prettier-ignore
  return {
    engine: 'frequentist',
    status: 'running',
    alpha: 0.05,
    currency: null,
    decision: null,
    daysLeft: null,
    guardrails: [],
    recommendedVariantId: null,
    srm: { pValue: 0.6, mismatch: false },
    power: { requiredPerVariant: 1_200, progress: 0.5, mde: 0.1 },
    variants,
    estimates: measured,
    metrics: [{ metric: null, measure: 'conversion', role: 'primary', variants: measured }],
    ...change,
  } as unknown as Results;
}
const textOf = (phrases: readonly Phrase[]): string =>
  phrases.map((phrase) => (typeof phrase === 'string' ? phrase : phrase.name)).join('');
const verdict = (change: Partial<Results>): string =>
  textOf(describeVerdict(resultsWith(change), (metric) => (metric === 'refund' ? 'Refunds' : 'Purchase')));

const decisionOf = (recommendation: Results['recommendation'], counts = [599, 599]) => ({
  at: '2026-11-29T12:00:00Z',
  recommendation,
  counts: counts.map((exposures, index) => ({
    variantId: ['control', 'price-first'][index]!,
    exposures,
    conversions: 1,
  })),
});

test('the verdict of a winner names it, with the figures of the decision', () => {
  const ship = { recommendation: 'ship', recommendedVariantId: 'price-first' } as const;
  expect(verdict({ ...ship, decision: decisionOf('ship') })).toBe(
    'Ship Price first: 16.0% vs 8.0%, +101% (95% interval +45% to +178%), decided on 29 Nov 2026 at 599 visitors per variant.',
  );
  const estimates = [
    { variantId: 'control', value: 0.08, lift: null, liftInterval95: null },
    { variantId: 'price-first', value: 0.2, lift: 1.5, liftInterval95: [0.5, 2] },
  ];
  expect(verdict({ ...ship, decision: decisionOf('ship', [590, 610]), estimates } as Partial<Results>)).toBe(
    'Ship Price first: 20.0% vs 8.0%, +150% (95% interval +50% to +200%), decided on 29 Nov 2026 at 590 to 610 visitors per variant.',
  );
  expect(describeVerdict(resultsWith(ship), () => '')[1]).toEqual({ name: 'Price first' });
});

test.each<[string, Partial<Results>, string]>([
  [
    'harm',
    {
      recommendation: 'roll_back',
      recommendedVariantId: 'control',
      variants: [control, variant('Green', 599, 30, { lift: -0.37, liftInterval95: [-0.6, -0.02] })],
    },
    'Keep Control. Green is worse: 5.0% vs 8.0%, −37% (95% interval −60% to −2%).',
  ],
  [
    'no effect',
    {
      recommendation: 'stop_no_effect',
      variants: [control, variant('Green', 599, 48, { lift: 0.004, liftInterval95: [-0.03, 0.04] })],
      decision: decisionOf('stop_no_effect'),
    },
    'Stop: an effect of 10% or more is ruled out. The best variant is Green: 8.0% vs 8.0%, +0.4% (95% interval −3% to +4%), decided on 29 Nov 2026 at 599 visitors per variant.',
  ],
  [
    'keep running',
    { recommendation: 'collecting', daysLeft: 5 },
    'Keep running. About 5 days left: 50% of 1,200 visitors per variant. So far, Price first: 16.0% vs 8.0%, +101% (95% interval +45% to +178%).',
  ],
  [
    'a bandit',
    { recommendation: 'collecting', engine: 'thompson' },
    'Still learning. So far, Price first: 16.0% vs 8.0%, +101% (95% interval +45% to +178%), 99% probability of being best.',
  ],
  [
    'a pause',
    { recommendation: 'collecting', status: 'paused' },
    'Paused. It has 50% of 1,200 visitors per variant. So far, Price first: 16.0% vs 8.0%, +101% (95% interval +45% to +178%).',
  ],
  [
    'a mismatch of the sample ratio',
    { recommendation: 'check_data', srm: { chiSquare: 90, pValue: 1e-9, mismatch: true, unexpected: 0 } },
    'Don’t use these results yet: the numbers of visitors do not match the weights (Control 599, Price first 599; p < 0.001). Find the cause under Data quality, then start a new experiment.',
  ],
  [
    'too few visitors',
    {
      recommendation: 'collecting',
      variants: [variant('Control', 12, 0), variant('Green', 9, 1)],
      power: { requiredPerVariant: null, progress: 0, mde: 0.1 } as Results['power'],
    },
    'Too few visitors to compare: the smallest variant has 9 visitors. The sample size is unknown until the control has conversions.',
  ],
  [
    'no visitors',
    { recommendation: 'collecting', variants: [variant('Control', 0, 0), variant('Green', 0, 0)] },
    'No visitors yet. Results appear after the first visitor sees a variant.',
  ],
  [
    'a harmed guardrail',
    {
      recommendation: 'inconclusive',
      guardrails: [
        { metric: 'refund', variants: [{ variantId: 'price-first', harmed: true }] },
      ] as Results['guardrails'],
    },
    'Review before you ship: Price first: 16.0% vs 8.0%, +101% (95% interval +45% to +178%), but it harms the guardrail Refunds.',
  ],
  [
    'an unproven margin',
    {
      recommendation: 'inconclusive',
      guardrails: [
        { metric: 'refund', margin: 0.1, variants: [{ variantId: 'price-first', harmed: false, nonInferior: false }] },
      ] as Results['guardrails'],
    },
    'Review before you ship: Price first: 16.0% vs 8.0%, +101% (95% interval +45% to +178%), but a loss beyond the margin of the guardrail Refunds is not ruled out.',
  ],
  [
    'an open end',
    {
      recommendation: 'inconclusive',
      variants: [control, variant('Green', 599, 55, { lift: 0.15, liftInterval95: [-0.2, 0.6] })],
    },
    'Inconclusive: the results neither show an effect nor rule one out. The best variant is Green: 9.2% vs 8.0%, +15% (95% interval −20% to +60%).',
  ],
])('the verdict of %s is a sentence with its numbers', (_name, change, sentence) => {
  expect(verdict(change)).toBe(sentence);
});

test('a decided experiment has later data if its counts or values differ from those at the decision', () => {
  const decision = decisionOf('ship');
  const counted = [control, winner].map((one) => ({ ...one, conversions: 1 }));
  expect(hasLaterData(resultsWith({ variants: counted, decision }))).toBe(false);
  expect(hasLaterData(resultsWith({ variants: counted }))).toBe(false);
  expect(hasLaterData(resultsWith({ variants: [control, winner], decision }))).toBe(true);
  expect(hasLaterData(resultsWith({ variants: counted, decision: decisionOf('ship', [599, 600]) }))).toBe(true);
  const estimates = [{ variantId: 'control', value: 0.07, lift: null, liftInterval95: null }];
  expect(hasLaterData(resultsWith({ variants: counted, decision, estimates }))).toBe(true);
});

test('amounts are formatted in their currency', () => {
  const results = resultsWith({ recommendation: 'ship', recommendedVariantId: 'price-first', currency: 'EUR' });
  results.metrics[0]!.measure = 'revenue';
  expect(textOf(describeVerdict(results, () => 'Revenue'))).toContain('Ship Price first: 0.1603 EUR vs 0.08013 EUR');
});

test('the CSV has a row for each metric and variant, and no formulas', () => {
  const [head, first, second] = resultsCsv(resultsWith({ recommendation: 'ship' }), () => '=Purchase').split('\r\n');
  expect(head).toMatch(/^metric,role,measure,variant_id,variant,visitors,conversions,value,lift,/);
  expect(first).toMatch(/^'=Purchase,primary,conversion,control,Control,599,48,0\.0801/);
  expect(second).toContain(',Price first,599,96,');
  expect(second).toContain(',1.01,0.45,1.78,');
});
