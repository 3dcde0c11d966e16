import { describeUserAgent } from '../../../domain/sessions/user-agent';
import { addMember, cookieFrom, signIn, type TestMember } from '../../support/members';
import { useWorld } from '../../support/world';

/** A person lists and ends their own sessions. */

const world = useWorld({ temporal: false });
const path = '/api/account/sessions';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

const call = (cookie: string, method: string, of = path) =>
  world.api.raw(of, { method, headers: { cookie, origin: world.apiUrl } });

async function signInWith({ email, password }: TestMember, userAgent: string): Promise<string> {
  const response = await world.api.raw('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password }),
  });
  return cookieFrom(response.headers);
}

const isOpen = async (cookie: string): Promise<boolean> => (await call(cookie, 'GET', '/api/session')).status === 200;

test('a person sees their sessions page by page, and ends one, or all others', async () => {
  const member = await addMember(world, 'member');
  const stranger = await addMember(world, 'owner');
  const browser = await signInWith(member, firefox);
  const script = await signInWith(member, 'curl/8.9.1');
  const first = (await call(browser, 'GET', `${path}?limit=2`)).body;
  const rest = (await call(browser, 'GET', `${path}?limit=2&cursor=${first.nextCursor}`)).body;
  const sessions = [...first.data, ...rest.data];
  expect(rest.nextCursor).toBeNull();
  expect(sessions.map(({ userAgent, current }) => [userAgent, current])).toEqual([
    ['curl', false],
    ['Firefox on Linux', true],
    [expect.any(String), false],
  ]);
  expect(sessions.every(({ workspaceId }) => workspaceId === world.demo.workspaceId)).toBe(true);

  const ofScript = `${path}/${sessions[0].id}`;
  expect((await call(stranger.cookie, 'DELETE', ofScript)).status).toBe(404);
  expect(await isOpen(script)).toBe(true);
  expect((await call(browser, 'DELETE', ofScript)).body).toEqual({ id: sessions[0].id, deleted: true });
  expect(await isOpen(script)).toBe(false);
  expect((await call(browser, 'DELETE', ofScript)).status).toBe(404);

  expect((await call(browser, 'DELETE')).body).toEqual({ ended: 1 });
  expect((await call(browser, 'DELETE')).body).toEqual({ ended: 0 });
  expect([await isOpen(browser), await isOpen(member.cookie), await isOpen(stranger.cookie)]).toEqual([
    true,
    false,
    true,
  ]);
  const own = (await call(browser, 'GET')).body.data;
  expect(own).toHaveLength(1);
  const ended = await call(browser, 'DELETE', `${path}/${own[0].id}`);
  expect(ended.headers.getSetCookie()[0]).toMatch(/^svc_session=; .*Max-Age=0/);
  expect(await isOpen(browser)).toBe(false);
});

test('the time of the last use is stored when the API stops', async () => {
  const member = await addMember(world, 'member');
  const other = await signIn(world, member);
  await world.database('sessions').where({ user_id: member.id }).update({ created_at: '2026-01-01T00:00:00Z' });
  const api = await world.startApi({});
  const used = await fetch(`${api.url}/api/session`, { headers: { cookie: other } });
  expect(used.status).toBe(200);
  await api.stop();
  const { data } = (await call(member.cookie, 'GET')).body;
  const [newest] = data;
  expect(newest.createdAt).toBe('2026-01-01T00:00:00.000Z');
  expect(Date.parse(newest.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
});

test.each([
  [firefox, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['python-requests/2.32', 'python-requests'],
  ['', 'Unknown program'],
])('%s is described as %s', (userAgent, words) => {
  expect(describeUserAgent(userAgent)).toBe(words);
});
