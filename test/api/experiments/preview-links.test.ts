import { formatSignedToken } from '../../../domain/tokens/signed-token';
import { apiClient, type ApiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { addMember, setting, signIn, type TestMember } from '../../support/members';
import { useWorld } from '../../support/world';

/** A preview link shows only the content that its creator saw, as long as the creator has access. */

const world = useWorld({ temporal: false });
let owner: ApiClient;

beforeAll(() => {
  owner = world.ownerApi;
});

const page = 'https://shop.example.com/pay';
const plain = { id: 'blue', name: 'Blue', css: 'b { color: blue }' };
const script = { ...plain, js: 'document.title = 1' };

async function createDraft(variant: object): Promise<string> {
  const variants = [{ id: 'control', name: 'Control' }, variant];
  const { status, body } = await owner.post('/api/experiments', {
    name: uniqueName('draft'),
    targetUrl: page,
    variants,
  });
  expect(status).toBe(201);
  return body.id as string;
}

const change = async (id: string, body: object): Promise<void> => {
  expect((await owner.patch(`/api/experiments/${id}`, body)).status).toBe(200);
};
const setVariant = (id: string, variant: object) => change(id, { variants: [{ id: 'control' }, variant] });
const asMember = ({ userKey }: TestMember) => apiClient(world.apiUrl, userKey);

/** @returns the token of the link */
async function makeLink(by: ApiClient, id: string, variantId = 'blue'): Promise<string> {
  const { status, body } = await by.post(`/api/experiments/${id}/preview-link`, { variantId });
  expect(status).toBe(200);
  return new URL(body.url as string).searchParams.get('apex_preview') as string;
}

/** Returns the variant that a browser gets by the link, or null if the link has no effect. */
async function shown(id: string, token: string): Promise<Record<string, unknown> | null> {
  const path = `/api/experiments/active?key=${world.demo.workspaceKey}&preview=${encodeURIComponent(token)}`;
  const { status, body } = await world.api.raw(path, {});
  expect(status).toBe(200);
  const experiment = (body as { id: string; promotedVariantId: string; variants: { id: string }[] }[]).find(
    (one) => one.id === id,
  );
  return experiment?.variants.find((one) => one.id === experiment.promotedVariantId) ?? null;
}

const theVariant = expect.objectContaining({ id: 'blue', css: plain.css });

describe('a preview link depends on the content', () => {
  it.each([
    ['a script', { ...plain, js: 'steal()' }],
    ['other css', { ...plain, css: 'b {}' }],
    ['a patch', { ...plain, patch: { selector: 'h1', action: 'set', attribute: 'html', value: 'x' } }],
  ])('shows nothing after the variant gets %s, until the change is reverted', async (_, changed) => {
    const id = await createDraft(plain);
    const token = await makeLink(owner, id);
    expect(await shown(id, token)).toEqual(theVariant);
    await setVariant(id, changed);
    expect(await shown(id, token)).toBeNull();
    expect(await shown(id, await makeLink(owner, id))).toMatchObject({ id: 'blue' });
    await setVariant(id, { ...plain, js: null, patch: null });
    expect(await shown(id, token)).toEqual(theVariant);
  });

  it('shows nothing after the target pages change', async () => {
    const id = await createDraft(plain);
    const token = await makeLink(owner, id);
    await change(id, { targetUrl: 'https://shop.example.com/*' });
    expect(await shown(id, token)).toBeNull();
  });

  it('still works after changes to names, weights and other variants, and after a start', async () => {
    const id = await createDraft(plain);
    const token = await makeLink(owner, id);
    const variants = [
      { id: 'control', weight: 0.2, css: 'i {}' },
      { id: 'blue', name: 'Sky', weight: 0.8 },
    ];
    await change(id, { name: 'Renamed', variants });
    expect(await shown(id, token)).toEqual(theVariant);
    await change(id, { status: 'running' });
    expect(await shown(id, token)).toEqual(theVariant);
  });

  it('shows nothing for a deleted variant or experiment', async () => {
    const id = await createDraft(plain);
    const token = await makeLink(owner, id);
    await change(id, { variants: [{ id: 'control' }, { id: 'green', name: 'Green', css: plain.css }] });
    expect(await shown(id, token)).toBeNull();
    await setVariant(id, plain);
    expect(await shown(id, token)).toEqual(theVariant);
    expect((await owner.delete(`/api/experiments/${id}`)).status).toBe(200);
    expect(await shown(id, token)).toBeNull();
  });
});

describe('a preview link depends on the permissions of its creator', () => {
  it('shows nothing after the person is removed', async () => {
    const id = await createDraft(plain);
    const member = await addMember(world, 'member');
    const token = await makeLink(asMember(member), id);
    expect(await shown(id, token)).toEqual(theVariant);
    expect((await owner.delete(`/api/members/${member.id}`)).status).toBe(200);
    expect(await shown(id, token)).toBeNull();
  });

  it('shows scripts only while the person may run experiments', async () => {
    const [scripted, harmless] = [await createDraft(script), await createDraft(plain)];
    const admin = await addMember(world, 'admin');
    const tokens = [await makeLink(asMember(admin), scripted), await makeLink(asMember(admin), harmless)] as const;
    expect(await shown(scripted, tokens[0])).toMatchObject({ js: script.js });
    expect((await owner.patch(`/api/members/${admin.id}`, { role: 'member' })).status).toBe(200);
    expect(await shown(scripted, tokens[0])).toBeNull();
    expect(await shown(harmless, tokens[1])).toEqual(theVariant);
    expect((await owner.patch(`/api/members/${admin.id}`, { role: 'admin' })).status).toBe(200);
    expect(await shown(scripted, tokens[0])).toMatchObject({ js: script.js });
  });

  it.each(['server', 'user'])('shows nothing after the %s key that created it is revoked or expired', async (kind) => {
    const id = await createDraft(script);
    const mint = async () => (await owner.post('/api/keys', { name: 'Maker', kind })).body;
    const [revoked, expired] = [await mint(), await mint()];
    const tokens = [];
    for (const { rawKey } of [revoked, expired]) tokens.push(await makeLink(apiClient(world.apiUrl, rawKey), id));
    for (const token of tokens) expect(await shown(id, token)).toMatchObject({ js: script.js });
    expect((await owner.delete(`/api/keys/${revoked.id}`)).status).toBe(200);
    await world
      .database('api_keys')
      .where({ id: expired.id })
      .update({ expires_at: new Date(Date.now() - 1_000) });
    for (const token of tokens) expect(await shown(id, token)).toBeNull();
  });

  it('still works after its creator signs out', async () => {
    const id = await createDraft(plain);
    const member = await addMember(world, 'member');
    const headers = { cookie: await signIn(world, member), origin: world.apiUrl };
    const json = { ...headers, 'content-type': 'application/json' };
    const body = JSON.stringify({ variantId: 'blue' });
    const made = await world.api.raw(`/api/experiments/${id}/preview-link`, { method: 'POST', headers: json, body });
    const token = new URL(made.body.url as string).searchParams.get('apex_preview') as string;
    expect((await world.api.raw('/api/session', { method: 'DELETE', headers })).status).toBe(200);
    expect(await shown(id, token)).toEqual(theVariant);
  });
});

test('a link in the older format without creator and content shows nothing', async () => {
  const id = await createDraft(plain);
  const ids = [world.demo.workspaceId, id, 'blue', String(Date.now() + 3_600_000)];
  expect(await shown(id, formatSignedToken(setting(world, 'LINK_SECRET'), 'experiment_preview', ids))).toBeNull();
});

test('creating a link is logged without the link', async () => {
  const id = await createDraft(plain);
  const member = await addMember(world, 'member');
  const token = await makeLink(asMember(member), id);
  const { data } = (await owner.get(`/api/audit?action=experiment.preview_link_created&subjectId=${id}`)).body;
  expect(data).toMatchObject([
    { actor: member.id, subjectType: 'experiment', metadata: { variantId: 'blue', expiresAt: expect.any(String) } },
  ]);
  expect(JSON.stringify(data)).not.toContain(token.split('.').at(-1));
  // A refused request is not logged.
  expect((await owner.post(`/api/experiments/${id}/preview-link`, { variantId: 'red' })).status).toBe(400);
  const after = (await owner.get(`/api/audit?action=experiment.preview_link_created&subjectId=${id}`)).body.data;
  expect(after).toHaveLength(1);
});
