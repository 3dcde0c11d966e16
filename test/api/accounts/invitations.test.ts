import { formatInvitationToken } from '../../../domain/accounts/invitation-token';
import type { Role } from '../../../domain/accounts/permissions';
import { apiClient, type ApiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { addMember, setting, type TestMember } from '../../support/members';
import { useTwoApis } from '../../support/two-apis';
import { addWorkspace } from '../../support/workspaces';

/** Invitations end with the permissions of their creator and are limited in number. */

const { world, baseUrls } = useTwoApis();

const address = () => `${uniqueName('invited')}@example.com`;
const asMember = ({ userKey }: TestMember) => apiClient(world.apiUrl, userKey);

async function invite(by: ApiClient, role: Role = 'member'): Promise<string> {
  const { status, body } = await by.post('/api/members', { email: address(), role });
  expect([status, body.role]).toEqual([201, role]);
  return body.id as string;
}

/** Accepts an invitation by its link. @returns the role, or the status of a refusal */
async function accept(invitationId: string, { workspaceId } = world.demo): Promise<Role | number> {
  const token = formatInvitationToken(setting(world, 'LINK_SECRET'), { workspaceId, invitationId });
  const { status, body } = await world.api.post('/api/members/accept', { token, password: 'a long enough password' });
  return status === 200 ? body.role : status;
}

const isOpen = async (id: string): Promise<boolean> => (await world.ownerApi.get(`/api/members/${id}`)).status === 200;

const withdrawals = async (invitationId: string) =>
  world
    .database('audit_entries')
    .where({ action: 'member.invitation_withdrawn' })
    .whereRaw(`metadata ->> 'invitationId' = ?`, [invitationId])
    .select('actor', 'metadata');

async function mintServerKey(fields: object = {}): Promise<{ id: string; api: ApiClient }> {
  const { id, rawKey } = (await world.ownerApi.post('/api/keys', { name: 'Inviter', ...fields })).body;
  return { id, api: apiClient(world.apiUrl, rawKey) };
}

test('removing a person withdraws the invitations that they created, and no others', async () => {
  const admin = await addMember(world, 'admin');
  const theirs = [await invite(asMember(admin), 'admin'), await invite(asMember(admin))];
  const other = await invite(world.ownerApi, 'admin');
  expect((await world.ownerApi.delete(`/api/members/${admin.id}`)).status).toBe(200);
  for (const id of theirs) {
    expect(await isOpen(id)).toBe(false);
    expect(await accept(id)).toBe(404);
    expect(await withdrawals(id)).toMatchObject([{ metadata: { invitedBy: admin.id } }]);
  }
  expect(await accept(other)).toBe('admin');
});

test('a demotion withdraws the invitations that the person may no longer create', async () => {
  const leader = await addMember(world, 'owner');
  const [toOwner, toAdmin] = [await invite(asMember(leader), 'owner'), await invite(asMember(leader), 'admin')];
  expect((await world.ownerApi.patch(`/api/members/${leader.id}`, { role: 'admin' })).status).toBe(200);
  expect([await isOpen(toOwner), await isOpen(toAdmin)]).toEqual([false, true]);
  const toMember = await invite(asMember(leader));
  expect((await world.ownerApi.patch(`/api/members/${leader.id}`, { role: 'member' })).status).toBe(200);
  expect([await isOpen(toAdmin), await isOpen(toMember)]).toEqual([false, false]);
  expect([await accept(toOwner), await accept(toAdmin), await accept(toMember)]).toEqual([404, 404, 404]);
});

test('revoking a server key withdraws its invitations', async () => {
  const key = await mintServerKey();
  const id = await invite(key.api);
  expect((await world.ownerApi.delete(`/api/keys/${key.id}`)).status).toBe(200);
  expect([await isOpen(id), await accept(id)]).toEqual([false, 404]);
  expect(await withdrawals(id)).toMatchObject([{ metadata: { invitedBy: key.id, role: 'member' } }]);
});

test('an invitation by a key with an expiry ends with the key', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const key = await mintServerKey({ expiresAt });
  const [id, other] = [await invite(key.api), await invite(key.api)];
  const rows = await world.database('invitations').whereIn('id', [id, other]).select('expires_at');
  expect(rows.map(({ expires_at }) => (expires_at as Date).toISOString())).toEqual([expiresAt, expiresAt]);
  expect(await accept(other)).toBe('member');
  // The expiry of the key is checked, too.
  await world
    .database('api_keys')
    .where({ id: key.id })
    .update({ expires_at: new Date(Date.now() - 1_000) });
  expect(await accept(id)).toBe(404);
});

test('a server key can assign only the role member, to members and in invitations', async () => {
  const { demo, api } = world;
  for (const [role, status] of [
    ['member', 201],
    ['admin', 403],
    ['owner', 403],
  ] as const) {
    expect([role, (await api.post('/api/members', { email: address(), role })).status]).toEqual([role, status]);
  }
  const refused = await api.post('/api/members', { email: address(), role: 'admin' });
  expect(refused.body.error).toBe(
    'A server key can assign only the role member. To assign another role, sign in or send a user key (svc_uk_).',
  );
  const member = await addMember(world, 'member');
  const id = await invite(api);
  for (const one of [member.id, id]) {
    expect((await api.patch(`/api/members/${one}`, { role: 'admin' })).status).toBe(403);
    expect((await api.patch(`/api/members/${one}`, { role: 'member' })).status).toBe(200);
  }
  expect((await apiClient(world.apiUrl, demo.userKey).patch(`/api/members/${id}`, { role: 'admin' })).status).toBe(200);
  expect(await accept(id)).toBe('admin');
});

test('an invitation ends with the person who raised its role', async () => {
  const [maker, raiser] = [await addMember(world, 'admin'), await addMember(world, 'owner')];
  const [kept, gone] = [await invite(asMember(maker)), await invite(asMember(maker))];
  expect((await world.ownerApi.patch(`/api/members/${kept}`, { role: 'owner' })).status).toBe(200);
  expect((await asMember(raiser).patch(`/api/members/${gone}`, { role: 'owner' })).status).toBe(200);
  for (const { id } of [maker, raiser]) expect((await world.ownerApi.delete(`/api/members/${id}`)).status).toBe(200);
  expect([await accept(kept), await accept(gone)]).toEqual(['owner', 404]);
});

test('an invitation is invalid if its creator lost the permissions in the database', async () => {
  const admin = await addMember(world, 'admin');
  const id = await invite(asMember(admin), 'admin');
  const membership = { workspace_id: world.demo.workspaceId, user_id: admin.id };
  await world.database('members').where(membership).update({ role: 'member' });
  expect(await accept(id)).toBe(404);
  await world.database('members').where(membership).update({ role: 'admin' });
  expect(await accept(id)).toBe('admin');
});

test('an invitation created while its creator is removed is refused or withdrawn', async () => {
  for (let round = 0; round < 5; round += 1) {
    const admin = await addMember(world, 'admin');
    const clients = baseUrls.map((url) => apiClient(url, admin.userKey));
    const [removed, ...made] = await Promise.all([
      world.ownerApi.delete(`/api/members/${admin.id}`),
      ...clients.map((client) => client.post('/api/members', { email: address(), role: 'admin' })),
    ]);
    expect(removed.status).toBe(200);
    for (const { status } of made) expect([201, 401]).toContain(status);
    expect(await world.database('invitations').where({ invited_by: admin.id, accepted_at: null })).toEqual([]);
  }
});

describe('limits of invitations', () => {
  const tooMany = {
    status: 429,
    body: {
      code: 'RATE_LIMITED',
      error: expect.stringMatching(/^An address can receive at most 3 invitations in 24 hours/),
    },
  };

  it('allow three a day for an address, including withdrawn ones', async () => {
    const email = address();
    for (let sent = 0; sent < 3; sent += 1) {
      const { status, body } = await world.ownerApi.post('/api/members', { email });
      expect(status).toBe(201);
      // A refused invitation sends no message, so it does not count.
      expect((await world.ownerApi.post('/api/members', { email })).status).toBe(409);
      expect((await world.ownerApi.delete(`/api/members/${body.id}`)).status).toBe(200);
    }
    const refused = await world.ownerApi.post('/api/members', { email });
    expect(refused).toMatchObject(tooMany);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(82_800);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(await world.ownerApi.post('/api/members', { email: email.toUpperCase() })).toMatchObject(tooMany);
    const counters = world.database('rate_limits').whereLike('key', 'invitation_address:%');
    expect((await counters.clone()).map(({ key }) => key as string).join()).not.toContain('@');
    await counters.update({ expire: Date.now() - 1 });
    expect((await world.ownerApi.post('/api/members', { email })).status).toBe(201);
  });

  it('apply across all workspaces and processes', async () => {
    const workspaces = await Promise.all(Array.from({ length: 5 }, () => addWorkspace(world)));
    const email = address();
    const responses = await Promise.all(
      workspaces.map(({ demo }, index) =>
        apiClient(baseUrls[index % 2] as string, demo.userKey).post('/api/members', { email }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429]);
    expect(await world.database('invitations').where({ email })).toHaveLength(3);
  });

  it('allow 500 a day for a workspace', async () => {
    const { demo } = await addWorkspace(world);
    const client = apiClient(world.apiUrl, demo.userKey);
    expect((await client.post('/api/members', { email: address() })).status).toBe(201);
    const counter = world.database('rate_limits').where({ key: `invitation_workspace:${demo.workspaceId}` });
    expect(await counter.clone().update({ points: 499 })).toBe(1);
    expect((await client.post('/api/members', { email: address() })).status).toBe(201);
    const email = address();
    const refused = await client.post('/api/members', { email });
    expect(refused).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/^A workspace can send at most 500/) },
    });
    // A refused invitation does not count for the address either.
    for (let sent = 0; sent < 3; sent += 1) {
      const { status, body } = await world.ownerApi.post('/api/members', { email });
      expect(status).toBe(201);
      await world.ownerApi.delete(`/api/members/${body.id}`);
    }
  });
});

test('an invitation is sent again with the same link and seven more days, at most three times to an address', async () => {
  const leader = await addMember(world, 'owner');
  const [admin, other] = [await addMember(world, 'admin'), await addMember(world, 'admin')];
  const id = await invite(asMember(admin), 'admin');
  await world
    .database('invitations')
    .where({ id })
    .update({ expires_at: new Date(Date.now() - 1_000) });
  expect(await accept(id)).toBe(404);
  const resend = (by: TestMember, of = id) => asMember(by).post(`/api/members/${of}/resend-invitation`);
  expect((await resend(other)).body).toMatchObject({ id, role: 'admin', status: 'invited' });
  const notices = await world
    .database('sends')
    .whereRaw(`notice ->> 'invitationId' = ? and notice ->> 'template' = 'invite'`, [id]);
  expect(notices).toHaveLength(2);
  // It now belongs to the other admin.
  expect((await world.ownerApi.delete(`/api/members/${admin.id}`)).status).toBe(200);
  expect(await isOpen(id)).toBe(true);
  expect((await resend(other)).status).toBe(200);
  expect((await resend(other)).status).toBe(429);
  expect(await accept(id)).toBe('admin');
  // A member, and an invitation above the caller's role.
  expect((await resend(other, leader.id)).status).toBe(409);
  expect((await resend(other, await invite(asMember(leader), 'owner'))).status).toBe(403);
  expect((await resend(other, 'inv_none')).status).toBe(404);
});
