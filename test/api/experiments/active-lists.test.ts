import type { NewExperiment } from '../../../db/experiments/experiments';
import { connect, type Database } from '../../../db/connection/pool';
import { createActiveLists } from '../../../api/experiments/active-lists';
import { activeExperiment } from '../../../domain/experiments/schemas';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';
import { addWorkspace, createExperiment } from '../../support/workspaces';

const world = useWorld({ temporal: false });

const variants = [
  { id: 'control', name: 'Control', weight: 0.5 },
  { id: 'blue', name: 'Blue', weight: 0.5, css: 'h1 { color: blue }', levels: { color: 'blue' } },
];

/** Stores an experiment, by default in the demo workspace. */
const store = (fields: Partial<NewExperiment>, workspaceId = world.demo.workspaceId) =>
  createExperiment(world.database, workspaceId, { name: 'Prices', targetUrl: '/pricing', variants, ...fields });

const activeOf = (key: string, headers: Record<string, string> = {}) =>
  world.api.raw(`/api/experiments/active?key=${key}`, { headers: { 'accept-encoding': 'identity', ...headers } });

test('the list contains only the public fields of running experiments', async () => {
  const { workspaceId, workspaceKey } = (await addWorkspace(world)).demo;
  const running = await store({ status: 'running', trafficSplit: 40, exclusionGroup: 'prices' }, workspaceId);
  await store({ status: 'draft' }, workspaceId);
  await store({ status: 'paused', promotedVariantId: 'blue' }, workspaceId);
  await store({ status: 'completed' }, workspaceId);
  await store({ status: 'running' });
  const { status, body, headers } = await activeOf(workspaceKey);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body).toEqual([
    {
      id: running.id,
      name: 'Prices',
      status: 'running',
      targetUrl: '/pricing',
      trafficSplit: 40,
      mode: 'ab',
      type: 'web_ab_test',
      exclusionGroup: 'prices',
      promotedVariantId: null,
      variants: [
        { id: 'control', name: 'Control', weight: 0.5 },
        { id: 'blue', name: 'Blue', weight: 0.5, css: 'h1 { color: blue }' },
      ],
    },
  ]);
});

test('a promoted winner is served to all visitors', async () => {
  const { workspaceId, workspaceKey } = (await addWorkspace(world)).demo;
  await store({ status: 'completed', promotedVariantId: 'blue', trafficSplit: 10 }, workspaceId);
  const { body } = await activeOf(workspaceKey);
  expect(body).toMatchObject([
    {
      status: 'completed',
      promotedVariantId: 'blue',
      trafficSplit: 100,
      variants: [
        { id: 'control', weight: 0 },
        { id: 'blue', weight: 1, css: 'h1 { color: blue }' },
      ],
    },
  ]);
});

test('an experiment with an expression that could freeze a page is left out', async () => {
  const { workspaceId, workspaceKey } = (await addWorkspace(world)).demo;
  await store({ status: 'running', targetUrl: 're:^(a+)+$' }, workspaceId);
  await store({ status: 'running', targetUrl: 're:a.*a.*x' }, workspaceId);
  const safe = await store({ status: 'running', targetUrl: 're:^/blog/\\d+$' }, workspaceId);
  // A stored expression that is refused today: its time grows with the square of the address length.
  const square = await store({ status: 'running', targetUrl: 're:foo.*bar' }, workspaceId);
  const { body } = await activeOf(workspaceKey);
  expect(new Set(body.map(({ id }: { id: string }) => id))).toEqual(new Set([safe.id, square.id]));
});

test('an expression is served without its redundant parts', async () => {
  const { workspaceId, workspaceKey } = (await addWorkspace(world)).demo;
  await store({ status: 'running', targetUrl: 're:^.*checkout.*$' }, workspaceId);
  expect((await activeOf(workspaceKey)).body).toMatchObject([{ targetUrl: 're:checkout' }]);
});

test('the key of a workspace is required', async () => {
  expect(await world.api.raw('/api/experiments/active', {})).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_ERROR' },
  });
  const { workspaceKey } = world.demo;
  for (const query of [`workspaceKey=${workspaceKey}`, `projectKey=${workspaceKey}&key=${workspaceKey}`]) {
    for (const path of ['experiments/active', 'apex-js']) {
      expect((await world.api.raw(`/api/${path}?${query}`, {})).status).toBe(200);
    }
  }
  const mixed = await activeOf(`${workspaceKey}&projectKey=svc_pk_other`);
  expect(mixed).toMatchObject({ status: 400, body: { details: [{ path: 'projectKey' }] } });
  const unknown = await activeOf('svc_pk_nobody');
  expect(unknown).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  expect(unknown.headers.get('cache-control')).toBe('no-store');
});

test('a caller with the current list gets 304 in each encoding', async () => {
  const { workspaceId, workspaceKey } = (await addWorkspace(world)).demo;
  await store({ status: 'running' }, workspaceId);
  const etags = new Set<string>();
  for (const encoding of ['identity', 'gzip', 'br']) {
    const whole = await activeOf(workspaceKey, { 'accept-encoding': encoding });
    expect(whole.body).toHaveLength(1);
    const { 'cache-control': cacheControl, vary, etag = '' } = Object.fromEntries(whole.headers);
    expect([cacheControl, vary]).toEqual(['public, max-age=60', 'Accept-Encoding']);
    expect(etag).toMatch(/^"[\w-]+"$/);
    etags.add(etag);
    const again = await activeOf(workspaceKey, { 'accept-encoding': encoding, 'if-none-match': `"other", ${etag}` });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('cache-control')).toBe('public, max-age=60');
    expect((await activeOf(workspaceKey, { 'accept-encoding': encoding, 'if-none-match': '"other"' })).status).toBe(
      200,
    );
  }
  expect(etags.size).toBe(3);
});

test('pages of every origin can read the list, including refusals', async () => {
  const headers = { origin: 'https://shop.example.com' };
  for (const key of [world.demo.workspaceKey, 'svc_pk_nobody']) {
    const response = await activeOf(key, headers);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  }
});

test('a change is visible within five seconds and changes the ETag', async () => {
  const { workspaceId, workspaceKey } = (await addWorkspace(world)).demo;
  const { id } = await store({ status: 'running' }, workspaceId);
  const before = await activeOf(workspaceKey);
  await world.database('experiments').where({ workspace_id: workspaceId, id }).update({ status: 'paused' });
  const after = await waitFor(async () => {
    const response = await activeOf(workspaceKey);
    return response.body.length === 0 && response;
  });
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
});

describe('the cached lists of a process', () => {
  const standing = (): number => 0;
  let database: Database;
  let reads: number;

  beforeAll(() => {
    database = connect({ url: world.databaseUrl, poolSize: 2, applicationName: 'test' });
    database.on('query', () => (reads += 1));
  });
  beforeEach(() => {
    reads = 0;
  });
  afterAll(() => database.destroy());

  test('are read once for simultaneous callers', async () => {
    const lists = createActiveLists(database, undefined, standing);
    const requested = await Promise.all(Array.from({ length: 20 }, () => lists.of(world.demo.workspaceId)));
    expect(new Set(requested).size).toBe(1);
    expect(activeExperiment.array().parse(JSON.parse(requested[0]!.text))).toEqual(requested[0]!.experiments);
    await lists.of(world.demo.workspaceId);
    expect(reads).toBe(1);
  });

  test('are limited in number and size, and the oldest is removed first', async () => {
    for (const limits of [
      { lists: 2, bytes: 1_000_000 },
      { lists: 100, bytes: 4 },
    ]) {
      reads = 0;
      const lists = createActiveLists(database, limits, standing);
      // An empty list is two bytes.
      for (const workspaceId of ['wsp_a', 'wsp_b', 'wsp_c']) await lists.of(workspaceId);
      await lists.of('wsp_c');
      expect(reads).toBe(3);
      await lists.of('wsp_a');
      expect(reads).toBe(4);
    }
  });

  test('are read again after a failure', async () => {
    let fails = true;
    const switching = ((table: string) => {
      if (fails) throw new Error('away');
      return database(table);
    }) as unknown as Database;
    const lists = createActiveLists(switching);
    await expect(lists.of(world.demo.workspaceId)).rejects.toThrow('away');
    fails = false;
    await expect(lists.of(world.demo.workspaceId)).resolves.toMatchObject({ experiments: expect.any(Array) });
  });
});
