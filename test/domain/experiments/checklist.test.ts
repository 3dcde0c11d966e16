import { checkExperiment, type ChecklistInput } from '../../../domain/experiments/checklist';

const now = new Date('2026-11-29T12:00:00Z');
const view = (url: string, visitor: number, daysAgo = 1) => ({
  url,
  visitorId: `v-${visitor}`,
  at: new Date(now.getTime() - daysAgo * 86_400_000),
});
const patch = { selector: '#price', action: 'set' as const, attribute: 'html', value: 'From 9 €' };
const ready: ChecklistInput = {
  experiment: {
    targetUrl: '/pricing',
    trafficSplit: 100,
    engine: 'frequentist',
    alpha: 0.05,
    targetPower: 0.8,
    mde: 0.5,
    exclusionGroup: null,
    variants: [
      { id: 'control', name: 'Control', weight: 0.5 },
      { id: 'new', name: 'New', weight: 0.5, patch },
    ],
  },
  metricWarnings: [],
  past: { baseline: { mean: 0.2 }, varianceReduction: 0, direction: 'up', visitors: 101, dailyVisitors: 7 },
  // 100 visitors of the page in 10 days, each twice, and others elsewhere.
  pageviews: [
    ...Array.from({ length: 200 }, (_, index) => view('https://shop.example/pricing?a=1', index % 100)),
    view('https://shop.example/', 500, 10),
  ],
  arePageviewsCut: false,
  running: [],
  allowJsPatches: true,
  now,
};
const check = (change: Partial<ChecklistInput>, name: string) =>
  checkExperiment({ ...ready, ...change }).find((one) => one.check === name);
const experimentWith = (change: Partial<ChecklistInput['experiment']>) => ({
  experiment: { ...ready.experiment, ...change },
});

test('a ready experiment passes all checks', () => {
  const checks = checkExperiment(ready);
  expect(checks.map(({ check, status }) => `${check} ${status}`)).toEqual([
    ...['metric ok', 'snippet ok', 'size ok', 'variants ok', 'overlap ok'],
  ]);
  // power.prop.test(p1 = 0.2, p2 = 0.3, power = 0.8): 294 in each. 10 visitors a day.
  expect(check({}, 'size')?.message).toBe('The experiment needs 588 visitors: about 59 days at 10 visitors per day.');
});

test('if the pageviews are cut, the page has its share of the visitors of 14 days', () => {
  // 5,000 pageviews of 2 days: 100 of 500 visitors saw the page. The site has 80 visitors a day.
  const pageviews = Array.from({ length: 5_000 }, (_, index) =>
    view(`https://shop.example/${index % 500 < 100 ? 'pricing' : ''}`, index % 500, (2 * index) / 5_000),
  );
  const past = { ...ready.past, visitors: 1_120, dailyVisitors: 80 };
  expect(check({ past, pageviews, arePageviewsCut: true }, 'size')?.message).toMatch('37 days at 16 visitors per day');
});

test.each([
  ['metric', { metricWarnings: ['Nothing to count.'] }, 'Nothing to count.'],
  ['metric', { past: { ...ready.past, baseline: { mean: 0 } } }, 'had no events'],
  ['snippet', { pageviews: [] }, 'Install it'],
  ['snippet', experimentWith({ targetUrl: '/other' }), 'no page that matches /other'],
  ['size', experimentWith({ targetUrl: '/other' }), 'but the page had none'],
  ['size', experimentWith({ mde: 0.05 }), 'Choose a larger minimum effect'],
  ['size', experimentWith({ mde: 10 }), 'too large'],
  ['size', { past: { ...ready.past, baseline: { mean: 1 } } }, 'too large'],
  ['size', { past: { ...ready.past, baseline: { mean: 1 }, visitors: 1 } }, 'Not enough visitors yet'],
  ['size', { past: { ...ready.past, baseline: null } }, 'unknown until'],
  ['size', { past: { ...ready.past, baseline: null, visitors: 0 } }, 'Not enough visitors yet'],
  ['variants', experimentWith({ variants: [ready.experiment.variants[0]!, { id: 'b', name: 'B', weight: 0.5, css: ' ' }] }), 'B makes the same change as Control'], // prettier-ignore
])('%s warns about %j', (name, change, message) => {
  expect(check(change as Partial<ChecklistInput>, name)).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(message) as string,
  });
});

test('experiments overlap if they share a page that visitors see, unless they share a group', () => {
  const other = (targetUrl: string, exclusionGroup: string | null = null) => ({
    running: [{ id: 'exp_other', name: 'Other', targetUrl, exclusionGroup }],
  });
  for (const targetUrl of ['/pricing', '/pri*', 'shop.example/*', 're:pricing$|pricing\\?']) {
    expect(check(other(targetUrl), 'overlap')).toMatchObject({ status: 'warning', experimentIds: ['exp_other'] });
  }
  expect(check(other('/cart'), 'overlap')?.status).toBe('ok');
  const grouped = { ...other('/pricing', 'prices'), ...experimentWith({ exclusionGroup: 'prices' }) };
  expect(check(grouped, 'overlap')?.status).toBe('ok');
});

test('a script that the workspace does not allow blocks the start', () => {
  const scripted = experimentWith({ variants: [ready.experiment.variants[0]!, { id: 'b', name: 'B', weight: 0.5, js: 'run()' }] }); // prettier-ignore
  expect(check(scripted, 'scripts')).toBeUndefined();
  expect(check({ ...scripted, allowJsPatches: false }, 'scripts')).toMatchObject({ status: 'blocked' });
});
