import { useWorld, type World } from '../support/world';

const world = useWorld({ temporal: false });

const condition = { field: 'attributes.plan', operator: 'equals', value: 'pro' };

/** For each path: the body that creates a record, and a change of one field. */
const nouns: Record<string, { create: object; change: (text: string) => Record<string, unknown> }> = {
  '/api/communications': { create: { name: 'A', commType: 'marketing' }, change: (name) => ({ name }) },
  '/api/audiences': { create: { name: 'A', condition }, change: (name) => ({ name }) },
  '/api/trigger-contracts': { create: { eventName: 'paid' }, change: (name) => ({ name }) },
  '/api/experiments': {
    create: { name: 'A', targetUrl: '/pricing', variants: [{ name: 'Control' }, { name: 'Other' }] },
    change: (name) => ({ name }),
  },
  '/api/targets': {
    create: { metric: 'orders', target: 5, deadline: '2027-03-31' },
    change: (description) => ({ description }),
  },
  '/api/goals': {
    create: { metric: 'orders', target: 5, deadline: '2027-03-31' },
    change: (description) => ({ description }),
  },
  '/api/conversion-goals': { create: { name: 'A', eventType: 'paid' }, change: (name) => ({ name }) },
  '/api/beliefs': { create: { statement: 'A' }, change: (owner) => ({ owner }) },
};

const summary = ({ status, body }: Awaited<ReturnType<World['api']['get']>>): string =>
  `${status} ${String(body.code ?? '')}`.trim();

describe.each(Object.keys(nouns))('%s', (path) => {
  const { create, change } = nouns[path] as (typeof nouns)[string];

  test('of concurrent updates with the same updatedAt, one succeeds and the others get 409', async () => {
    const { id, updatedAt } = (await world.api.post(path, create)).body;
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        world.api.patch(`${path}/${id}`, { updatedAt, ...change(`writer ${index}`) }),
      ),
    );
    const won = responses.filter(({ status }) => status === 200);
    expect(responses.map(summary).sort()).toEqual(['200', ...Array.from({ length: 9 }, () => '409 STALE_UPDATE')]);
    const [field = ''] = Object.keys(change(''));
    const stored = (await world.api.get(`${path}/${id}`)).body;
    expect([stored.updatedAt, stored[field]]).toEqual([won[0]?.body.updatedAt, won[0]?.body[field]]);
  });

  test('the updatedAt of a response is accepted, in any precision and offset, and a repeated request is stale', async () => {
    const made = (await world.api.post(path, create)).body;
    const seen = [made.updatedAt as string];
    for (let round = 0; round < 5; round += 1) {
      const read = (await world.api.get(`${path}/${made.id}`)).body.updatedAt as string;
      const given = [read, read.replace('Z', '123Z'), read.replace('Z', '+00:00')][round % 3] as string;
      const changed = await world.api.patch(`${path}/${made.id}`, { updatedAt: given, ...change(`round ${round}`) });
      expect(summary(changed)).toBe('200');
      seen.push(changed.body.updatedAt as string);
      const repeated = await world.api.patch(`${path}/${made.id}`, { updatedAt: given, ...change(`round ${round}`) });
      expect(summary(repeated)).toBe('409 STALE_UPDATE');
    }
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(summary(await world.api.patch(`${path}/${made.id}`, change('without')))).toBe('200');
    const refused = await world.api.patch(`${path}/${made.id}`, { updatedAt: 'yesterday' });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'updatedAt' }] } });
  });
});

test('routes with the id in the body also accept updatedAt', async () => {
  for (const path of ['/api/experiments', '/api/targets', '/api/goals', '/api/conversion-goals']) {
    const { create, change } = nouns[path] as (typeof nouns)[string];
    const { id, updatedAt } = (await world.api.post(path, create)).body;
    const responses = [
      await world.api.patch(path, { id, updatedAt, ...change('first') }),
      await world.api.patch(path, { id, updatedAt, ...change('second') }),
    ];
    expect([path, ...responses.map(summary)]).toEqual([path, '200', '409 STALE_UPDATE']);
  }
});

test('experiments also accept updated_at, and refuse two different times', async () => {
  const path = '/api/experiments';
  const { id, updated_at } = (await world.api.post(path, nouns[path]?.create)).body;
  expect(summary(await world.api.patch(`${path}/${id}`, { updated_at, name: 'B' }))).toBe('200');
  expect(summary(await world.api.patch(`${path}/${id}`, { updated_at, status: 'running' }))).toBe('409 STALE_UPDATE');
  const both = { updated_at, updatedAt: '2026-01-05T09:00:00.000Z', name: 'C' };
  expect(await world.api.patch(`${path}/${id}`, both)).toMatchObject({
    status: 400,
    body: { details: [{ path: 'updated_at' }] },
  });
});

test('a conversion that is no longer primary is stale for a caller who read it as primary', async () => {
  const path = '/api/conversion-goals';
  const first = (await world.api.post(path, { name: 'First', eventType: 'paid', isPrimary: true })).body;
  await world.api.post(path, { name: 'Second', eventType: 'signed', isPrimary: true });
  const changed = await world.api.patch(`${path}/${first.id}`, { updatedAt: first.updatedAt, isPrimary: true });
  expect(summary(changed)).toBe('409 STALE_UPDATE');
  expect((await world.api.get(`${path}/${first.id}`)).body.isPrimary).toBe(false);
});

test('updated templates keep their variables', async () => {
  const { body } = await world.api.post('/api/communications', { name: 'A', commType: 'marketing' });
  const slots = { body: 'Hi {{ attributes.first_name }}' };
  const path = `/api/communications/${body.id}`;
  await world.api.patch(path, { updatedAt: body.updatedAt, slots });
  expect((await world.api.get(path)).body.variables).toEqual(['attributes.first_name']);
});
