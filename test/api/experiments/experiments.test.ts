import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const older = {
  name: 'Price first',
  targetUrl: 'https://shop.example.com/pricing',
  variants: [{ name: 'Control' }, { name: 'Price first', css: 'b {}' }],
};
const newer = {
  name: 'Short form',
  type: 'web_ab_test',
  surface: '/sign-up',
  engine: 'sequential',
  target_power: 0.9,
  mde: 0.2,
  primary_metric: 'signed_up',
  guardrail_metrics: ['-support_request'],
  variants: [
    { id: 'control', name: 'Six', weight: 0.5 },
    { id: 'short', name: 'Three', weight: 0.5, patch: { selector: 'b', action: 'remove', attribute: 'class' } },
  ],
};
const create = async (fields: object = {}) => (await world.api.post('/api/experiments', { ...older, ...fields })).body;
const patch = (id: string, body: object) => world.api.patch(`/api/experiments/${id}`, body);
const rowsOf = (table: string, where: object) => world.database(table).where(where);
const actionsOf = async (id: string) =>
  (await rowsOf('audit_entries', { subject_type: 'experiment', subject_id: id }).orderBy(['at', 'id'])).map(
    ({ action }) => action as string,
  );
const allocationsOf = async (id: string) =>
  (await rowsOf('experiment_allocations', { experiment_id: id }).orderBy('number')).map(
    ({ weights, traffic_split }) => [Object.values(weights as object), Number(traffic_split)] as const,
  );

describe('creating', () => {
  it('accepts the older form and returns every field in both spellings', async () => {
    const { status, body } = await world.api.post('/api/experiments', older);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      exp_id: body.id,
      status: 'draft',
      type: 'web_ab_test',
      surface: '/pricing',
      mode: 'ab',
      engine: 'frequentist',
      targetUrl: older.targetUrl,
      target_url: older.targetUrl,
      trafficSplit: 100,
      traffic_split: 100,
      targetPower: 0.8,
      target_power: 0.8,
      mde: 0.1,
      alpha: 0.05,
      primaryMetric: null,
      primary_metric: null,
      guardrailMetrics: [],
      guardrail_metrics: [],
      beliefId: null,
      belief_id: null,
      attributionWindowDays: null,
      attribution_window_days: null,
      startedAt: null,
      endedAt: null,
      promotedVariantId: null,
      results: {},
      confidence: 0,
      recommendation: null,
      variants: [
        { id: 'control', name: 'Control', weight: 0.5 },
        { id: 'price-first', name: 'Price first', weight: 0.5, css: 'b {}' },
      ],
    });
    expect(body.links.results).toMatch(new RegExp(`/api/experiments/${body.id}/results$`));
    expect(body.resultsUrl).toContain(body.id);
    expect((await world.api.get(`/api/experiments/${body.id}`)).body).toEqual(body);
    expect((await world.api.get('/api/experiments')).body[0]).toEqual(body);
    expect(await actionsOf(body.id)).toEqual(['experiment.created']);
  });

  it('accepts the newer form', async () => {
    const { status, body } = await world.api.post('/api/experiments', newer);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...newer, targetUrl: '/sign-up', targetPower: 0.9, primaryMetric: 'signed_up' });
  });

  it.each([
    [{ mode: 'bandit' }, { mode: 'bandit', engine: 'thompson' }],
    [{ engine: 'thompson' }, { mode: 'bandit', engine: 'thompson' }],
    [{ mode: 'multivariate' }, { mode: 'multivariate', engine: 'frequentist' }],
    [{ surface: '/pricing/' }, { surface: '/pricing', targetUrl: older.targetUrl }],
    [{ target_url: older.targetUrl, trafficSplit: 20, traffic_split: 20 }, { trafficSplit: 20 }],
    [{ trafficSplit: 33.3333 }, { trafficSplit: 33.3333, traffic_split: 33.3333 }],
    [{ attribution_window_days: 7 }, { attributionWindowDays: 7, attribution_window_days: 7 }],
    [{ targetUrl: String.raw`re:^/blog/\d+$` }, { surface: null }],
    [
      { variants: [{ name: 'Ä B!' }, { name: 'a b' }, { name: '東京' }] },
      { variants: [{ id: 'a-b' }, { id: 'a-b-2' }, { id: 'variant-3' }] },
    ],
  ])('%j gives %j', async (fields, expected) => {
    expect(await create(fields)).toMatchObject(expected);
  });

  it('returns metrics as given, by name or with their measure', async () => {
    const primary_metric = { metric: 'purchase', measure: 'revenue', direction: 'down', cap: 500, windowDays: 14 };
    const guardrail_metrics = ['-refund', { metric: 'purchase', margin: 0.02 }];
    const secondary_metrics = ['signup', { metric: 'click', measure: 'ratio', denominator: 'pageview' }];
    const metrics = { primary_metric, guardrail_metrics, secondary_metrics, cuped: false };
    const expected = {
      ...metrics,
      primaryMetric: primary_metric,
      guardrailMetrics: guardrail_metrics,
      secondaryMetrics: secondary_metrics,
    };
    const made = await create(metrics);
    expect(made).toMatchObject(expected);
    expect((await world.api.get(`/api/experiments/${made.id}`)).body).toEqual(made);
    expect((await world.api.get(`/api/experiments/${made.id}/results`)).body.primaryMetric).toBe('purchase');
    expect(await create()).toMatchObject({ secondaryMetrics: [], secondary_metrics: [], cuped: true });
    const changed = await patch(made.id, { primaryMetric: 'signup', secondaryMetrics: [], cuped: true });
    expect(changed.body).toMatchObject({
      primaryMetric: 'signup',
      guardrail_metrics,
      secondaryMetrics: [],
      cuped: true,
    });
    expect((await patch(made.id, { status: 'running' })).status).toBe(200);
    // Unchanged metrics are allowed while the experiment is running.
    expect((await patch(made.id, { primaryMetric: 'signup', guardrail_metrics, cuped: true })).status).toBe(200);
    for (const change of [
      { primaryMetric: { metric: 'signup', measure: 'count' } },
      { secondary_metrics: ['click'] },
      { cuped: false },
    ]) {
      expect((await patch(made.id, change)).status).toBe(409);
    }
  });

  const noConversion = 'cnv_01h455vb4pex5vsknk084sn02q';
  const two = (first: object, second: object) => ({
    variants: [
      { name: 'A', ...first },
      { name: 'B', ...second },
    ],
  });
  it.each([
    [{ name: undefined }, 'name'],
    [{ targetUrl: undefined }, 'targetUrl'],
    [{ variants: undefined }, 'variants'],
    [{ variants: [] }, 'variants'],
    [{ variants: [{ name: 'Alone' }] }, 'variants'],
    [two({ weight: 0.5 }, { weight: 0.4 }), 'variants'],
    [two({ weight: 0.5 }, {}), 'variants.1.weight'],
    [two({ weight: -0.5 }, { weight: 1.5 }), 'variants.0.weight'],
    [two({ id: 'a' }, { id: 'a' }), 'variants.1.id'],
    [two({ id: 'no spaces' }, {}), 'variants.0.id'],
    [two({ patch: { selector: 'b', action: 'set', attribute: 'html' } }, {}), 'variants.0.patch.value'],
    [two({ patch: { selector: 'b', action: 'move', attribute: 'html', value: '' } }, {}), 'variants.0.patch.action'],
    [two({ patch: { selector: 'div {', action: 'remove', attribute: 'class' } }, {}), 'variants.0.patch.selector'],
    [two({ html: '' }, {}), 'variants.0.html'],
    [{ trafficSplit: 101 }, 'trafficSplit'],
    [{ trafficSplit: 20, traffic_split: 30 }, 'traffic_split'],
    [{ beliefId: null, belief_id: 'blf_x' }, 'belief_id'],
    [{ beliefId: 'blf_none' }, 'beliefId'],
    [{ surface: '/elsewhere' }, 'surface'],
    [{ targetUrl: 're:(a+)+$' }, 'targetUrl'],
    [{ targetUrl: 're:a.*a.*x' }, 'targetUrl'],
    [{ targetUrl: 're:(' }, 'targetUrl'],
    [{ targetUrl: undefined, surface: 're:(a+)+$' }, 'surface'],
    [{ targetUrl: undefined, surface: ' ' }, 'surface'],
    [{ mode: 'ab', engine: 'thompson' }, 'engine'],
    [{ engine: 'oracle' }, 'engine'],
    [{ mde: 0 }, 'mde'],
    [{ attributionWindowDays: 0 }, 'attributionWindowDays'],
    [{ attribution_window_days: 91 }, 'attribution_window_days'],
    [{ attributionWindowDays: 1.5 }, 'attributionWindowDays'],
    [{ attributionWindowDays: 1, attribution_window_days: 2 }, 'attribution_window_days'],
    [{ target_power: 1 }, 'target_power'],
    [{ primaryMetric: noConversion }, 'primaryMetric'],
    [{ guardrailMetrics: ['refund', `-${noConversion}`] }, 'guardrailMetrics.1'],
    [{ secondaryMetrics: [{ metric: 'a', measure: 'ratio', denominator: noConversion }] }, 'secondaryMetrics.0'],
    [{ primary_metric: { metric: 'a', measure: 'ratio' } }, 'primary_metric.denominator'],
    [{ primaryMetric: { metric: 'a', denominator: 'b' } }, 'primaryMetric.denominator'],
    [{ primaryMetric: { metric: 'a', numerator: 'revenue' } }, 'primaryMetric.numerator'],
    [{ primaryMetric: { metric: 'a', cap: 3 } }, 'primaryMetric.cap'],
    [{ primaryMetric: { metric: 'a', measure: 'count', cap: 0 } }, 'primaryMetric.cap'],
    [{ primaryMetric: { metric: 'a', margin: 0.1 } }, 'primaryMetric.margin'],
    [{ primaryMetric: { metric: 'a', measure: 'median' } }, 'primaryMetric.measure'],
    [{ primaryMetric: { measure: 'count' } }, 'primaryMetric.metric'],
    [{ primaryMetric: { metric: 'a', wrong: 1 } }, 'primaryMetric.wrong'],
    [{ primaryMetric: 7 }, 'primaryMetric'],
    [{ guardrail_metrics: ['a', { metric: 'b', margin: 1 }] }, 'guardrail_metrics.1.margin'],
    [{ secondaryMetrics: [{ metric: 'b', margin: 0.1 }] }, 'secondaryMetrics.0.margin'],
    [{ secondary_metrics: [{ metric: 'b', direction: 'left' }] }, 'secondary_metrics.0.direction'],
    [{ secondary_metrics: [{ metric: 'b', windowDays: 91 }] }, 'secondary_metrics.0.windowDays'],
    [{ secondaryMetrics: ['a'], secondary_metrics: ['b'] }, 'secondary_metrics'],
    [{ cuped: 'no' }, 'cuped'],
    [{ status: 'running' }, 'status'],
    [{ wrong: 1 }, 'wrong'],
  ])('refuses %j', async (fields, path) => {
    const response = await world.api.post('/api/experiments', { ...older, ...fields });
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(response.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  it('keeps a metric with a deleted conversion but does not accept it for another experiment', async () => {
    const goal = { name: 'Bought', type: 'custom_event', eventName: 'bought' };
    const { id } = (await world.api.post('/api/conversion-goals', goal)).body;
    const made = await create({ primaryMetric: id, secondaryMetrics: [id] });
    const other = await create();
    expect(made).toMatchObject({ primaryMetric: id, secondaryMetrics: [id] });
    await world.api.delete(`/api/conversion-goals?id=${id}`);
    expect((await patch(made.id, { primaryMetric: id, guardrailMetrics: [id] })).status).toBe(200);
    expect(await patch(other.id, { primaryMetric: id })).toMatchObject({
      status: 400,
      body: { error: `Conversion "${id}" does not exist in this workspace.` },
    });
  });

  it('starts with warnings if there is nothing to count', async () => {
    await rowsOf('conversions', { workspace_id: world.demo.workspaceId }).delete();
    const start = async (id: string) => {
      const { status, body } = await patch(id, { status: 'running' });
      expect([status, body.status]).toEqual([200, 'running']);
      return body.warnings;
    };
    const empty = await create();
    expect(await start(empty.id)).toEqual([expect.stringContaining('no conversion')]);
    expect(await start((await create({ primary_metric: 'signup' })).id)).toEqual([]);
    const goal = { name: 'Bought', type: 'custom_event', eventName: 'bought' };
    const { id } = (await world.api.post('/api/conversion-goals', goal)).body;
    const deleted = await create({ primary_metric: id, guardrail_metrics: [id] });
    expect(await start((await create()).id)).toEqual([]);
    await world.api.delete(`/api/conversion-goals?id=${id}`);
    expect(await start(deleted.id)).toEqual([
      expect.stringContaining('`primaryMetric`'),
      expect.stringContaining('`guardrailMetrics.0`'),
    ]);
    expect((await patch(deleted.id, { status: 'paused' })).body.warnings).toBeUndefined();
  });

  it('refuses an unknown belief', async () => {
    const belief = (await world.api.post('/api/beliefs', { statement: 'Short forms convert' })).body;
    const made = await create({ belief_id: belief.id });
    expect(made).toMatchObject({ beliefId: belief.id, belief_id: belief.id });
    expect((await patch(made.id, { beliefId: 'blf_none' })).status).toBe(400);
    expect((await patch(made.id, { beliefId: null })).body.beliefId).toBeNull();
  });
});

describe('status', () => {
  it('records the time of each change, notifies members once, and is logged', async () => {
    const { id } = await create();
    const started = (await patch(id, { status: 'running' })).body;
    expect(started).toMatchObject({ status: 'running', endedAt: null, startedAt: expect.any(String) });
    expect((await patch(id, { status: 'paused' })).body).toMatchObject({ startedAt: started.startedAt, endedAt: null });
    await patch(id, { status: 'running' });
    const completed = (await patch(id, { status: 'completed' })).body;
    expect(completed).toMatchObject({ startedAt: started.startedAt, endedAt: expect.any(String) });
    expect((await patch(id, { status: 'completed' })).body).toEqual(completed);
    const again = (await patch(id, { status: 'running' })).body;
    expect(again).toMatchObject({ startedAt: started.startedAt, endedAt: null });
    await patch(id, { status: 'completed' });
    expect(await actionsOf(id)).toEqual(
      ['created', 'started', 'paused', 'started', 'completed', 'started', 'completed'].map(
        (one) => `experiment.${one}`,
      ),
    );
    const { rows } = await world.database.raw(
      `select notice ->> 'template' as template from sends where notice ->> 'experimentId' = ? order by id`,
      [id],
    );
    expect(rows).toEqual([{ template: 'experiment-started' }, { template: 'experiment-completed' }]);
    expect(await allocationsOf(id)).toEqual([[[0.5, 0.5], 100]]);
  });

  it('can be set with the id in the body, and filters lists', async () => {
    const { id } = await create();
    const response = await world.api.patch('/api/experiments', { id, status: 'running' });
    expect(response).toMatchObject({ status: 200, body: { id, status: 'running' } });
    const listed = async (status: string) =>
      (await world.api.get(`/api/experiments?status=${status}`)).body.map((one: { id: string }) => one.id);
    expect(await listed('running')).toContain(id);
    expect(await listed('draft')).not.toContain(id);
    expect((await world.api.get('/api/experiments?status=over')).status).toBe(400);
    expect((await world.api.patch('/api/experiments', { status: 'running' })).status).toBe(400);
    expect((await world.api.patch('/api/experiments', { id: 'exp_none', status: 'running' })).status).toBe(404);
  });

  it('can return to draft, which clears the times and unlocks all fields', async () => {
    const { id } = await create();
    await patch(id, { status: 'running' });
    expect((await patch(id, { status: 'draft', targetUrl: '/other' })).status).toBe(409);
    expect((await patch(id, { status: 'draft' })).body).toMatchObject({ startedAt: null, endedAt: null });
    expect((await patch(id, { targetUrl: '/other' })).body).toMatchObject({ targetUrl: '/other', surface: '/other' });
  });

  it('must be draft for a deletion', async () => {
    const { id } = await create();
    await patch(id, { status: 'running' });
    expect((await world.api.delete(`/api/experiments/${id}`)).body).toMatchObject({ code: 'CONFLICT', status: 409 });
    const { id: draft } = await create();
    expect((await world.api.delete(`/api/experiments/${draft}`)).body).toEqual({ id: draft, deleted: true });
    expect((await world.api.get(`/api/experiments/${draft}`)).status).toBe(404);
    expect((await world.api.delete(`/api/experiments/${draft}`)).status).toBe(404);
    expect(await actionsOf(draft)).toEqual(['experiment.created', 'experiment.deleted']);
  });
});

describe('changes', () => {
  it('of a draft can affect every field', async () => {
    const { id } = await create();
    const changed = await patch(id, {
      name: 'N',
      target_url: '/new',
      engine: 'thompson',
      target_power: 0.7,
      mde: 0.3,
      primary_metric: 'bought',
      guardrail_metrics: ['left'],
      exclusionGroup: 'prices',
      variants: [{ name: 'X' }, { name: 'Y' }, { name: 'Z' }],
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'N', surface: '/new', mode: 'bandit', targetPower: 0.7, mde: 0.3, primaryMetric: 'bought' },
    });
    expect(changed.body.variants.map((one: { id: string }) => one.id)).toEqual(['x', 'y', 'z']);
    expect((await patch(id, { mode: 'ab' })).body).toMatchObject({ mode: 'ab', engine: 'frequentist' });
    expect((await patch(id, { mode: 'ab', engine: 'thompson' })).status).toBe(400);
    expect(await allocationsOf(id)).toEqual([]);
  });

  it.each([
    [{ targetUrl: '/new' }],
    [{ beliefId: 'blf_none' }],
    [{ engine: 'bayesian' }],
    [{ mode: 'multivariate' }],
    [{ target_power: 0.7 }],
    [{ mde: 0.3 }],
    [{ primary_metric: 'bought' }],
    [{ attribution_window_days: 30 }],
    [{ guardrail_metrics: ['left'] }],
    [{ exclusionGroup: 'prices' }],
    [
      {
        variants: [
          { id: 'control', weight: 0.5 },
          { id: 'other', name: 'Other', weight: 0.5 },
        ],
      },
    ],
    [
      {
        variants: [
          { id: 'control', weight: 0.5 },
          { id: 'new', name: 'New', weight: 0.25 },
          { id: 'b', name: 'B', weight: 0.25 },
        ],
      },
    ],
  ])('of a running experiment are refused: %j', async (change) => {
    const before = await create();
    await patch(before.id, { status: 'running' });
    expect((await patch(before.id, change)).body).toMatchObject({ code: 'CONFLICT', status: 409 });
    expect((await patch(before.id, { name: 'New name', targetUrl: before.targetUrl, mde: before.mde })).status).toBe(
      200,
    );
  });

  it('of weights and traffic are recorded with their times while the experiment is running', async () => {
    const { id } = await create();
    await patch(id, { trafficSplit: 20 });
    await patch(id, { status: 'running' });
    await patch(id, { trafficSplit: 60 });
    const reweighed = await patch(id, {
      variants: [
        { id: 'price-first', weight: 0.7 },
        { id: 'control', weight: 0.3 },
      ],
    });
    // The control stays first, and fields that are not given stay unchanged.
    expect(reweighed.body.variants).toEqual([
      { id: 'control', name: 'Control', weight: 0.3 },
      { id: 'price-first', name: 'Price first', weight: 0.7, css: 'b {}' },
    ]);
    await patch(id, { trafficSplit: 60 });
    await patch(id, { name: 'Other' });
    expect(await allocationsOf(id)).toEqual([
      [[0.5, 0.5], 20],
      [[0.5, 0.5], 60],
      [[0.3, 0.7], 60],
    ]);
    const times = await rowsOf('experiment_allocations', { experiment_id: id }).orderBy('number').pluck('at');
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    const [first] = await rowsOf('experiments', { id });
    expect(first.started_at).toEqual(times[0]);
    const { body: audit } = await world.api.get(`/api/experiments/${id}/audit`);
    expect(audit.map(({ action }: { action: string }) => action).reverse()).toEqual(await actionsOf(id));
    expect(audit).toContainEqual({
      timestamp: expect.stringMatching(/Z$/),
      actor: expect.stringMatching(/^key_/),
      actorName: 'Server key',
      action: 'experiment.updated',
      metadata: { fields: ['variants'], weights: { control: 0.3, 'price-first': 0.7 } },
    });
    expect((await world.api.get('/api/experiments/exp_none/audit')).status).toBe(404);
  });

  it('can add a variant at the end and remove the CSS of another', async () => {
    const { id } = await create();
    await patch(id, { status: 'running' });
    const { body } = await patch(id, {
      variants: [
        { id: 'new', name: 'New', weight: 0.2 },
        { id: 'price-first', weight: 0.4, css: null },
        { id: 'control', weight: 0.4 },
      ],
    });
    expect(body.variants.map((one: { id: string }) => one.id)).toEqual(['control', 'price-first', 'new']);
    expect(body.variants[1]).not.toHaveProperty('css');
  });

  it('at the same time are all recorded', async () => {
    const { id } = await create();
    await patch(id, { status: 'running' });
    const splits = [10, 20, 30, 40, 50, 60];
    await Promise.all(splits.map((trafficSplit) => patch(id, { trafficSplit })));
    const allocations = await allocationsOf(id);
    expect(allocations.map(([, split]) => split).sort((a, b) => a - b)).toEqual([...splits, 100]);
    expect(allocations.at(-1)?.[1]).toBe((await world.api.get(`/api/experiments/${id}`)).body.trafficSplit);
  });
});
