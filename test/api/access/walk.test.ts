import { buildConsole } from '../../../dev/console';
import type { ApiResponse } from '../../support/api-client';
import { addMember, type TestMember } from '../../support/members';
import { documentedOperations, type DocumentedOperation } from '../../support/openapi';
import { useWorld } from '../../support/world';
import { accessTable, signInOperations, undocumentedPaths, type Access, type Operation } from './access-table';
import { allCredentials, cookieHeader, outcomeFor, type Credential } from './credentials';
import { filledPaths, nobodysNames, requestOf } from './requests';

/** Calls every operation with every kind of credential and compares the outcome with the hand-written table. */

let operations: DocumentedOperation[];
let credentials: Record<string, Credential>;
let owner: TestMember;

beforeAll(async () => {
  // The pages of invitations and password resets are pages of the console.
  await buildConsole({ report: () => undefined });
});

const world = useWorld({ temporal: false });

beforeAll(async () => {
  operations = await documentedOperations(world);
  credentials = await allCredentials(world);
  owner = await addMember(world, 'owner');
});

const tableEntries = Object.entries(accessTable) as [Operation, Access][];
const protectedOperations = tableEntries.filter(([, access]) => access !== 'public').map(([name]) => name);
const publicOperations = tableEntries.filter(([, access]) => access === 'public').map(([name]) => name);
const cookieWrites = tableEntries
  .filter(
    ([name, access]) => !name.startsWith('GET') && !['public', 'internal', 'transactional', 'server'].includes(access),
  )
  .map(([name]) => name);

function operationNamed(name: Operation): DocumentedOperation {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`The document has no ${name}.`);
  return operation;
}

/** Calls an operation with ids that do not exist. */
function callOperation(name: Operation, headers: Record<string, string>): Promise<ApiResponse> {
  const operation = operationNamed(name);
  const names = nobodysNames(world.demo.workspaceKey);
  const path = filledPaths(operation.path, names)[0] ?? operation.path.replace(/\{[A-Za-z]+\}/g, 'none');
  return world.api.raw(path, requestOf(operation, names, headers));
}

/** Returns `allowed`, the status of a well-formed refusal, or a description of the unexpected response. */
function observe(response: ApiResponse, { name, statuses }: DocumentedOperation): string | number {
  const { status, body, headers } = response;
  if (status !== 401 && status !== 403) {
    return statuses.includes(status) && status < 500 ? 'allowed' : `undocumented or failed: ${status}`;
  }
  if (status === 401 && headers.get('www-authenticate') === null) return 'no WWW-Authenticate';
  const isTransactional = accessTable[name as Operation] === 'transactional';
  const hasForm = isTransactional ? isNestedError(body) : isFlatError(body, status);
  return hasForm ? status : `wrong form: ${JSON.stringify(body)}`;
}

const isFlatError = (body: ApiResponse['body'], status: number): boolean =>
  body?.code === (status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN') &&
  body.status === status &&
  typeof body.error === 'string' &&
  Object.keys(body).length === 3;

/** The error format of the transactional send route. */
const isNestedError = (body: ApiResponse['body']): boolean =>
  typeof body?.error?.code === 'string' && typeof body.error.message === 'string';

async function inParallel<Item>(
  items: readonly Item[],
  find: (item: Item) => Promise<[string, unknown]>,
): Promise<Record<string, unknown>> {
  return Object.fromEntries(await Promise.all(items.map(find)));
}

test('the table lists exactly the operations of the document', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(accessTable).sort());
});

test.each(tableEntries)('%s is for: %s', async (name, access) => {
  const observed = await inParallel(Object.entries(credentials), async ([credentialName, credential]) => {
    const endsSession = name === 'DELETE /api/session' && credential.renew !== undefined;
    const headers = endsSession ? await credential.renew!() : credential.headers;
    return [credentialName, observe(await callOperation(name, headers), operationNamed(name))];
  });
  const expected = Object.fromEntries(
    Object.entries(credentials).map(([credentialName, credential]) => [credentialName, outcomeFor(access, credential)]),
  );
  expect(observed).toEqual(expected);
  expect(Object.keys(observed).length).toBeGreaterThanOrEqual(40);
});

test('every credential still works as before after all calls', async () => {
  const worth = await inParallel(Object.entries(credentials), async ([name, { headers }]) => [
    name,
    (await callOperation('GET /api/workspace', headers)).status,
  ]);
  const expected = Object.entries(credentials).map(([name, { role }]) => [name, role === undefined ? 401 : 200]);
  expect(worth).toEqual(Object.fromEntries(expected));
});

test('HEAD and OPTIONS give no more access than GET', async () => {
  for (const name of protectedOperations) {
    const { path, method } = operationNamed(name);
    for (const probe of ['HEAD', 'OPTIONS']) {
      const response = await fetch(world.apiUrl + path.replace(/\{[A-Za-z]+\}/g, 'none'), { method: probe });
      const refused = method === 'GET' ? [401] : [401, 405];
      expect(probe === 'HEAD' ? refused : [204]).toContain(response.status);
      expect(await response.text()).toBe('');
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  }
});

const otherOrigins: [string, Record<string, string>][] = [
  ['no Origin and no Sec-Fetch-Site', {}],
  ['a foreign Origin', { origin: 'https://mallory.example' }],
  ['a foreign Origin that begins like ours', { origin: 'http://127.0.0.1.mallory.example' }],
  ['our host on another port', { origin: 'http://127.0.0.1:1' }],
  ['our host under https', { origin: 'OWN_HTTPS' }],
  ['Origin: null', { origin: 'null' }],
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
  ['Sec-Fetch-Site: none', { 'sec-fetch-site': 'none' }],
  [
    'a foreign Origin with Sec-Fetch-Site: same-origin',
    { origin: 'https://mallory.example', 'sec-fetch-site': 'same-origin' },
  ],
  ['a Referer of ours alone', { referer: 'OWN' }],
];

const resolved = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('OWN_HTTPS', world.apiUrl.replace('http:', 'https:')).replace('OWN', `${world.apiUrl}/`),
    ]),
  );

test.each(cookieWrites)('%s by cookie is refused from every origin except the service’s own pages', async (name) => {
  const observed = await inParallel(otherOrigins, async ([from, headers]) => {
    const response = await callOperation(name, { cookie: owner.cookie, ...resolved(headers) });
    return [from, observe(response, operationNamed(name))];
  });
  expect(observed).toEqual(Object.fromEntries(otherOrigins.map(([from]) => [from, 403])));
});

test('refused writes keep the session, and Sec-Fetch-Site: same-origin alone is accepted', async () => {
  expect((await callOperation('GET /api/session', { cookie: owner.cookie })).status).toBe(200);
  const response = await callOperation('POST /api/end-users', {
    cookie: owner.cookie,
    'sec-fetch-site': 'same-origin',
  });
  expect(response.status).toBe(201);
});

test('there are enough writes by cookie and public operations to test', () => {
  expect(cookieWrites.length).toBeGreaterThanOrEqual(15);
  expect(publicOperations.length).toBeGreaterThanOrEqual(7);
});

test.each(signInOperations)('%s does not sign in from a page of another site', async (name) => {
  const foreign = otherOrigins.filter(([, headers]) => Object.keys(headers).some((header) => header !== 'referer'));
  expect(foreign.length).toBeGreaterThanOrEqual(8);
  for (const [, headers] of foreign) {
    expect(observe(await callOperation(name, resolved(headers)), operationNamed(name))).toBe(403);
  }
});

test('signing in sets one cookie, hidden from scripts and not sent with cross-site writes', async () => {
  const { email, password } = owner;
  const response = await world.api.post('/api/session', { email, password });
  const cookies = response.headers.getSetCookie();
  expect(cookies).toEqual([expect.stringMatching(/^svc_session=[\w-]+\.[\w-]+\.[\w-]+; /)]);
  const attributes = cookies[0]!.split('; ').slice(1);
  expect(attributes.sort()).toEqual(['HttpOnly', expect.stringMatching(/^Max-Age=\d+$/), 'Path=/', 'SameSite=Lax']);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each(publicOperations)('%s neither sets nor reads a cookie', async (name) => {
  const plain = await callOperation(name, {});
  const responses = [plain];
  for (const cookie of [owner.cookie, 'svc_session=x', 'svc_session=']) {
    responses.push(await callOperation(name, cookieHeader(world, cookie)));
  }
  for (const { headers } of responses) {
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
  // Metric values change between scrapes, and each console page has its own nonce.
  const partOf = ({ body, headers }: ApiResponse): unknown => {
    if (name === 'GET /metrics') return String(body).match(/^# .*$/gm);
    const [, nonce] = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '') ?? [];
    return nonce === undefined ? body : String(body).replaceAll(nonce, 'nonce');
  };
  expect(responses.map((response) => ({ status: response.status, body: partOf(response) }))).toEqual(
    responses.map(() => ({ status: plain.status, body: partOf(plain) })),
  );
});

test.each(undocumentedPaths)('%s is public and sets no cookie', async (path) => {
  for (const headers of [{}, cookieHeader(world, owner.cookie)]) {
    const response = await world.api.raw(path, { headers });
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
  }
});

test('no text in a path or query causes a server error', async () => {
  const odd = [
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%E0%A4%A',
    '%',
    '..%2F..%2Fkeys',
    '%2e%2e',
    '%27%20or%201=1--',
    'x'.repeat(4_000),
  ];
  const failed: string[] = [];
  for (const { name, method, path, statuses } of operations) {
    const { headers } = credentials['an owner’s user key']!;
    const request = requestOf({ name, method }, nobodysNames(world.demo.workspaceKey), headers);
    const targets = odd.map((text) =>
      path.includes('{')
        ? path.replace(/\{[A-Za-z]+\}/g, text)
        : `${path}?cursor=${text}&limit=${text}&version=${text}&${text}=1`,
    );
    const responses = await Promise.all(targets.map((target) => world.api.raw(target, request)));
    responses.forEach(({ status }, index) => {
      // Dot segments and broken escapes are handled before routing, so 302, 404 and 405 are always valid.
      if (![...statuses, 302, 404, 405].includes(status) || status >= 500)
        failed.push(`${method} ${targets[index]}: ${status}`);
    });
  }
  expect(failed).toEqual([]);
});

test('no operation lets pages of another origin read a response with credentials', async () => {
  for (const [name] of tableEntries) {
    const operation = operationNamed(name);
    const headers = { cookie: owner.cookie, origin: 'https://mallory.example' };
    const allowed = (await callOperation(name, headers)).headers;
    expect(allowed.get('access-control-allow-credentials')).toBeNull();
    if (accessTable[name] !== 'public') expect(allowed.get('access-control-allow-origin')).toBeNull();
    else expect([null, '*']).toContain(allowed.get('access-control-allow-origin'));
    expect(operation.statuses).toContain(500);
  }
});
