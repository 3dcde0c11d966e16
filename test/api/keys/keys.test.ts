import { apiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { addMember, type TestMember } from '../../support/members';
import { postSend } from '../../support/transactional';
import { useTwoApis } from '../../support/two-apis';

/** Creating, listing, revoking and expiring keys. */

const { world, baseUrls } = useTwoApis();

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Expires a key immediately. */
const expire = (id: string) =>
  world
    .database('api_keys')
    .where({ id })
    .update({ expires_at: new Date(Date.now() - 1_000) });

const asMember = ({ userKey }: TestMember) => apiClient(world.apiUrl, userKey);

test('a key is shown once, listed by prefix, last four and creator, and revoked immediately', async () => {
  const minted = await world.ownerApi.post('/api/keys', { name: 'CI' });
  expect(minted.status).toBe(201);
  expect(minted.headers.get('cache-control')).toBe('no-store');
  const { rawKey, id } = minted.body as { rawKey: string; id: string };
  expect(rawKey).toMatch(/^svc_sk_[0-9A-Za-z]{38}$/);
  const listed = (await world.ownerApi.get('/api/keys')).body.data.find((key: { id: string }) => key.id === id);
  const { email } = world.demo.owner;
  expect(listed).toEqual({
    id,
    kind: 'server',
    name: 'CI',
    prefix: rawKey.slice(0, 11),
    last4: rawKey.slice(-4),
    createdAt: expect.any(String),
    createdBy: { id: expect.stringMatching(/^usr_/), email, name: 'Owner', removed: false },
    lastUsedAt: null,
    expiresAt: null,
  });
  expect(minted.body).toEqual({ ...listed, rawKey });
  expect((await world.ownerApi.patch(`/api/keys/${id}`, { name: 'CI 2' })).body).toEqual({ ...listed, name: 'CI 2' });
  const client = apiClient(world.apiUrl, rawKey);
  expect((await client.get('/api/journeys')).status).toBe(200);
  expect((await world.ownerApi.delete(`/api/keys/${id}`)).body).toEqual({ id, deleted: true, revoked: true });
  expect((await client.get('/api/journeys')).status).toBe(401);
  expect((await world.ownerApi.delete(`/api/keys/${id}`)).status).toBe(404);
});

test('transactional keys are listed, shown once, and give no access to other routes', async () => {
  const minted = await world.api.post('/api/transactional-api-keys', { name: 'Mailer', expiresAt: inAnHour() });
  expect(minted.status).toBe(201);
  const { rawKey, id, prefix, expiresAt } = minted.body as Record<string, string>;
  expect(rawKey).toMatch(/^svc_tx_[0-9A-Za-z]{38}$/);
  const { body } = await world.api.get('/api/transactional-api-keys');
  expect(body[0]).toEqual({
    id,
    prefix,
    last4: rawKey?.slice(-4),
    name: 'Mailer',
    createdAt: expect.any(String),
    createdBy: { id: expect.stringMatching(/^key_/), email: null, name: 'Server key', removed: false },
    lastUsedAt: null,
    expiresAt,
  });
  expect((await apiClient(world.apiUrl, rawKey).get('/api/journeys')).status).toBe(401);
  expect((await world.ownerApi.delete(`/api/keys/${id}`)).status).toBe(404);
  expect((await world.api.delete(`/api/transactional-api-keys/${id}`)).body).toEqual({ id, revoked: true });
  const left = (await world.api.get('/api/transactional-api-keys')).body as { id: string }[];
  expect(left.map((key) => key.id)).not.toContain(id);
});

test('a server key cannot manage keys, and the refusal says which credentials can', async () => {
  const { id } = (await world.ownerApi.post('/api/keys', { name: 'Kept' })).body;
  const responses = [
    await world.api.get('/api/keys'),
    await world.api.get(`/api/keys/${id}`),
    await world.api.post('/api/keys', { name: 'Offspring' }),
    await world.api.post('/api/keys', { nonsense: true }),
    await world.api.patch(`/api/keys/${id}`, { name: 'Renamed' }),
    await world.api.delete(`/api/keys/${id}`),
  ];
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 403));
  expect(responses[2]!.body.error).toMatch(/sign in, or send a user key \(svc_uk_\)/);
  expect((await world.ownerApi.get(`/api/keys/${id}`)).body.name).toBe('Kept');
});

test('expiresAt must be in the future', async () => {
  for (const path of ['/api/keys', '/api/transactional-api-keys']) {
    for (const expiresAt of ['2020-01-01T00:00:00Z', new Date().toISOString(), 'tomorrow', 1]) {
      const { status, body } = await world.ownerApi.post(path, { name: 'Late', expiresAt });
      expect([expiresAt, status, body.details?.[0]?.path]).toEqual([expiresAt, 400, 'expiresAt']);
    }
    expect((await world.ownerApi.post(path, { name: 'Endless', expiresAt: null })).body.expiresAt).toBeNull();
    const expiresAt = inAnHour();
    expect((await world.ownerApi.post(path, { name: 'Brief', expiresAt })).body.expiresAt).toBe(expiresAt);
  }
});

test.each(['server', 'user'])(
  'an expired %s key is refused by every process and stays listed until it is deleted',
  async (kind) => {
    const { id, rawKey } = (await world.ownerApi.post('/api/keys', { name: 'Brief', kind, expiresAt: inAnHour() }))
      .body;
    const clients = baseUrls.map((url) => apiClient(url, rawKey));
    for (const client of clients) expect((await client.get('/api/journeys')).status).toBe(200);
    await expire(id);
    for (const client of clients) {
      const refused = await client.get('/api/journeys');
      expect([refused.status, refused.body.error]).toEqual([401, expect.stringMatching(/^This key has expired/)]);
    }
    const { expiresAt } = (await world.ownerApi.get(`/api/keys/${id}`)).body;
    expect(Date.parse(expiresAt)).toBeLessThan(Date.now());
    expect((await world.ownerApi.delete(`/api/keys/${id}`)).status).toBe(200);
  },
);

test('an expired transactional key sends nothing, even in a process that cached it', async () => {
  const body = { to: `${uniqueName('person')}@sandbox.apex.test`, subject: 'x', text: 'x' };
  const { id, rawKey: apiKey } = (
    await world.ownerApi.post('/api/transactional-api-keys', { name: 'x', expiresAt: inAnHour() })
  ).body;
  for (const baseUrl of baseUrls) expect((await postSend(world, body, { apiKey, baseUrl })).status).toBe(200);
  await expire(id);
  for (const baseUrl of baseUrls) {
    for (const sent of [body, '{', { to: body.to }]) {
      const response = await postSend(world, sent, { apiKey, baseUrl });
      expect([response.status, response.body.error.code]).toEqual([401, 'unauthorized']);
    }
  }
});

test('the list shows the last use of a key', async () => {
  const { id, rawKey } = (await world.ownerApi.post('/api/keys', { name: 'Used' })).body;
  const api = await world.startApi();
  await apiClient(api.url, rawKey).get('/api/journeys');
  // Written periodically and when a process stops.
  await api.stop();
  const { lastUsedAt, createdAt } = (await world.ownerApi.get(`/api/keys/${id}`)).body;
  expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
});

test('a removed member’s user keys end immediately; server and sending keys stay valid and are marked', async () => {
  const admin = await addMember(world, 'admin');
  const theirs = asMember(admin);
  const own = (await theirs.post('/api/keys', { name: 'Own', kind: 'user' })).body;
  const server = (await theirs.post('/api/keys', { name: 'Server' })).body;
  const sending = (await theirs.post('/api/transactional-api-keys', { name: 'Sending' })).body;
  const byThem = async () =>
    (await world.ownerApi.get(`/api/keys?createdBy=${admin.id}`)).body.data as { id: string }[];
  expect((await byThem()).map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, server.id]));
  const removed = async () => (await world.ownerApi.get('/api/keys?creatorRemoved=true')).body.data as { id: string }[];
  expect((await removed()).map(({ id }) => id)).not.toContain(server.id);

  expect((await world.ownerApi.delete(`/api/members/${admin.id}`)).status).toBe(200);

  expect((await apiClient(world.apiUrl, own.rawKey).get('/api/journeys')).status).toBe(401);
  expect((await apiClient(world.apiUrl, server.rawKey).get('/api/journeys')).status).toBe(200);
  const maker = { id: admin.id, email: admin.email, name: null, removed: true };
  expect(await byThem()).toEqual([expect.objectContaining({ id: server.id, createdBy: maker })]);
  expect((await removed()).map(({ id }) => id)).toContain(server.id);
  const others = (await world.ownerApi.get('/api/keys?creatorRemoved=false')).body.data as { id: string }[];
  expect(others.map(({ id }) => id)).not.toContain(server.id);
  const sendingKeys = (await world.ownerApi.get('/api/transactional-api-keys')).body as { id: string }[];
  expect(sendingKeys.find(({ id }) => id === sending.id)).toMatchObject({ createdBy: maker });

  expect((await world.ownerApi.delete(`/api/keys/${server.id}`)).status).toBe(200);
  expect((await apiClient(world.apiUrl, server.rawKey).get('/api/journeys')).status).toBe(401);
  expect((await world.ownerApi.delete(`/api/transactional-api-keys/${sending.id}`)).status).toBe(200);
});

test('every change of a key is logged without the key', async () => {
  const { id, rawKey } = (await world.ownerApi.post('/api/keys', { name: 'Logged', expiresAt: inAnHour() })).body;
  await world.ownerApi.patch(`/api/keys/${id}`, { name: 'Renamed' });
  await world.ownerApi.delete(`/api/keys/${id}`);
  const entries = await world
    .database('audit_entries')
    .whereRaw(`metadata ->> 'keyId' = ?`, [id])
    .orderBy('id')
    .select('action', 'actor', 'metadata');
  expect(entries.map(({ action }) => action)).toEqual(['key.created', 'key.renamed', 'key.revoked']);
  for (const { actor } of entries) expect(actor).toMatch(/^usr_/);
  expect(JSON.stringify(entries)).not.toContain(rawKey.slice(7, 30));
});
