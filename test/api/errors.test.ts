import { gzipSync } from 'node:zlib';
import type { Access } from '../../api/route';
import { routes } from '../../api/routes';
import { apiClient } from '../support/api-client';
import { setting } from '../support/members';
import { useWorld } from '../support/world';
import { addWorkspace } from '../support/workspaces';

const world = useWorld({ temporal: false });

const json = { 'content-type': 'application/json' };
const withKey = () => ({ ...json, 'x-api-key': world.demo.serverKey });
const post = (path: string, body: string | Buffer, headers: Record<string, string> = withKey()) =>
  world.api.raw(path, { method: 'POST', headers, body: typeof body === 'string' ? body : new Uint8Array(body) });
const event = (fields: Record<string, unknown> = {}) => ({
  workspaceKey: world.demo.workspaceKey,
  type: 'pageview',
  visitorId: 'v1',
  url: 'https://example.com/',
  ...fields,
});

test.each([
  ['broken JSON', '{"name":'],
  ['no object', '[]'],
  ['a wrong type', '{"name": 7}'],
  ['a missing field', '{}'],
  ['an unknown field', '{"name":"x","colour":"red"}'],
  ['an empty name', '{"name":""}'],
  ['a name that is too long', JSON.stringify({ name: 'x'.repeat(201) })],
  ['steps of no known kind', '{"name":"x","steps":[{"id":"a","kind":"teleport"}]}'],
  ['a send without next', '{"name":"x","steps":[{"id":"a","kind":"send","communicationId":"c"}]}'],
  ['no steps', '{"name":"x","steps":[]}'],
  ['a wait for no time', '{"name":"x","steps":[{"id":"a","kind":"wait","duration":"PT0S","next":"b"}]}'],
  ['a percentage over 100', '{"name":"x","holdoutPercent":101}'],
  ['nesting that is too deep', `{"name":${'['.repeat(60)}${']'.repeat(60)}}`],
  ['nesting 100,000 deep', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['a NUL character', '{"name":"a\\u0000b"}'],
  ['half a surrogate pair', '{"name":"a\\ud800b"}'],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ['a prototype key', '{"name":"x","__proto__":{"steps":1}}'],
])('%s in a body returns 400 VALIDATION_ERROR', async (_, body) => {
  const response = await post('/api/journeys', body);
  expect(response.body).toEqual({
    error: expect.any(String),
    code: 'VALIDATION_ERROR',
    status: 400,
    details: expect.any(Array),
  });
  expect(response.status).toBe(400);
});

test('a missing body, an unknown content type and an unknown encoding return different errors', async () => {
  expect((await post('/api/journeys', '')).body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 });
  const form = await post('/api/journeys', 'name=x', {
    ...withKey(),
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(form.body).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 });
  const encoded = await post('/api/journeys', '{"name":"x"}', { ...withKey(), 'content-encoding': 'zstd' });
  expect(encoded.body).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 });
});

test('a body over 1 MB returns 413, even if it is smaller before decompression', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(1_100_000) });
  expect((await post('/api/journeys', body)).body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
  const zipped = await post('/api/journeys', gzipSync(body), { ...withKey(), 'content-encoding': 'gzip' });
  expect(zipped.body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
  const notZipped = await post('/api/journeys', '{"name":"x"}', { ...withKey(), 'content-encoding': 'gzip' });
  expect(notZipped.body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 });
});

test('unknown ids and paths return 404; a wrong method returns 405 with the allowed methods', async () => {
  for (const path of ['/api/journeys/nope', '/api/journeys/nope/executions', '/api/communications/nope', '/api/nope']) {
    expect((await world.api.get(path)).body).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  }
  expect((await world.api.post('/api/journeys/nope/publish')).body).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  expect((await world.api.patch('/api/journeys/nope', { updatedAt: '2026-01-01T00:00:00Z' })).status).toBe(404);
  expect((await world.api.post('/api/identity', { visitorId: 'v', leadId: 'nope' })).status).toBe(404);
  const wrongMethod = await world.api.delete('/api/events');
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST']);
});

test.each(['/metrics', '/healthz', '/api/workspace', '/api/journeys'])('%s has exactly one spelling', async (path) => {
  expect((await world.api.get(path)).status).toBe(200);
  const other = [`${path}/`, path.toUpperCase(), `/${path}`, path.replace('a', '%61').replace('e', '%65')];
  for (const spelling of other) expect([spelling, (await world.api.get(spelling)).status]).toEqual([spelling, 404]);
});

test.each(['/api/internal/workspaces', '/api/journeys/internal/forget-end-user'])(
  'the shared secret gives no access to other spellings of %s',
  async (list) => {
    const headers = { ...json, authorization: `Bearer ${setting(world, 'SYNC_API_KEY')}` };
    const paths = [list.toUpperCase(), list.replace('internal', 'Internal'), list.replace('/internal', '//internal')];
    for (const path of paths) {
      const response = await world.api.raw(`${path}/none`, { method: 'PATCH', headers, body: '{}' });
      expect([path, response.status]).toEqual([path, 404]);
    }
  },
);

test.each(['/console', '/docs'])('%s is the same page with a trailing slash', async (path) => {
  for (const address of [path, `${path}/`]) {
    const { status, headers } = await world.api.raw(address, {});
    // The console returns 503 if it is not built.
    expect([address, [200, 503].includes(status)]).toEqual([address, true]);
    expect(headers.get('content-type')).toMatch('text/html');
  }
});

test('an update requires updatedAt', async () => {
  const { body: journey } = await world.api.post('/api/journeys', { name: 'x' });
  expect((await world.api.patch(`/api/journeys/${journey.id}`, { name: 'y' })).body).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'updatedAt' }],
  });
  const stale = await world.api.patch(`/api/journeys/${journey.id}`, {
    updatedAt: '2020-01-01T00:00:00.000Z',
    name: 'y',
  });
  expect(stale.body).toMatchObject({ code: 'STALE_UPDATE', status: 409 });
});

test('missing, malformed, unknown and wrong credentials return 401', async () => {
  const unknown = `${world.demo.serverKey.slice(0, 20)}${'0'.repeat(25)}`;
  for (const key of [undefined, 'nonsense', unknown, world.demo.transactionalKey, world.demo.workspaceKey]) {
    const response = await apiClient(world.apiUrl, key).get('/api/journeys');
    expect(response.body).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
  }
  const both = await world.api.raw('/api/journeys', {
    headers: { 'x-api-key': unknown, authorization: `Bearer ${world.demo.userKey}` },
  });
  // `Authorization` counts, and the other is ignored.
  expect(both.status).toBe(200);
});

test('another workspace’s ids return 404', async () => {
  const { api: other } = await addWorkspace(world);
  const { body: journey } = await world.api.post('/api/journeys', { name: 'mine' });
  expect((await other.get(`/api/journeys/${journey.id}`)).status).toBe(404);
  const change = await other.patch(`/api/journeys/${journey.id}`, { updatedAt: journey.updatedAt, name: 'theirs' });
  expect(change.status).toBe(404);
  expect((await world.api.get(`/api/journeys/${journey.id}`)).body.name).toBe('mine');
});

test('events: malformed bodies return 400, unknown workspace keys 401, single events over 32 KB 413', async () => {
  const send = (body: unknown) => post('/api/events', JSON.stringify(body), json);
  expect((await send(event())).body).toEqual({ received: 1 });
  expect((await send({ ...event(), unknownField: 1 })).body).toEqual({ received: 1 });
  expect((await send({ ...event({ workspaceKey: undefined }), projectKey: world.demo.workspaceKey })).status).toBe(200);
  expect((await send(event({ visitorId: undefined }))).status).toBe(400);
  expect((await send(event({ url: undefined }))).status).toBe(400);
  expect((await send(event({ type: 7 }))).status).toBe(400);
  expect((await send(event({ projectKey: 'svc_pk_other' }))).status).toBe(400);
  expect((await send(event({ workspaceKey: undefined }))).status).toBe(400);
  expect((await send(event({ workspaceKey: 'svc_pk_unknown' }))).body).toMatchObject({
    code: 'UNAUTHORIZED',
    status: 401,
  });
  expect((await send(event({ data: { text: 'x'.repeat(33_000) } }))).body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

test('a batch stores its valid events and reports the invalid ones', async () => {
  const { workspaceKey, type, visitorId, url } = event() as Record<string, string>;
  const events = [
    { type, visitorId, url },
    { type, url },
    { visitorId, url },
    { type, visitorId, url, data: { text: 'x'.repeat(33_000) } },
    { type: 'known', url, userId: 'u1' },
  ];
  const { status, body } = await post('/api/events', JSON.stringify({ workspaceKey, events }), json);
  expect(status).toBe(200);
  expect(body.received).toBe(2);
  expect(body.rejected.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
    [1, 'VALIDATION_ERROR'],
    [2, 'VALIDATION_ERROR'],
    [3, 'PAYLOAD_TOO_LARGE'],
  ]);
  const nothing = await post('/api/events', JSON.stringify({ workspaceKey, events: [{ type }] }), json);
  expect(nothing.body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'events.0' }] });
  for (const count of [0, 501]) {
    const many = Array.from({ length: count }, () => ({ type, visitorId, url }));
    expect((await post('/api/events', JSON.stringify({ workspaceKey, events: many }), json)).status).toBe(400);
  }
});

test('every response has a request id, and a given id is returned', async () => {
  expect((await world.api.get('/api/nope')).headers.get('x-request-id')).toMatch(/^req_/);
  const given = await world.api.raw('/healthz', { headers: { 'x-request-id': 'trace-0123456789' } });
  expect(given.headers.get('x-request-id')).toBe('trace-0123456789');
});

test('every documented path reports its own methods and no others', async () => {
  const { paths } = (await world.api.get('/api/openapi.json')).body as { paths: Record<string, object> };
  expect(Object.keys(paths).length).toBeGreaterThan(70);
  for (const [path, operations] of Object.entries(paths)) {
    const documented = Object.keys(operations).map((method) => method.toUpperCase());
    const taken = [...documented, ...(documented.includes('GET') ? ['HEAD'] : [])].sort();
    const other = (['PUT', 'DELETE', 'PATCH'] as const).find((method) => !documented.includes(method)) ?? 'PUT';
    for (const method of [other, 'OPTIONS'] as const) {
      const response = await world.api.raw(path.replace(/\{[^}]+\}/g, 'one'), { method, headers: withKey() });
      const allowed = response.headers.get('allow')?.split(', ').sort();
      const status = method === 'OPTIONS' ? 204 : 405;
      expect({ path, method, status: response.status, allowed }).toEqual({ path, method, status, allowed: taken });
    }
  }
});

const credentials = (access: Access): Record<string, string> => {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  if (access === 'public') return {};
  if (access === 'internal') return bearer(setting(world, 'SYNC_API_KEY'));
  if (access === 'transactional') return bearer(world.demo.transactionalKey);
  return bearer(typeof access === 'object' && access.serverKey === true ? world.demo.serverKey : world.demo.userKey);
};

/** Excludes session routes, which need a cookie. */
const withBody = routes.filter(({ request, access }) => request?.body !== undefined && access !== 'session');

test.each(withBody.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
  '%s refuses the body null and changes nothing',
  async (_, { path, method, access }) => {
    const before = await world.database('end_users').count();
    const response = await world.api.raw(path.replace(/:[A-Za-z]+/g, 'one'), {
      method: method.toUpperCase(),
      headers: { ...json, ...credentials(access) },
      body: 'null',
    });
    expect([response.status, response.body.code ?? response.body.error.code.toUpperCase()]).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
    expect(await world.database('end_users').count()).toEqual(before);
  },
);
