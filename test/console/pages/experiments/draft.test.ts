import {
  bodyOf,
  draftOf,
  emptyExperiment,
  emptyMetric,
  evenly,
  metricSetting,
  servingBody,
  servingOf,
} from '../../../../console/pages/experiments/draft';
import { draftProblems } from '../../../../console/pages/experiments/draft-problems';
import { onlyPageOf } from '../../../../console/pages/experiments/only-page-of';
import { createExperimentBody, updateExperimentBody } from '../../../../api/experiments/contract';

it('builds bodies that the API accepts', () => {
  const draft = {
    ...emptyExperiment,
    name: ' Prices ',
    targetUrl: '/prices',
    primary: { ...emptyMetric, metric: 'bought' },
    secondary: [{ ...emptyMetric, metric: 'bought', measure: 'ratio' as const, denominator: 'checkout' }],
    guardrails: [{ ...emptyMetric, metric: 'refund', direction: 'down' as const, marginPercent: '2' }],
  };
  const body = bodyOf(draft);
  expect(createExperimentBody.safeParse(body).error).toBeUndefined();
  expect(updateExperimentBody.safeParse(body).error).toBeUndefined();
  expect(body).toMatchObject({
    name: 'Prices',
    mde: 0.1,
    targetPower: 0.8,
    primaryMetric: { metric: 'bought' },
    guardrailMetrics: [{ metric: 'refund', direction: 'down', margin: 0.02 }],
    variants: [{ name: 'Control', weight: 0.5, css: null, js: null, patch: null }, { name: 'Variant' }],
  });
});

it('reads an experiment and sends it back unchanged', () => {
  const patch = { selector: 'p', action: 'set', attribute: 'html', value: 'Hi' } as const;
  const experiment = {
    name: 'A',
    type: 'prices',
    targetUrl: '/',
    trafficSplit: 50,
    mode: 'multivariate',
    engine: 'bayesian',
    beliefId: null,
    mde: 0.15,
    targetPower: 0.9,
    alpha: 0.01,
    cuped: false,
    attributionWindowDays: 30,
    exclusionGroup: 'prices',
    primaryMetric: '-refund',
    secondaryMetrics: [{ metric: 'a', measure: 'revenue', cap: 500, windowDays: 14 }],
    guardrailMetrics: [],
    variants: [
      { id: 'control', name: 'Control', weight: 0.4 },
      { id: 'new', name: 'New', weight: 0.6, css: 'p {}', js: 'track()', patch, levels: { price: 'low' } },
    ],
  };
  expect(bodyOf(draftOf(experiment as never))).toEqual({
    name: 'A',
    type: 'prices',
    targetUrl: '/',
    trafficSplit: 50,
    mode: 'multivariate',
    engine: 'bayesian',
    beliefId: null,
    mde: 0.15,
    targetPower: 0.9,
    alpha: 0.01,
    cuped: false,
    attributionWindowDays: 30,
    exclusionGroup: 'prices',
    primaryMetric: { metric: 'refund', direction: 'down' },
    secondaryMetrics: [{ metric: 'a', measure: 'revenue', cap: 500, windowDays: 14 }],
    guardrailMetrics: [],
    variants: [
      { id: 'control', name: 'Control', weight: 0.4, css: null, js: null, patch: null, levels: null },
      { id: 'new', name: 'New', weight: 0.6, css: 'p {}', js: 'track()', patch: [patch], levels: { price: 'low' } },
    ],
  });
});

it('sends weights of a running experiment only if they changed', () => {
  const experiment = {
    name: 'A',
    trafficSplit: 50,
    variants: [
      { id: 'one', name: 'One', weight: 1 / 3 },
      { id: 'two', name: 'Two', weight: 2 / 3 },
    ],
  } as never;
  const draft = servingOf(experiment);
  expect(servingBody({ ...draft, trafficSplit: 80 }, experiment)).toEqual({ name: 'A', trafficSplit: 80 });
  const [one, two] = draft.variants;
  const variants = [
    { ...one!, weightPercent: 10 },
    { ...two!, weightPercent: 90 },
  ];
  const body = servingBody({ ...draft, variants }, experiment);
  expect(body.variants).toEqual([
    { id: 'one', weight: 0.1 },
    { id: 'two', weight: 0.9 },
  ]);
  expect(updateExperimentBody.safeParse(body).error).toBeUndefined();
});

describe('problems that the API would reject', () => {
  const variants = [emptyExperiment.variants[0]!, { ...emptyExperiment.variants[1]!, js: 'alert(1)' }];

  it('are reported while typing, with the same paths', () => {
    const draft = {
      ...emptyExperiment,
      primary: { ...emptyMetric, metric: 'a', measure: 'ratio' as const },
      guardrails: [{ ...emptyMetric, metric: 'b', marginPercent: '5' }],
      variants,
    };
    const paths = draftProblems(draft, { allowJsPatches: false }).map(({ path }) => path);
    expect(paths).toEqual(['primaryMetric.denominator', 'variants.1.js']);
    const { error } = createExperimentBody.safeParse({ ...bodyOf(draft), name: 'A', targetUrl: '/' });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['primaryMetric.denominator']);
  });

  it('do not include scripts if the workspace allows them', () => {
    expect(draftProblems({ ...emptyExperiment, variants }, { allowJsPatches: true })).toEqual([]);
  });
});

it.each([
  ['https://shop.example/prices', 'https://shop.example/prices'],
  ['https://shop.example/*', ''],
  ['/prices', ''],
  ['re:^/prices', ''],
])('%s opens the page %j', (pattern, page) => {
  expect(onlyPageOf(pattern)).toBe(page);
});

it.each([2, 3, 6, 7, 20])('splits the weights of %i variants evenly', (count) => {
  const [first] = emptyExperiment.variants;
  const shared = evenly(Array.from({ length: count }, () => first!));
  const sent = bodyOf({ ...emptyExperiment, variants: shared }).variants.map(({ weight = 0 }) => weight);
  expect(sent.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
  expect(Math.max(...sent) - Math.min(...sent)).toBeLessThan(0.003);
});

it('omits fields of other measures', () => {
  const typed = { ...emptyMetric, metric: 'a', denominator: 'b', cap: '5', numerator: 'revenue' as const };
  expect(metricSetting(typed)).toEqual({ metric: 'a' });
  expect(metricSetting({ ...typed, measure: 'count' })).toEqual({ metric: 'a', measure: 'count', cap: 5 });
});
