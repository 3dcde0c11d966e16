import { apiClient } from '../../support/api-client';
import { addMember } from '../../support/members';
import { addWorkspace } from '../../support/workspaces';
import { createWorld, useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const google = {
  connectorType: 'google_ads',
  accountId: '123-456-7890',
  credentials: {
    clientId: 'id-1234',
    clientSecret: 'secret-1234',
    refreshToken: 'refresh-1234',
    developerToken: 'dev-1234',
  },
};
const meta = (accountId: string) => ({
  connectorType: 'meta_ads',
  accountId,
  credentials: { accessToken: 'meta-token-1234' },
});
const post = (body: object) => world.api.post('/api/connections', body);

test('a connection is created, read, changed, listed and removed without revealing its credentials', async () => {
  const { api } = await addWorkspace(world);
  const made = await api.post('/api/connections', google);
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect(made.body).toEqual({
    id: expect.stringMatching(/^con_/),
    connectorType: 'google_ads',
    name: 'Google Ads',
    accountId: '1234567890',
    baseUrl: null,
    status: 'pending',
    lastSyncedAt: null,
    lastError: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const changed = await api.patch(`/api/connections/${id}`, { name: 'Search', credentials: google.credentials });
  expect(changed).toMatchObject({ status: 200, body: { id, name: 'Search' } });
  const second = await api.post('/api/connections', {
    ...meta('act_77'),
    name: 'Social',
    baseUrl: 'https://proxy.example.com/meta/',
  });
  expect(second.body).toMatchObject({ accountId: '77', baseUrl: 'https://proxy.example.com/meta' });
  const page = await api.get('/api/connections?limit=1');
  expect(page.body).toMatchObject({ data: [second.body], nextCursor: expect.any(String) });
  const rest = await api.get(`/api/connections?cursor=${page.body.nextCursor}`);
  expect(rest.body).toEqual({ data: [changed.body], nextCursor: null });
  expect(JSON.stringify([made.body, changed.body, page.body, rest.body])).not.toMatch(/-1234/);
  expect(await api.delete(`/api/connections/${id}`)).toMatchObject({ status: 200, body: { id, deleted: true } });
  expect((await api.get(`/api/connections/${id}`)).status).toBe(404);
  expect((await api.post(`/api/connections/${id}/sync`, {})).status).toBe(404);
});

test('an account can have several connections, for example during a handover', async () => {
  const responses = await Promise.all([post(meta('act_88')), post(meta('88'))]);
  expect(responses.map(({ status, body }) => [status, body.accountId])).toEqual([
    [201, '88'],
    [201, '88'],
  ]);
  expect(responses[0]?.body.id).not.toBe(responses[1]?.body.id);
});

test('a workspace can have 100 connections, also with simultaneous requests', async () => {
  const { api } = await addWorkspace(world);
  for (let made = 0; made < 98; made += 1) await api.post('/api/connections', meta(String(1_000 + made)));
  const last = await Promise.all(
    ['2001', '2002', '2003', '2004'].map((one) => api.post('/api/connections', meta(one))),
  );
  expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  expect(last.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'CONFLICT',
    error: expect.stringContaining('at most 100 connections'),
  });
  const page = await api.get('/api/connections?limit=1');
  await api.delete(`/api/connections/${page.body.data[0].id}`);
  expect((await api.post('/api/connections', meta('2005'))).status).toBe(201);
});

test('a new address requires new credentials', async () => {
  const { id } = (await post(meta('99'))).body;
  const move = (body: object) => world.api.patch(`/api/connections/${id}`, body);
  expect((await move({ baseUrl: 'https://thief.example.com' })).status).toBe(400);
  expect((await move({ baseUrl: null, name: 'Same address' })).status).toBe(200);
  const moved = await move({ baseUrl: 'https://proxy.example.com', credentials: { accessToken: 'another-token' } });
  expect(moved).toMatchObject({ status: 200, body: { baseUrl: 'https://proxy.example.com' } });
});

test.each([
  ['no platform', { ...google, connectorType: 'tiktok_ads' }],
  ['an account of another form', { ...google, accountId: '12' }],
  ['credentials of another platform', { ...google, credentials: meta('1').credentials }],
  ['half of an app', { ...meta('1'), credentials: { accessToken: 'a', appId: '1' } }],
  ['a token that would break a header', { ...meta('1'), credentials: { accessToken: 'a\r\nb: c' } }],
  ['an address that is none', { ...meta('1'), baseUrl: 'file:///etc/passwd' }],
  ['an address with a user', { ...meta('1'), baseUrl: 'https://user@example.com' }],
  ['an unknown field', { ...meta('1'), status: 'connected' }],
])('%s returns 400', async (_, body) => {
  expect(await post(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
});

test('changed credentials must have the fields of the platform', async () => {
  const { id } = (await post(meta('111'))).body;
  const response = await world.api.patch(`/api/connections/${id}`, {
    credentials: { accessToken: 'a', colour: 'red' },
  });
  expect(response).toMatchObject({ status: 400, body: { details: [{ path: 'credentials' }] } });
});

test('members cannot read connections', async () => {
  const member = apiClient(world.apiUrl, (await addMember(world, 'member')).userKey);
  expect((await member.get('/api/connections')).status).toBe(403);
});

test('an installation without encryption keys refuses to store credentials', async () => {
  const without = await createWorld({ temporal: false, environment: { CREDENTIALS_KEYS: '' } });
  try {
    const response = await without.api.post('/api/connections', google);
    expect(response).toMatchObject({ status: 503, body: { error: expect.stringContaining('CREDENTIALS_KEYS') } });
    expect(response.headers.get('retry-after')).toBe('60');
  } finally {
    await without.stop();
  }
});
