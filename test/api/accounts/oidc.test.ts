import { generateSync } from 'otplib';
import { loadApiSettings } from '../../../config';
import { findFreePort } from '../../../dev/free-port';
import { uniqueName } from '../../support/journeys';
import { addMember, type TestMember } from '../../support/members';
import { oidcClient, startOidcProvider, type TestProvider } from '../../support/oidc-provider';
import { RedirectWalker } from '../../support/redirect-walker';
import { useWorld } from '../../support/world';

/** Sign-in with a real provider of OpenID Connect. Two processes of the API share no state but the cookies. */

let provider: TestProvider;
let apiUrl: string;
let otherApiUrl: string;

afterAll(() => provider.close());

const world = useWorld({ temporal: false });

beforeAll(async () => {
  const port = await findFreePort(0);
  apiUrl = `http://127.0.0.1:${port}`;
  provider = await startOidcProvider(`${apiUrl}/api/session/oidc/callback`);
  const environment = {
    PUBLIC_URL: apiUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: oidcClient.id,
    OIDC_CLIENT_SECRET: oidcClient.secret,
    OIDC_SCOPES: 'openid email profile groups',
    OIDC_LABEL: 'Sign in with Acme',
    OIDC_WORKSPACE: world.demo.workspaceId,
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: 'apex-admins=admin, staff=member',
  };
  await world.startApi({ ...environment, PORT: String(port) });
  otherApiUrl = (await world.startApi(environment)).url;
});

beforeEach(async () => {
  await world.database('rate_limits').delete();
});

const startPath = '/api/session/oidc';
const isCallback = ({ pathname }: URL): boolean => pathname === `${startPath}/callback`;
const isConsole = ({ pathname }: URL): boolean => pathname.startsWith('/console');

/** Signs in until the console would be shown. */
async function signIn(browser = new RedirectWalker()) {
  const end = await browser.follow(`${apiUrl}${startPath}?returnTo=/console/journeys?q=a`, isConsole);
  return { ...end, browser };
}

const sessionOf = async (browser: RedirectWalker) => {
  const response = await browser.visit(`${apiUrl}/api/session`);
  return response.status === 200 ? ((await response.json()) as { user: { email: string }; role: string }) : null;
};

/** Reads a page that explains a refusal. */
async function refusal({ response, browser }: Awaited<ReturnType<typeof signIn>>) {
  expect(await sessionOf(browser)).toBeNull();
  expect(response?.headers.get('content-type')).toMatch(/^text\/html/);
  return { status: response?.status, text: await response!.text() };
}

test('a member with a verified address signs in and returns to the page; the role stays', async () => {
  const member = await addMember(world, 'admin');
  provider.account = { email: member.email.toUpperCase(), email_verified: true, groups: ['staff'] };
  const { url, browser, visited } = await signIn();
  expect(url).toBe(`${apiUrl}/console/journeys?q=a`);
  const authorization = new URL(visited.find((one) => one.startsWith(`${provider.issuer}/auth?`))!);
  expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    nonce: expect.stringMatching(/.{20}/),
    state: expect.stringMatching(/.{20}/),
  });
  expect(await sessionOf(browser)).toMatchObject({ user: { email: member.email }, role: 'admin' });
  expect(browser.cookie(apiUrl, 'svc_oidc')).toBeUndefined();
  const actions = await world.database('audit_entries').where({ actor: member.id }).pluck('action');
  expect(actions).toContain('member.signed_in_by_provider');
});

test('a new person joins with the role of their groups, also in two sign-ins at once; without one, they are refused', async () => {
  const email = `${uniqueName('new')}@example.com`;
  provider.account = { email, email_verified: true, name: 'Grace', groups: ['other', 'apex-admins', 'staff'] };
  const both = await Promise.all([signIn(), signIn()]);
  for (const { browser } of both) expect(await sessionOf(browser)).toMatchObject({ user: { email }, role: 'admin' });
  expect(await world.database('users').where({ email }).pluck('name')).toEqual(['Grace']);
  provider.account = { email: `${uniqueName('stranger')}@example.com`, email_verified: true, groups: ['other'] };
  const { status, text } = await refusal(await signIn());
  expect([status, text]).toEqual([403, expect.stringContaining('Ask an admin of your workspace to invite')]);
  expect(await world.database('users').where({ email: provider.account.email })).toEqual([]);
});

test('an address that is not verified is refused, also for a new person with a role', async () => {
  const member = await addMember(world, 'owner');
  for (const email of [member.email, `${uniqueName('new')}@example.com`]) {
    provider.account = { email, email_verified: false, groups: ['apex-admins'] };
    const { status, text } = await refusal(await signIn());
    expect([status, text]).toEqual([403, expect.stringContaining(`has not verified the address ${email}`)]);
  }
});

test('a callback works once, in the browser that started it, in any process of the API', async () => {
  const member = await addMember(world, 'member');
  provider.account = { email: member.email, email_verified: true };
  const browser = new RedirectWalker();
  const { url: callback } = await browser.follow(apiUrl + startPath, isCallback);
  const attempt = browser.cookie(apiUrl, 'svc_oidc')!;

  // Another browser, and one that started another sign-in.
  const stranger = new RedirectWalker();
  expect((await stranger.visit(callback)).status).toBe(400);
  await stranger.follow(apiUrl + startPath, isCallback);
  const mixed = await stranger.visit(callback);
  expect([mixed.status, await mixed.text()]).toEqual([400, expect.stringContaining('does not belong to this browser')]);
  expect(await sessionOf(stranger)).toBeNull();
  // A changed cookie.
  await stranger.follow(apiUrl + startPath, isCallback);
  stranger.setCookie(apiUrl, 'svc_oidc', `${attempt.slice(0, -2)}AA`);
  expect((await stranger.visit(callback)).status).toBe(400);

  const elsewhere = await fetch(callback.replace(apiUrl, otherApiUrl), {
    redirect: 'manual',
    headers: { cookie: `svc_oidc=${attempt}` },
  });
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, '/console']);
  // The same callback again, with the cookie that the browser deleted.
  const replayed = await browser.visit(callback);
  expect([replayed.status, await replayed.text()]).toEqual([
    400,
    expect.stringContaining('already used or has expired'),
  ]);
  expect(await sessionOf(browser)).toBeNull();
});

test('two-step verification applies after the provider, too', async () => {
  const member = await addMember(world, 'member');
  const secret = await enrol(member);
  provider.account = { email: member.email, email_verified: true };
  const { url, browser } = await signIn();
  expect(url).toBe(`${apiUrl}/console/journeys?q=a#second-step`);
  expect(await sessionOf(browser)).toBeNull();
  const send = (totp: string) =>
    browser.visit(apiUrl + startPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: apiUrl },
      body: JSON.stringify({ totp }),
    });
  expect((await send('000000')).status).toBe(401);
  const inNextStep = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 });
  expect((await send(inNextStep)).status).toBe(200);
  expect(await sessionOf(browser)).toMatchObject({ user: { email: member.email } });
  // The cookie of the awaited step is gone.
  expect((await send(inNextStep)).status).toBe(401);
});

async function enrol({ cookie }: TestMember): Promise<string> {
  const post = (body: object) =>
    world.api.raw('/api/account/totp', {
      method: 'POST',
      headers: { cookie, origin: world.apiUrl, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { secret } = (await post({})).body as { secret: string };
  const code = generateSync({ secret });
  expect((await post({ code })).status).toBe(200);
  return secret;
}

test('without a response of the provider, passwords still sign in and the button leads to an explanation', async () => {
  const member = await addMember(world, 'member');
  const { url } = await world.startApi({
    OIDC_ISSUER: `http://127.0.0.1:${await findFreePort(0)}`,
    OIDC_CLIENT_ID: oidcClient.id,
    OIDC_CLIENT_SECRET: oidcClient.secret,
  });
  const start = await fetch(url + startPath, { redirect: 'manual' });
  expect([start.status, await start.text()]).toEqual([503, expect.stringContaining('Sign in with your password')]);
  const { email, password } = member;
  const signedIn = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(signedIn.status).toBe(200);

  // It stops responding between the start and the callback.
  provider.account = { email, email_verified: true };
  const browser = new RedirectWalker();
  const { url: callback } = await browser.follow(apiUrl + startPath, isCallback);
  provider.isSilent = true;
  try {
    const { status, text } = await refusal({ ...(await browser.follow(callback)), browser });
    expect([status, text]).toEqual([503, expect.stringContaining('does not respond')]);
  } finally {
    provider.isSilent = false;
  }
  expect(await sessionOf((await signIn()).browser)).not.toBeNull();
});

test('the console learns of the provider, and only its own pages are returned to', async () => {
  expect(await (await fetch(`${apiUrl}/api/session/methods`)).json()).toEqual({
    password: true,
    oidc: { label: 'Sign in with Acme' },
  });
  expect((await world.api.get('/api/session/methods')).body).toEqual({ password: true, oidc: null });
  expect((await world.api.get(startPath)).status).toBe(404);
  const member = await addMember(world, 'member');
  provider.account = { email: member.email, email_verified: true };
  for (const returnTo of [
    'https://mallory.example/console',
    '//mallory.example/console',
    '/consolex',
    '/\\mallory.example',
  ]) {
    const browser = new RedirectWalker();
    const from = `${apiUrl}${startPath}?returnTo=${encodeURIComponent(returnTo)}`;
    const isOver = (url: URL): boolean => url.origin === apiUrl && url.pathname.startsWith('/console');
    expect((await browser.follow(from, isOver)).url).toBe(`${apiUrl}/console`);
  }
});

test.each([
  [{ OIDC_CLIENT_ID: 'apex' }, /OIDC_CLIENT_ID is set without OIDC_ISSUER/],
  [{ OIDC_ISSUER: 'https://id.example' }, /OIDC_CLIENT_ID must be set.*OIDC_CLIENT_SECRET must be set/],
  [
    { OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    /OIDC_ISSUER must be an https URL/,
  ],
  [
    { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', OIDC_ROLES: 'staff=king' },
    /OIDC_ROLES must be a list/,
  ],
  [
    { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', OIDC_ROLES: 'staff=member' },
    /OIDC_WORKSPACE must be set together.*OIDC_ROLE_CLAIM must be set together/,
  ],
])('the settings %o are refused', (settings, message) => {
  expect(() => loadApiSettings({ ...world.environment, ...settings })).toThrow(message);
});
