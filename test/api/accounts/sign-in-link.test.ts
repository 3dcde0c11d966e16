import { systemClock } from '../../../context/create-context';
import { createSignInLink } from '../../../operations/accounts/sign-in-links';
import { callFrom } from '../../support/call-from';
import { addMember, cookieFrom } from '../../support/members';
import { useWorld } from '../../support/world';

/** One-time links that sign in, on the machine of the service. */

const world = useWorld({ temporal: false });

beforeEach(async () => {
  await world.database('rate_limits').delete();
});

const create = (email: string): Promise<string> => createSignInLink({ ...world, clock: systemClock }, email);
const use = (token: string) => world.api.post('/api/session/link', { token });

test('of simultaneous uses of a link, one signs in; the token is stored nowhere, and both acts are audited', async () => {
  const { id, email } = await addMember(world, 'admin');
  const token = await create(email);
  const rows = JSON.stringify(await world.database('sign_in_links').where({ user_id: id }));
  expect(rows).not.toContain(token);
  const responses = await Promise.all(Array.from({ length: 5 }, () => use(token)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  const [used, refused] = [200, 404].map((wanted) => responses.find(({ status }) => status === wanted)!);
  expect(used!.body).toMatchObject({ user: { id }, workspaceId: world.demo.workspaceId, role: 'admin' });
  const session = await world.api.raw('/api/session', { headers: { cookie: cookieFrom(used!.headers) } });
  expect(session.status).toBe(200);
  expect(refused!.body.error).toMatch(/^This sign-in link was already used/);
  const acts = await world
    .database('audit_entries')
    .where('action', 'like', 'member.sign%link%')
    .whereRaw(`metadata ->> 'memberId' = ?`, [id])
    .orderBy('id')
    .select('actor', 'action');
  expect(acts).toEqual([
    { actor: 'system', action: 'member.sign_in_link_created' },
    { actor: id, action: 'member.signed_in_by_link' },
  ]);
});

test('a link expires with its time and with a change of the password, and cannot be guessed', async () => {
  const { id, email } = await addMember(world, 'member');
  const expired = await create(email);
  await world
    .database('sign_in_links')
    .where({ user_id: id })
    .update({ expires_at: new Date(Date.now() - 1_000) });
  expect((await use(expired)).body.error).toMatch(/^This sign-in link has expired/);
  const replaced = await create(email);
  await world.database('users').where({ id }).increment('session_epoch', 1);
  expect((await use(replaced)).status).toBe(404);
  expect((await use('x'.repeat(43))).body.error).toMatch(/does not exist/);
  await expect(create('no-member@example.com')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a link works only directly on this machine, and is not used up elsewhere', async () => {
  const { email } = await addMember(world, 'member');
  const token = await create(email);
  const call = (headers: Record<string, string>) =>
    callFrom('127.0.0.1', `${world.apiUrl}/api/session/link`, { method: 'POST', headers, body: { token } });
  const elsewhere: Record<string, string>[] = [
    { host: 'apex.example.com' },
    { host: '127.0.0.1.example.com' },
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=203.0.113.7' },
  ];
  for (const headers of elsewhere) {
    const { status, body } = await call(headers);
    expect([status, JSON.parse(body).code]).toEqual([403, 'FORBIDDEN']);
  }
  expect((await call({ origin: 'https://mallory.example' })).status).toBe(403);
  expect((await call({ host: 'localhost:3000' })).status).toBe(200);
});

test('uses of links are limited for each network', async () => {
  const guess = () =>
    callFrom('127.0.0.9', `${world.apiUrl}/api/session/link`, { method: 'POST', body: { token: 'guess' } });
  for (let tried = 0; tried < 30; tried += 1) expect((await guess()).status).toBe(404);
  const { status, body } = await guess();
  expect([status, JSON.parse(body).code]).toEqual([429, 'RATE_LIMITED']);
  expect((await use('guess')).status).toBe(404);
});
