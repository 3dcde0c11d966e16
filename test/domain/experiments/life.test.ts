import { changeExperiment, promoteVariant, type ExperimentState } from '../../../domain/experiments/life';

const draft: ExperimentState = {
  name: 'Buttons',
  status: 'draft',
  type: 'page',
  surface: '/',
  targetUrl: '/',
  trafficSplit: 100,
  mode: 'ab',
  engine: 'frequentist',
  targetPower: 0.8,
  mde: 0.1,
  alpha: 0.05,
  primaryMetric: null,
  secondaryMetrics: [],
  guardrailMetrics: [],
  cuped: false,
  attributionWindowDays: null,
  beliefId: null,
  exclusionGroup: null,
  promotedVariantId: null,
  startedAt: null,
  endedAt: null,
  decision: null,
  variants: [
    { id: 'control', name: 'Control', weight: 0.5 },
    { id: 'blue', name: 'Blue', weight: 0.5 },
  ],
};
const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 10, hour));
const running = changeExperiment(draft, { status: 'running' }, at(1));

test('a restarted experiment keeps its first start and has no end or winner', () => {
  const promoted = promoteVariant(running, 'blue', at(2));
  expect(promoted).toMatchObject({ status: 'completed', startedAt: at(1), endedAt: at(2), promotedVariantId: 'blue' });
  const again = changeExperiment(promoted, { status: 'running' }, at(3));
  expect(again).toMatchObject({ status: 'running', startedAt: at(1), endedAt: null, promotedVariantId: null });
});

test('an experiment that returns to draft loses its times and winner', () => {
  const again = changeExperiment(promoteVariant(running, 'blue', at(2)), { status: 'draft' }, at(3));
  expect(again).toMatchObject({ status: 'draft', startedAt: null, endedAt: null, promotedVariantId: null });
});

test('setting the current status again does not change the times', () => {
  const completed = promoteVariant(running, 'blue', at(2));
  expect(changeExperiment(completed, { status: 'completed' }, at(3))).toEqual(completed);
  expect(promoteVariant(completed, 'blue', at(3))).toEqual(completed);
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

test('variants of a running experiment keep their places, and new ones are added at the end', () => {
  const [control, blue] = running.variants as [ExperimentState['variants'][0], ExperimentState['variants'][0]];
  const given = [{ id: 'red', name: 'Red', weight: 0 }, blue, control];
  const ids = (before: ExperimentState) =>
    changeExperiment(before, { variants: given }, at(2)).variants.map(({ id }) => id);
  expect(ids(running)).toEqual(['control', 'blue', 'red']);
  expect(ids(draft)).toEqual(['red', 'blue', 'control']);
  expect(() => changeExperiment(running, { variants: [{ ...control, weight: 1 }] }, at(2))).toThrow(
    'would remove "blue"',
  );
  // Report the removal, not the errors that result from it.
  const alone = { code: 'CONFLICT', message: expect.stringContaining('would remove "blue"') };
  for (const weight of [0.5, 1]) {
    expect(thrownBy(() => changeExperiment(running, { variants: [{ id: 'control', weight }] }, at(2)))).toMatchObject(
      alone,
    );
  }
  expect(thrownBy(() => changeExperiment(running, { variants: [] }, at(2)))).toMatchObject({ code: 'CONFLICT' });
  expect(() => changeExperiment(draft, { variants: [{ id: 'control', weight: 1 }] }, at(2))).toThrow(
    'must contain a control and at least one other variant',
  );
});

test('bandit mode and the thompson engine imply each other', () => {
  const bandit = changeExperiment(draft, { mode: 'bandit' }, at(1));
  expect(bandit).toMatchObject({ mode: 'bandit', engine: 'thompson' });
  expect(changeExperiment(draft, { engine: 'thompson' }, at(1))).toEqual(bandit);
  expect(changeExperiment(bandit, { mode: 'ab' }, at(1))).toMatchObject({ mode: 'ab', engine: 'frequentist' });
  expect(changeExperiment(bandit, { engine: 'bayesian' }, at(1))).toMatchObject({ mode: 'ab', engine: 'bayesian' });
  const multivariate = changeExperiment(draft, { mode: 'multivariate', engine: 'sequential' }, at(1));
  expect(changeExperiment(multivariate, { engine: 'bayesian' }, at(1))).toMatchObject({ mode: 'multivariate' });
  expect(() => changeExperiment(draft, { mode: 'bandit', engine: 'bayesian' }, at(1))).toThrow('cannot be combined');
});

test.each([
  ['type', 'other'],
  ['targetUrl', '/other'],
  ['targetPower', 0.9],
  ['mde', 0.2],
  ['alpha', 0.01],
  ['engine', 'sequential'],
  ['mode', 'multivariate'],
  ['primaryMetric', 'bought'],
  ['guardrailMetrics', ['-refund']],
  ['secondaryMetrics', ['viewed']],
  ['cuped', true],
  ['attributionWindowDays', 7],
  ['beliefId', 'blf_1'],
  ['exclusionGroup', 'checkout'],
])('only a draft can change %s', (field, value) => {
  expect(changeExperiment(draft, { [field]: value }, at(1))).toMatchObject({ [field]: value });
  expect(() => changeExperiment(running, { [field]: value }, at(2))).toThrow(`Only a draft can change ${field}`);
});
