import { createPerson, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const address = (): string => `${uniqueName('person')}@example.com`;

async function person(fields: Record<string, unknown> = {}) {
  const body = await createPerson(world, fields);
  return { ...body, path: `/api/end-users/${body.id}` };
}

test('attributes are set one by one; null removes an attribute', async () => {
  const { path } = await person({ attributes: { plan: 'free', seats: 3, tags: ['a'] } });
  const attributes = { plan: 'pro', seats: null, address: { city: 'Berlin', zip: null } };
  const changed = await world.api.patch(path, { attributes });
  expect(changed.status).toBe(200);
  expect(changed.body.attributes).toEqual({ plan: 'pro', tags: ['a'], address: { city: 'Berlin', zip: null } });
  const emptied = await world.api.patch(path, { attributes: { plan: null, tags: null, address: null, never: null } });
  expect(emptied.body.attributes).toEqual({});
  expect((await world.api.get(path)).body).toEqual(emptied.body);
});

test('concurrent changes of different attributes are all kept', async () => {
  const { path } = await person();
  const names = Array.from({ length: 20 }, (_, index) => `a${index}`);
  await Promise.all(names.map((name) => world.api.patch(path, { attributes: { [name]: true } })));
  expect(Object.keys((await world.api.get(path)).body.attributes).sort()).toEqual([...names].sort());
});

const text = (bytes: number): string => 'x'.repeat(bytes);

test('attributes are limited to 64 KB of JSON in UTF-8 on every route', async () => {
  const limit = 64 * 1024;
  const whole = { a: text(limit - '{"a":""}'.length) };
  const { path } = await person({ attributes: whole });
  const tooLarge = await world.api.post('/api/end-users', { email: address(), attributes: { a: `${whole.a}x` } });
  const grown = await world.api.patch(path, { attributes: { b: 1 } });
  const euros = await world.api.post('/api/end-users', { email: address(), attributes: { a: '€'.repeat(22_000) } });
  for (const { status, body } of [tooLarge, grown, euros]) {
    expect([status, body.code, body.details[0].path]).toEqual([400, 'VALIDATION_ERROR', 'attributes']);
    expect(body.error).toMatch(/at most 65536 bytes.*null/);
  }
  expect((await world.api.get(path)).body.attributes).toEqual(whole);
  // A replacement at the limit.
  expect((await world.api.patch(path, { attributes: { a: null, b: text(60_000) } })).status).toBe(200);
});

test('many small concurrent changes cannot exceed the limit together', async () => {
  const { path } = await person();
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, index) => world.api.patch(path, { attributes: { [`a${index}`]: text(5_000) } })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(13);
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(17);
  const { attributes } = (await world.api.get(path)).body;
  expect(Buffer.byteLength(JSON.stringify(attributes))).toBeLessThanOrEqual(64 * 1024);
});

test('a person above the limit can be made smaller step by step', async () => {
  const { id, path } = await person({ attributes: { keep: 1 } });
  const large = JSON.stringify({ keep: 1, a: text(100_000), b: text(100_000) });
  await world.database('end_users').where({ id }).update({ attributes: large });
  expect((await world.api.patch(path, { attributes: { c: 1 } })).status).toBe(400);
  expect((await world.api.patch(path, { attributes: { a: null } })).status).toBe(200);
  expect((await world.api.patch(path, { attributes: { b: null } })).body.attributes).toEqual({ keep: 1 });
});

test('email, timezone, locale and consent change independently', async () => {
  const made = await person({ timezone: 'Europe/Berlin', attributes: { plan: 'pro' } });
  const email = address();
  expect((await world.api.patch(made.path, { email: ` ${email.toUpperCase()}` })).body).toMatchObject({
    email,
    timezone: 'Europe/Berlin',
    attributes: { plan: 'pro' },
    consent: { marketing: true },
    createdAt: made.createdAt,
  });
  const { body } = await world.api.patch(made.path, {
    timezone: null,
    locale: 'en-GB',
    consent: { marketing: false },
  });
  expect(body).toMatchObject({ email, timezone: null, locale: 'en-GB', consent: { marketing: false } });
  expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
  expect((await world.api.patch(made.path, { email: null })).body.email).toBeNull();
});

test('an address of another person is a conflict', async () => {
  const [one, two] = [await person(), await person()];
  const refused = await world.api.patch(one.path, { email: two.email, attributes: { plan: 'pro' } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect((await world.api.get(one.path)).body.attributes).toEqual({});
  expect((await world.api.patch(one.path, { email: one.email })).status).toBe(200);
});

test('invalid values are refused', async () => {
  const { path } = await person();
  const bodies = [
    { email: 'nobody' },
    { timezone: 'Mars/Base' },
    { timezone: 'PST' },
    { consent: {} },
    { attributes: null },
    { id: 'eus_1' },
  ];
  for (const body of bodies) expect((await world.api.patch(path, body)).status).toBe(400);
  expect((await world.api.patch('/api/end-users/eus_none', { locale: 'en' })).status).toBe(404);
});

test('the list is in pages, newest first, and can be filtered by email', async () => {
  const made = [await person(), await person(), await person()];
  const first = (await world.api.get('/api/end-users?limit=2')).body;
  expect(first.data.map(({ id }: { id: string }) => id)).toEqual([made[2]?.id, made[1]?.id]);
  const rest = (await world.api.get(`/api/end-users?cursor=${first.nextCursor}`)).body;
  expect(rest.data[0].id).toBe(made[0]?.id);
  const needle = encodeURIComponent(String(made[1]?.email).toUpperCase());
  const { path: _path, ...record } = made[1] ?? {};
  expect((await world.api.get(`/api/end-users?email=${needle}`)).body).toEqual({ data: [record], nextCursor: null });
  expect((await world.api.get(`/api/end-users?email=${address()}`)).body.data).toEqual([]);
  expect((await world.api.get('/api/end-users?email=nobody')).status).toBe(400);
});
