import { buildConsole } from '../../../dev/console';
import { formatPasswordResetToken } from '../../../domain/accounts/password-reset-token';
import { apiClient } from '../../support/api-client';
import { callFrom } from '../../support/call-from';
import { uniqueName } from '../../support/journeys';
import { readSink } from '../../support/mail-sink';
import { addMember, setting, signIn, type TestMember } from '../../support/members';
import { pageFacts } from '../../support/page-facts';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

/** Password resets with the email that the worker sends. */

beforeAll(() => buildConsole({ report: () => undefined }));

const world = useWorld();

beforeAll(() => world.startWorker());

beforeEach(async () => {
  await world.database('rate_limits').delete();
});

const requestReset = (email: string) => world.api.post('/api/password-reset', { email });
const reset = (token: string, password: string) => world.api.post(`/api/password-reset/${token}`, { password });
const newPassword = 'a different long password';

const resetsOf = ({ id }: { id: string }) =>
  world.database('password_resets').where({ user_id: id }).orderBy('id').select('id');

const messagesTo = async (email: string) =>
  (await readSink(world.sesEndpoint, email)).filter(({ subject }) => subject === 'Reset your password');

/** Requests a reset and reads the token from the message. */
async function tokenFor({ email }: TestMember): Promise<string> {
  const before = (await messagesTo(email)).length;
  expect((await requestReset(email)).status).toBe(202);
  const messages = await waitFor(
    async () => {
      const found = await messagesTo(email);
      return found.length > before && found;
    },
    { what: 'the message with the link' },
  );
  const tokens = messages.map(({ body }) => /\/password-reset\/([\w.-]+)/.exec(body.text ?? '')?.[1] ?? '');
  const unused = tokens.filter((token) => !seen.has(token));
  expect(unused).toHaveLength(1);
  seen.add(unused[0]!);
  return unused[0]!;
}
const seen = new Set<string>();

test('a link sets a password once and ends every session', async () => {
  const member = await addMember(world, 'admin');
  const second = await signIn(world, member);
  const token = await tokenFor(member);
  expect((await reset(token, 'short')).status).toBe(400);
  const done = await reset(token, newPassword);
  expect([done.status, done.body]).toEqual([200, { status: 'changed' }]);
  expect(done.headers.getSetCookie()).toEqual([]);
  for (const cookie of [member.cookie, second]) {
    expect((await world.api.raw('/api/session', { headers: { cookie } })).status).toBe(401);
  }
  const { email } = member;
  expect((await world.api.post('/api/session', { email, password: member.password })).status).toBe(401);
  expect((await world.api.post('/api/session', { email, password: newPassword })).status).toBe(200);
  expect((await reset(token, 'yet another password')).status).toBe(404);
  expect((await world.api.post('/api/session', { email, password: newPassword })).status).toBe(200);
  // Keys stay valid.
  expect((await apiClient(world.apiUrl, member.userKey).get('/api/journeys')).status).toBe(200);
  const entries = await world.database('audit_entries').where({ actor: member.id, action: 'member.password_reset' });
  expect(entries).toMatchObject([{ workspace_id: world.demo.workspaceId, metadata: { memberId: member.id } }]);
});

test('of simultaneous requests with one link, exactly one sets the password', async () => {
  const member = await addMember(world, 'member');
  const token = await tokenFor(member);
  const passwords = ['the first password', 'the second password', 'the third password'];
  const statuses = (await Promise.all(passwords.map((password) => reset(token, password)))).map(({ status }) => status);
  expect([...statuses].sort()).toEqual([200, 404, 404]);
  const { email } = member;
  const password = passwords[statuses.indexOf(200)];
  expect((await world.api.post('/api/session', { email, password })).status).toBe(200);
});

test('of many simultaneous requests with one link, five hash a password', async () => {
  const member = await addMember(world, 'member');
  const token = await tokenFor(member);
  const [{ id }] = await resetsOf(member);
  // While this transaction is open, no request can use the link, so it is valid for all of them.
  const holder = await world.database.transaction();
  const responses: Promise<number>[] = [];
  const refused: number[] = [];
  try {
    await holder('password_resets').where({ id }).forUpdate().select('id');
    for (let index = 0; index < 12; index += 1) {
      const status = reset(token, `the password ${index}`).then((response) => response.status);
      responses.push(status);
      void status.then((one) => one === 429 && refused.push(one));
    }
    await waitFor(() => refused.length === 7, { what: 'seven that are turned away' });
  } finally {
    await holder.commit();
  }
  const statuses = await Promise.all(responses);
  expect(statuses.sort()).toEqual([200, 404, 404, 404, 404, ...Array<number>(7).fill(429)]);
});

test('using a link or changing the password ends earlier links', async () => {
  const member = await addMember(world, 'member');
  const [first, second] = [await tokenFor(member), await tokenFor(member)];
  expect((await reset(second, newPassword)).status).toBe(200);
  expect((await reset(first, 'yet another password')).status).toBe(404);

  const third = await tokenFor(member);
  const cookie = await signIn(world, { email: member.email, password: newPassword });
  const changed = await world.api.raw('/api/session/password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: world.apiUrl },
    body: JSON.stringify({ currentPassword: newPassword, newPassword: 'my own new password' }),
  });
  expect(changed.status).toBe(200);
  expect((await reset(third, 'yet another password')).status).toBe(404);
});

test('a link expires and cannot be forged', async () => {
  const member = await addMember(world, 'member');
  const token = await tokenFor(member);
  const [{ id }] = await resetsOf(member);
  await world
    .database('password_resets')
    .update({ expires_at: new Date(Date.now() - 1_000) })
    .where({ id });
  expect((await reset(token, newPassword)).status).toBe(404);
  const linkSecret = setting(world, 'LINK_SECRET');
  for (const wrong of [`${token}x`, id, 'x', formatPasswordResetToken('another secret', id)]) {
    expect((await reset(wrong, newPassword)).status).toBe(404);
  }
  expect((await reset(formatPasswordResetToken(linkSecret, 'pwr_none'), newPassword)).status).toBe(404);
  const row = JSON.stringify(await world.database('password_resets').where({ id }));
  expect(row).not.toContain(token.split('.')[1]);
});

test('the response does not reveal whether an account exists, and unknown addresses get no email', async () => {
  const member = await addMember(world, 'member');
  const unknown = `${uniqueName('nobody')}@example.com`;
  const memberless = `${uniqueName('memberless')}@example.com`;
  await world.database('users').insert({ id: uniqueName('usr'), email: memberless });
  const responses = [await requestReset(member.email), await requestReset(unknown), await requestReset(memberless)];
  for (const { status, body } of responses) expect([status, body]).toEqual([202, { status: 'accepted' }]);
  const headersOf = ({ headers }: (typeof responses)[number]) => [...headers.keys()].sort();
  expect(headersOf(responses[1]!)).toEqual(headersOf(responses[0]!));
  await waitFor(async () => (await messagesTo(member.email)).length > 0);
  expect(await messagesTo(unknown)).toEqual([]);
  expect(await messagesTo(memberless)).toEqual([]);
  expect((await requestReset('not an address')).status).toBe(400);
});

test('the response does not wait for work on the account', async () => {
  const member = await addMember(world, 'member');
  // Blocks writes of resets until the transaction ends.
  const holder = await world.database.transaction();
  await holder.raw('lock table password_resets in access exclusive mode');
  expect((await requestReset(member.email)).status).toBe(202);
  expect((await holder('password_resets').where({ user_id: member.id })).length).toBe(0);
  await holder.commit();
  await waitFor(async () => (await resetsOf(member)).length === 1, { what: 'the reset' });
});

test('an account gets at most five messages an hour, and the response stays the same', async () => {
  const member = await addMember(world, 'member');
  for (let index = 0; index < 9; index += 1) {
    const response = await callFrom(`127.0.0.${40 + index}`, `${world.apiUrl}/api/password-reset`, {
      method: 'POST',
      body: { email: member.email },
    });
    expect(response.status).toBe(202);
  }
  const counted = () =>
    world
      .database('rate_limits')
      .where({ key: `reset_account:${member.email}` })
      .first('points');
  // Requests before the first refusal are counted in the database; later ones are refused from memory.
  await waitFor(async () => Number(((await counted()) as { points: number } | undefined)?.points) >= 6);
  await waitFor(async () => (await resetsOf(member)).length === 5);
});

test('a network can request 30 resets in 15 minutes for any accounts', async () => {
  const from = '127.0.0.61';
  const post = (email: string) =>
    callFrom(from, `${world.apiUrl}/api/password-reset`, { method: 'POST', body: { email } });
  const counted = async () =>
    ((
      await world
        .database('rate_limits')
        .where({ key: `reset_address:${from}` })
        .first('points')
    )?.points as number) ?? 0;
  for (let index = 1; index <= 30; index += 1) {
    expect((await post(`nobody-${index}@example.com`)).status).toBe(202);
    await waitFor(async () => (await counted()) === index);
  }
  const member = await addMember(world, 'member');
  expect((await post(member.email)).status).toBe(202);
  await waitFor(async () => (await counted()) === 31);
  expect((await requestReset(member.email)).status).toBe(202);
  await waitFor(async () => (await resetsOf(member)).length === 1);
});

test('a password reset ends the delay after too many failed sign-ins', async () => {
  const member = await addMember(world, 'member');
  const { email } = member;
  for (let index = 0; index < 11; index += 1)
    await world.api.post('/api/session', { email, password: `wrong ${index}` });
  expect((await world.api.post('/api/session', { email, password: member.password })).status).toBe(429);
  expect((await reset(await tokenFor(member), newPassword)).status).toBe(200);
  expect((await world.api.post('/api/session', { email, password: newPassword })).status).toBe(200);
});

test('a workspace cannot override the message', async () => {
  const own = { id: 'password-reset', name: 'Ours', commType: 'transactional' };
  const slots = { subject: 'Ours', headline: 'Ours', body: '{{ reset_url }}', ctaLabel: '', ctaUrl: '' };
  expect((await world.ownerApi.post('/api/communications', { ...own, slots })).status).toBe(201);
  try {
    await tokenFor(await addMember(world, 'member'));
  } finally {
    await world.ownerApi.delete('/api/communications/password-reset');
  }
});

test('there are pages to request a link, to set a password, and for an expired link', async () => {
  const member = await addMember(world, 'member');
  const token = await tokenFor(member);
  const page = (path: string) => world.api.raw(path, { headers: { accept: 'text/html' } });
  const open = await page(`/password-reset/${token}`);
  expect([open.status, open.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(pageFacts(open.body)).toEqual({ state: 'open' });
  expect(open.headers.get('referrer-policy')).toBe('no-referrer');
  expect(open.headers.get('x-robots-tag')).toBe('noindex');
  const request = await page('/password-reset');
  expect([request.status, pageFacts(request.body)]).toEqual([200, null]);
  expect((await reset(token, newPassword)).status).toBe(200);
  for (const path of [`/password-reset/${token}`, '/password-reset/made-up']) {
    const gone = await page(path);
    expect([gone.status, pageFacts(gone.body)]).toEqual([404, { state: 'gone' }]);
  }
});
