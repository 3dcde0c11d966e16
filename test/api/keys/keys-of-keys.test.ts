import { mintKey as mintRow } from '../../../db/keys/keys';
import { apiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { setting } from '../../support/members';
import { postSend } from '../../support/transactional';
import { useTwoApis } from '../../support/two-apis';

/** Keys created by a server key show their creator and end with it. */

const { world, baseUrls } = useTwoApis();

interface Minted {
  id: string;
  rawKey: string;
  expiresAt: string | null;
}

const mint = async (fields: object = {}): Promise<Minted> =>
  (await world.ownerApi.post('/api/keys', { name: 'Maker', ...fields })).body;

const post = (by: { rawKey: string }, fields: object = {}) =>
  apiClient(world.apiUrl, by.rawKey).post('/api/transactional-api-keys', { name: 'Made', ...fields });

const send = async ({ rawKey: apiKey }: { rawKey: string }, baseUrl = world.apiUrl): Promise<number> => {
  const body = { to: `${uniqueName('person')}@sandbox.apex.test`, subject: 'x', text: 'x' };
  return (await postSend(world, body, { apiKey, baseUrl })).status;
};

const listed = async () =>
  (await world.ownerApi.get('/api/transactional-api-keys')).body as { id: string; createdBy: { id: string } | null }[];

test('a key shows the server key that created it and is revoked with it in every process', async () => {
  const [maker, other] = [await mint(), await mint()];
  const made: Minted = (await post(maker)).body;
  const kept: Minted = (await post(other)).body;
  expect((await listed()).find(({ id }) => id === made.id)).toMatchObject({
    createdBy: { id: maker.id, email: null, name: 'Maker', removed: false },
  });
  for (const url of baseUrls) expect(await send(made, url)).toBe(200);
  expect((await world.ownerApi.delete(`/api/keys/${maker.id}`)).body).toEqual({
    id: maker.id,
    deleted: true,
    revoked: true,
  });
  for (const url of baseUrls) expect([await send(made, url), await send(kept, url)]).toEqual([401, 200]);
  const ids = (await listed()).map(({ id }) => id);
  expect([ids.includes(made.id), ids.includes(kept.id)]).toEqual([false, true]);
});

test('a revocation covers the whole chain of keys, and each is logged', async () => {
  const { workspaceId } = world.demo;
  const maker = await mint();
  // The API does not let a key create a server key, so the chain is created in the database.
  const chain = [maker.id];
  for (const kind of ['secret', 'secret', 'transactional'] as const) {
    const key = { workspaceId, kind, name: 'Link', createdBy: chain.at(-1) as string };
    chain.push((await mintRow(world.database, setting(world, 'KEY_PEPPER'), key)).id);
  }
  expect((await world.ownerApi.delete(`/api/keys/${maker.id}`)).status).toBe(200);
  const rows = await world.database('api_keys').whereIn('id', chain).whereNotNull('revoked_at');
  expect(rows).toHaveLength(4);
  const entries = await world
    .database('audit_entries')
    .where({ action: 'key.revoked' })
    .whereRaw(`metadata ->> 'keyId' = any (?)`, [chain])
    .orderBy('id')
    .select('metadata');
  expect(entries.map(({ metadata }) => metadata)).toEqual([
    { keyId: maker.id },
    ...chain.slice(1).map((keyId) => ({ keyId, revokedWith: maker.id })),
  ]);
});

test('a key does not outlive the key that created it', async () => {
  const [soon, later] = [3_600_000, 7_200_000].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string];
  const maker = await mint({ expiresAt: soon });
  for (const fields of [{}, { expiresAt: null }, { expiresAt: soon }]) {
    expect((await post(maker, fields)).body.expiresAt).toBe(soon);
  }
  const earlier = new Date(Date.now() + 1_800_000).toISOString();
  expect((await post(maker, { expiresAt: earlier })).body.expiresAt).toBe(earlier);
  const refused = await post(maker, { expiresAt: later });
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'expiresAt' }] } });
  expect(refused.body.error).toBe(`expiresAt must not be after ${soon}, when the key that creates this key expires.`);
  expect((await post(await mint(), { expiresAt: later })).body.expiresAt).toBe(later);
});

test('keys created by a user key belong to the user and stay valid when the user key is revoked', async () => {
  const userKey = await mint({ kind: 'user' });
  const made: Minted = (await post(userKey)).body;
  const { createdBy } = (await listed()).find(({ id }) => id === made.id) as { createdBy: { id: string } };
  expect(createdBy).toMatchObject({ id: expect.stringMatching(/^usr_/), email: world.demo.owner.email });
  expect((await world.ownerApi.delete(`/api/keys/${userKey.id}`)).status).toBe(200);
  expect(await send(made)).toBe(200);
});

test('a key created while its creator is revoked is refused or revoked', async () => {
  for (let round = 0; round < 5; round += 1) {
    const maker = await mint();
    const clients = baseUrls.map((url) => apiClient(url, maker.rawKey));
    const [revoked, ...made] = await Promise.all([
      world.ownerApi.delete(`/api/keys/${maker.id}`),
      ...clients.map((client) => client.post('/api/transactional-api-keys', { name: 'Late' })),
    ]);
    expect(revoked.status).toBe(200);
    for (const { status } of made) expect([201, 401]).toContain(status);
    expect(await world.database('api_keys').where({ created_by: maker.id, revoked_at: null })).toEqual([]);
  }
});
