import { buildConsole } from '../../../dev/console';
import { apiClient, type ApiResponse } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { readSink } from '../../support/mail-sink';
import { pageFacts } from '../../support/page-facts';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

beforeAll(() => buildConsole({ report: () => undefined }));

const world = useWorld();

beforeAll(() => world.startWorker());

const origin = () => ({ origin: world.apiUrl });
const json = { 'content-type': 'application/json' };

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  world.api.raw(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

const signIn = (email: string, password: string) => post('/api/session', { email, password });

const cookieOf = (response: ApiResponse): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

const withCookie = (cookie: string, method: string, path: string, body?: unknown) =>
  world.api.raw(path, {
    method,
    headers: { cookie, ...origin(), ...(body === undefined ? {} : json) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function ownerCookie(): Promise<string> {
  return cookieOf(await signIn(world.demo.owner.email, world.demo.owner.password));
}

/** Invites a person, reads the link from the message, and accepts. */
async function joinAs(role: 'owner' | 'admin' | 'member', password = 'a long enough password') {
  const email = `${uniqueName(role)}@example.com`;
  const invited = await withCookie(await ownerCookie(), 'POST', '/api/members', { email, role });
  expect([invited.status, invited.body.status]).toEqual([201, 'invited']);
  const message = await waitFor(async () => (await readSink(world.sesEndpoint, email))[0]);
  const token = /\/invitations\/([^\s"]+)/.exec(message.body.text ?? '')?.[1] ?? '';
  const accepted = await post('/api/members/accept', { token, password, name: 'New Person' });
  return {
    email,
    password,
    token,
    message,
    accepted,
    cookie: cookieOf(accepted),
    id: accepted.body.user?.id as string,
  };
}

/** Invites a person and reads the link from the message. */
async function invite(cookie: string, email: string): Promise<{ id: string; token: string }> {
  const { id } = (await withCookie(cookie, 'POST', '/api/members', { email })).body;
  const message = await waitFor(async () => (await readSink(world.sesEndpoint, email))[0]);
  return { id, token: /\/invitations\/([^\s"]+)/.exec(message.body.text ?? '')?.[1] ?? '' };
}

test('signing in starts a lasting session, and signing out ends it for copies of the cookie, too', async () => {
  const { owner, workspaceId } = world.demo;
  const response = await signIn(` ${owner.email.toUpperCase()} `, owner.password);
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ user: { email: owner.email }, workspaceId, role: 'owner' });
  expect(response.headers.get('set-cookie')).toMatch(
    /^svc_session=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  );
  const cookie = cookieOf(response);
  expect((await withCookie(cookie, 'GET', '/api/session')).body.id).toBe(response.body.id);
  const out = await withCookie(cookie, 'DELETE', '/api/session');
  expect(out.body).toEqual({ id: response.body.id, deleted: true });
  expect(out.headers.get('set-cookie')).toMatch(/^svc_session=; Path=\/; Max-Age=0/);
  expect((await withCookie(cookie, 'GET', '/api/session')).status).toBe(401);
});

test('a wrong password and an unknown account get the same response', async () => {
  const wrong = await signIn(world.demo.owner.email, 'not the password');
  const unknown = await signIn('nobody@example.com', 'not the password');
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual(unknown.body);
  await signIn(world.demo.owner.email, world.demo.owner.password);
});

test('changing the password ends every session except the new one', async () => {
  const member = await joinAs('member');
  const other = cookieOf(await signIn(member.email, member.password));
  const change = (currentPassword: string) =>
    withCookie(member.cookie, 'POST', '/api/session/password', {
      currentPassword,
      newPassword: 'another long password',
    });
  expect((await change('wrong')).status).toBe(401);
  const changed = await change(member.password);
  expect(changed.status).toBe(200);
  expect((await withCookie(member.cookie, 'GET', '/api/session')).status).toBe(401);
  expect((await withCookie(other, 'GET', '/api/session')).status).toBe(401);
  expect((await withCookie(cookieOf(changed), 'GET', '/api/session')).status).toBe(200);
  expect((await signIn(member.email, member.password)).status).toBe(401);
});

test('an invitation arrives, works once, adds a member and notifies the inviter', async () => {
  const { token, accepted, message, id } = await joinAs('admin');
  expect(message.subject).toBe('Owner invites you to My workspace');
  expect(message.body.html).toContain(`/invitations/${token}`);
  expect(accepted.status).toBe(200);
  expect(accepted.body).toMatchObject({ role: 'admin', user: { name: 'New Person' } });
  expect((await post('/api/members/accept', { token, password: 'yet another password' })).status).toBe(404);
  expect((await post('/api/members/accept', { token: `${token}x`, password: 'yet another password' })).status).toBe(
    404,
  );
  const list = await withCookie(await ownerCookie(), 'GET', '/api/members');
  expect(list.body.data.find((member: { id: string }) => member.id === id)).toMatchObject({
    role: 'admin',
    status: 'active',
  });
  const notices = await waitFor(async () => {
    const found = await readSink(world.sesEndpoint, world.demo.owner.email);
    return found.some(({ subject }) => subject === 'New Person joined My workspace') && found;
  });
  expect(notices.length).toBeGreaterThan(0);
  const page = await world.api.raw(`/invitations/${token}`, {});
  expect(page.status).toBe(404);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(pageFacts(page.body)).toMatchObject({ state: 'used', joining: null });
});

test('the invitation page has the workspace and the inviter as escaped text, and stays private', async () => {
  const cookie = await ownerCookie();
  const email = `${uniqueName('named')}@example.com`;
  const { name } = (await withCookie(cookie, 'GET', '/api/workspace')).body;
  const message = await invite(cookie, email);
  const owner = world.database('users').where({ email: world.demo.owner.email });
  await owner.clone().update({ name: 'Eve <b>& Co' });
  const page = await world.api.raw(`/invitations/${message.token}`, {});
  await owner.clone().update({ name: 'Owner' });
  expect(page.status).toBe(200);
  expect(page.body).toContain('Eve &lt;b&gt;&amp; Co');
  expect(pageFacts(page.body)).toMatchObject({
    state: 'open',
    sender: { name },
    joining: { workspaceName: name, inviter: 'Eve <b>& Co', role: 'member', email, hasAccount: false },
  });
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self' 'nonce-[^']+';/);
  expect((await world.api.raw(`/invitations/${message.token}x`, {})).status).toBe(404);
  await withCookie(cookie, 'DELETE', `/api/members/${message.id}`);
  const withdrawn = await world.api.raw(`/invitations/${message.token}`, {});
  expect([withdrawn.status, pageFacts(withdrawn.body)]).toMatchObject([404, { state: 'unknown', sender: null }]);
});

test('if an invitation is accepted twice at the same time, one request joins and the other gets an error', async () => {
  const email = `${uniqueName('eager')}@example.com`;
  await withCookie(await ownerCookie(), 'POST', '/api/members', { email });
  const message = await waitFor(async () => (await readSink(world.sesEndpoint, email))[0]);
  const token = /\/invitations\/([^\s"]+)/.exec(message.body.text ?? '')?.[1] ?? '';
  const accept = () => post('/api/members/accept', { token, password: 'a long enough password' });
  const responses = await Promise.all([accept(), accept(), accept()]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect(await world.database('users').where({ email })).toHaveLength(1);
});

test('an expired invitation cannot be accepted and does not block a new one', async () => {
  const cookie = await ownerCookie();
  const email = `${uniqueName('late')}@example.com`;
  const first = await withCookie(cookie, 'POST', '/api/members', { email });
  const message = await waitFor(async () => (await readSink(world.sesEndpoint, email))[0]);
  const token = /\/invitations\/([^\s"]+)/.exec(message.body.text ?? '')?.[1] ?? '';
  await world
    .database('invitations')
    .where({ id: first.body.id })
    .update({ expires_at: new Date(Date.now() - 1_000) });
  expect((await post('/api/members/accept', { token, password: 'a long enough password' })).status).toBe(404);
  const page = await world.api.raw(`/invitations/${token}`, {});
  expect([page.status, pageFacts(page.body)]).toMatchObject([404, { state: 'expired', joining: null }]);
  const second = await withCookie(cookie, 'POST', '/api/members', { email });
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(first.body.id);
});

test('inviting a member or the same person twice is a conflict; an invitation can be withdrawn', async () => {
  const cookie = await ownerCookie();
  const email = `${uniqueName('twice')}@example.com`;
  const first = await withCookie(cookie, 'POST', '/api/members', { email });
  expect(first.body.role).toBe('member');
  expect((await withCookie(cookie, 'POST', '/api/members', { email })).body.code).toBe('CONFLICT');
  const { email: owner } = world.demo.owner;
  expect((await withCookie(cookie, 'POST', '/api/members', { email: owner })).body.code).toBe('CONFLICT');
  expect((await withCookie(cookie, 'DELETE', `/api/members/${first.body.id}`)).body).toEqual({
    id: first.body.id,
    deleted: true,
  });
  expect((await withCookie(cookie, 'GET', `/api/members/${first.body.id}`)).status).toBe(404);
});

test('paging through members continues after the last entry, even if it was deleted', async () => {
  const list = async (query: string): Promise<{ data: { id: string }[]; nextCursor: string }> =>
    (await world.api.get(`/api/members?limit=2${query}`)).body;
  for (let count = 0; count < 4; count += 1) {
    await world.api.post('/api/members', { email: `${uniqueName('paged')}@example.com` });
  }
  const all: { id: string }[] = (await world.api.get('/api/members?limit=200')).body.data;
  const first = await list('');
  expect(first.data).toEqual(all.slice(0, 2));
  expect((await list(`&cursor=${first.nextCursor}`)).data).toEqual(all.slice(2, 4));
  await world.api.delete(`/api/members/${all[1]?.id}`);
  expect((await list(`&cursor=${first.nextCursor}`)).data).toEqual(all.slice(2, 4));
  // A cursor of a list sorted by id, and a made-up cursor.
  for (const key of [[all[0]?.id], ['yesterday', all[0]?.id]]) {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
    const refused = await world.api.get(`/api/members?cursor=${cursor}`);
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'cursor' }] } });
  }
});

test('members cannot grant or change a higher role, and the last owner cannot be removed', async () => {
  const admin = await joinAs('admin');
  const cookie = await ownerCookie();
  const { data } = (await withCookie(cookie, 'GET', '/api/members')).body;
  const ownerId = data.find((member: { role: string }) => member.role === 'owner').id as string;
  const asAdmin = (method: string, path: string, body?: unknown) => withCookie(admin.cookie, method, path, body);
  expect((await asAdmin('POST', '/api/members', { email: 'x@example.com', role: 'owner' })).status).toBe(403);
  expect((await asAdmin('PATCH', `/api/members/${admin.id}`, { role: 'owner' })).status).toBe(403);
  expect((await asAdmin('DELETE', `/api/members/${ownerId}`)).status).toBe(403);
  expect((await withCookie(cookie, 'PATCH', `/api/members/${ownerId}`, { role: 'member' })).status).toBe(409);
  expect((await withCookie(cookie, 'DELETE', `/api/members/${ownerId}`)).status).toBe(409);

  expect((await withCookie(cookie, 'PATCH', `/api/members/${admin.id}`, { role: 'owner' })).body.role).toBe('owner');
  const farewells = await Promise.all([
    withCookie(admin.cookie, 'DELETE', `/api/members/${ownerId}`),
    withCookie(cookie, 'DELETE', `/api/members/${admin.id}`),
  ]);
  expect(farewells.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
  const owners = await world.database('members').where({ workspace_id: world.demo.workspaceId, role: 'owner' });
  expect(owners).toHaveLength(1);
  // Restore the demo owner for the other tests.
  await world
    .database('members')
    .insert({ workspace_id: world.demo.workspaceId, user_id: ownerId, role: 'owner' })
    .onConflict()
    .ignore();
});

test('removing a member ends their session and keys immediately', async () => {
  const member = await joinAs('admin');
  const minted = await withCookie(member.cookie, 'POST', '/api/keys', { name: 'mine', kind: 'user' });
  expect(minted.body.rawKey).toMatch(/^svc_uk_[0-9A-Za-z]{38}$/);
  const key = apiClient(world.apiUrl, minted.body.rawKey as string);
  expect((await key.get('/api/journeys')).status).toBe(200);
  await withCookie(await ownerCookie(), 'DELETE', `/api/members/${member.id}`);
  expect((await key.get('/api/journeys')).status).toBe(401);
  expect((await withCookie(member.cookie, 'GET', '/api/session')).status).toBe(401);
});

const dollar = { currency: 'USD', date: '2026-05-01', rate: 0.9 };

test('settings are flat, validated and applied', async () => {
  const { body: before } = await world.api.get('/api/workspace');
  expect(before).toMatchObject({
    id: world.demo.workspaceId,
    workspaceKey: world.demo.workspaceKey,
    plan: 'scale',
    timezone: 'UTC',
    attributionModel: null,
    holdoutPercent: 10,
    frequencyCap: { max: 3, days: 7 },
    quietHours: null,
    digest: { enabled: true, weekday: 1, time: '09:00' },
  });
  const changes = {
    timezone: 'Asia/Kathmandu',
    holdoutPercent: 25,
    quietHours: { start: '22:00', end: '08:00' },
    frequencyCap: null,
    exchangeRates: { base: 'EUR', rates: [dollar, { ...dollar, date: '2026-06-01', rate: 0.85 }] },
  };
  const { body: after } = await world.api.patch('/api/workspace', changes);
  expect(after).toMatchObject(changes);
  expect((await world.api.post('/api/journeys', { name: 'x' })).body.holdoutPercent).toBe(25);
  for (const wrong of [
    { timezone: 'Mars/Olympus' },
    { timezone: 'IST' },
    { timezone: 'CET' },
    { timezone: '+02:00' },
    { quietHours: { start: '25:00', end: '08:00' } },
    { digest: { weekday: 8 } },
    { digest: { hour: 9 } },
    { digest: null },
    { colour: 1 },
    { exchangeRates: { base: 'euro', rates: [] } },
    { exchangeRates: { base: 'EUR', rates: [{ currency: 'USD', date: '1 May', rate: 1 }] } },
    { exchangeRates: { base: 'EUR', rates: [{ currency: 'USD', date: '2026-05-01', rate: 0 }] } },
    { exchangeRates: { base: 'EUR', rates: [{ currency: 'EUR', date: '2026-05-01', rate: 1 }] } },
    { exchangeRates: { base: 'EUR', rates: [dollar, dollar] } },
  ]) {
    expect((await world.api.patch('/api/workspace', wrong)).status).toBe(400);
  }
  for (const [changed, whole] of [
    [{ enabled: false }, { enabled: false, weekday: 1, time: '09:00' }],
    [{ time: '07:30' }, { enabled: false, weekday: 1, time: '07:30' }],
    [before.digest, before.digest],
  ]) {
    expect((await world.api.patch('/api/workspace', { digest: changed })).body.digest).toEqual(whole);
  }
  await world.api.patch('/api/workspace', {
    exchangeRates: null,
    quietHours: null,
    holdoutPercent: 10,
    timezone: 'UTC',
    frequencyCap: { max: 3, days: 7 },
  });
});
