import { assignVariant } from '../../../domain/experiments/allocate';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const variants = [
  { id: 'control', name: 'Control', weight: 0.5 },
  { id: 'blue', name: 'Blue', weight: 0.5, css: 'b {}' },
];

async function run(fields: object = {}) {
  const body = { name: 'Prices', targetUrl: 'https://shop.example.com/prices', variants, ...fields };
  const { id } = (await world.api.post('/api/experiments', body)).body;
  return (await patch(id, { status: 'running' })).body;
}
const patch = (id: string, body: object) => world.api.patch(`/api/experiments/${id}`, body);
const assign = async (id: string, visitorId: string, options: object = {}) =>
  (await world.api.post(`/api/experiments/${id}/assign`, { visitorId, ...options })).body;
const exposuresOf = async (experimentId: string) =>
  (await world.database('events').where({ type: 'experiment_exposure' }).orderBy('id'))
    .filter(({ data }) => data.experimentId === experimentId)
    .map(({ visitor_id, data }) => [visitor_id, data.variantId] as const);
const active = async (query = '') =>
  (await world.api.raw(`/api/experiments/active?key=${world.demo.workspaceKey}${query}`, {})).body as {
    id: string;
    variants: { id: string; weight: number }[];
  }[];
const visitors = Array.from({ length: 40 }, (_, index) => `visitor-${index}`);
/** Finds a visitor with the variant. */
const visitorOf = (experiment: Parameters<typeof assignVariant>[0], variantId: string | null) =>
  visitors.find((visitor) => (assignVariant(experiment, visitor)?.id ?? null) === variantId) as string;

describe('assigning', () => {
  it('uses the hash of the browsers and exposes each participant once', async () => {
    const experiment = await run({ trafficSplit: 50 });
    const expected = visitors.map((visitor) => assignVariant(experiment, visitor)?.id ?? null);
    const responses = await Promise.all([...visitors, ...visitors].map((visitor) => assign(experiment.id, visitor)));
    expect(responses).toEqual(
      [...expected, ...expected].map((variantId) => ({ variantId, inExperiment: variantId !== null })),
    );
    const included = visitors.filter((_, index) => expected[index] !== null);
    expect(included.length).toBeGreaterThan(5);
    expect((await exposuresOf(experiment.id)).map(([visitor]) => visitor).sort()).toEqual([...included].sort());
  });

  it('exposes a visitor again, once, after a draft replaced the variants', async () => {
    const { id } = await run();
    const [visitor] = visitors as [string];
    await assign(id, visitor);
    const others = ['x', 'y'].map((name) => ({ id: name, name, weight: 0.5 }));
    for (const body of [{ status: 'draft' }, { variants: others }, { status: 'running' }]) await patch(id, body);
    const { variantId } = await assign(id, visitor);
    expect(['x', 'y']).toContain(variantId);
    const other = variantId === 'x' ? 'y' : 'x';
    await patch(id, { variants: others.map((one) => ({ ...one, weight: one.id === other ? 0.99 : 0.01 })) });
    for (let time = 0; time < 2; time += 1)
      expect(await assign(id, visitor)).toEqual({ variantId, inExperiment: true });
    const { variants: counted } = (await world.api.get(`/api/experiments/${id}/results`)).body;
    expect(counted.map((one: { variantId: string; exposures: number }) => [one.variantId, one.exposures])).toEqual([
      ['x', Number(variantId === 'x')],
      ['y', Number(variantId === 'y')],
    ]);
  });

  it('keeps the variant of visitors exposed on a server or in a browser when weights change', async () => {
    const experiment = await run();
    const [here, there, nowhere] = visitors.filter((visitor) => assignVariant(experiment, visitor)?.id === 'blue');
    await assign(experiment.id, here!);
    await assign(experiment.id, nowhere!, { expose: false });
    await world.api.post('/api/events', {
      workspaceKey: world.demo.workspaceKey,
      type: 'experiment_exposure',
      visitorId: there,
      url: 'https://shop.example.com/prices',
      data: { experimentId: experiment.id, variantId: 'blue' },
    });
    await patch(experiment.id, {
      variants: [
        { id: 'control', weight: 1 },
        { id: 'blue', weight: 0 },
      ],
    });
    const responses = await Promise.all([here, there, nowhere].map((visitor) => assign(experiment.id, visitor!)));
    expect(responses.map(({ variantId }) => variantId)).toEqual(['blue', 'blue', 'control']);
    expect(await exposuresOf(experiment.id)).toHaveLength(3);
  });

  it('stores nothing if the variant is not shown', async () => {
    const experiment = await run();
    expect(await assign(experiment.id, 'v', { expose: false })).toMatchObject({ inExperiment: true });
    expect(await exposuresOf(experiment.id)).toEqual([]);
  });

  it('puts a visitor into only one experiment of an exclusion group', async () => {
    const group = { exclusionGroup: 'prices' };
    const [one, other] = [await run(group), await run(group)];
    const responses = await Promise.all(
      visitors.map(async (visitor) => [
        (await assign(one.id, visitor)).inExperiment,
        (await assign(other.id, visitor)).inExperiment,
      ]),
    );
    expect(responses.filter(([first, second]) => first === second)).toEqual([]);
    expect(new Set(responses.map(([first]) => first)).size).toBe(2);
    // Exposed visitors stay, even if a third experiment joins.
    await run(group);
    const again = await Promise.all(visitors.map(async (visitor) => (await assign(one.id, visitor)).inExperiment));
    expect(again).toEqual(responses.map(([first]) => first));
  });

  it('assigns no visitor unless the experiment is running, and serves a winner to all visitors', async () => {
    const draft = (await world.api.post('/api/experiments', { name: 'D', targetUrl: '/', variants })).body;
    const outside = { variantId: null, inExperiment: false };
    expect(await assign(draft.id, 'v')).toEqual(outside);
    const experiment = await run({ trafficSplit: 10 });
    await patch(experiment.id, { status: 'paused' });
    expect(await assign(experiment.id, visitorOf(experiment, 'blue') ?? 'v')).toEqual(outside);
    await world.api.post(`/api/experiments/${experiment.id}/promote`, { variantId: 'blue' });
    const responses = await Promise.all(visitors.map((visitor) => assign(experiment.id, visitor)));
    expect(responses).toEqual(visitors.map(() => ({ variantId: 'blue', inExperiment: false })));
    expect(await exposuresOf(experiment.id)).toEqual([]);
  });

  it.each([[{}], [{ visitorId: '' }], [{ visitorId: 7 }], [{ visitorId: 'v', variantId: 'blue' }]])(
    'refuses %j',
    async (body) => {
      const { id } = await run();
      expect((await world.api.post(`/api/experiments/${id}/assign`, body)).status).toBe(400);
    },
  );
});

describe('promoting', () => {
  it('completes the experiment, serves the winner to all visitors, and stops when paused', async () => {
    const { id } = await run({ trafficSplit: 20 });
    const promote = (variantId: string) => world.api.post(`/api/experiments/${id}/promote`, { variantId });
    expect((await promote('red')).body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'variantId' }] });
    const promoted = await promote('blue');
    expect(promoted).toMatchObject({
      status: 200,
      body: { status: 'completed', promotedVariantId: 'blue', endedAt: expect.any(String), trafficSplit: 20 },
    });
    expect((await promote('blue')).body).toEqual(promoted.body);
    const served = await waitFor(async () =>
      (await active()).find((one) => one.id === id && 'promotedVariantId' in one && one.promotedVariantId === 'blue'),
    );
    expect(served).toMatchObject({ status: 'completed', trafficSplit: 100 });
    expect(served?.variants.map(({ weight }) => weight)).toEqual([0, 1]);
    expect((await patch(id, { status: 'paused' })).body).toMatchObject({ status: 'paused' });
    await waitFor(async () => (await active()).every((one) => one.id !== id));
    const actions = await world
      .database('audit_entries')
      .where({ subject_id: id })
      .orderBy(['at', 'id'])
      .select('action', 'metadata');
    expect(actions.filter(({ action }) => action === 'experiment.promoted')).toEqual([
      { action: 'experiment.promoted', metadata: { variantId: 'blue' } },
    ]);
  });

  it('needs an experiment that is not a draft', async () => {
    const { id } = (await world.api.post('/api/experiments', { name: 'D', targetUrl: '/', variants })).body;
    expect((await world.api.post(`/api/experiments/${id}/promote`, { variantId: 'blue' })).status).toBe(409);
    expect((await world.api.post('/api/experiments/exp_none/promote', { variantId: 'blue' })).status).toBe(404);
  });
});

describe('a preview link', () => {
  const link = (id: string, body: object) => world.api.post(`/api/experiments/${id}/preview-link`, body);

  it('shows one variant of a draft to visitors with the link and hides the others of its group', async () => {
    const group = { exclusionGroup: 'preview' };
    const [rival, stranger] = [await run(group), await run()];
    const fields = { name: 'D', targetUrl: 'https://shop.example.com/prices', variants, ...group };
    const { id } = (await world.api.post('/api/experiments', fields)).body;
    const { body, status, headers } = await link(id, { variantId: 'blue' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { origin, pathname, searchParams } = new URL(body.url);
    expect(origin + pathname).toBe('https://shop.example.com/prices');
    const token = searchParams.get('apex_preview') as string;
    await waitFor(async () => (await active()).some((one) => one.id === stranger.id));
    const shown = await active(`&preview=${token}`);
    expect(shown.map((one) => one.id)).toEqual(expect.arrayContaining([id, stranger.id]));
    expect(shown.map((one) => one.id)).not.toContain(rival.id);
    expect(shown.find((one) => one.id === id)).toMatchObject({ status: 'completed', promotedVariantId: 'blue' });
    const forged = token.replace('.blue.', '.control.');
    for (const bad of [forged, `${token}x`, 'nonsense', '']) {
      expect((await active(`&preview=${bad}`)).map((one) => one.id)).not.toContain(id);
    }
  });

  it('needs a variant and a page that matches the pattern', async () => {
    const { id } = await run({ targetUrl: '/blog/*' });
    const refused = [
      await link(id, { variantId: 'red', url: 'https://a.example/blog/1' }),
      await link(id, { variantId: 'blue' }),
      await link(id, { variantId: 'blue', url: 'https://a.example/about' }),
      await link(id, { variantId: 'blue', url: 'javascript:alert(1)' }),
    ];
    expect(refused.map(({ body }) => body.details?.[0]?.path)).toEqual(['variantId', 'url', 'url', 'url']);
    const { body } = await link(id, { variantId: 'blue', url: 'https://a.example/blog/1?page=2#top' });
    expect(body.url).toMatch(/^https:\/\/a\.example\/blog\/1\?page=2&apex_preview=.+#top$/);
  });
});
