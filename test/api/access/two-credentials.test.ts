import { request } from 'undici';
import { uniqueName } from '../../support/journeys';
import { addMember, setting, type TestMember } from '../../support/members';
import { useWorld } from '../../support/world';

/** A request with several credentials is served only if all that count are valid: `Authorization` replaces `x-api-key`. */

const world = useWorld({ temporal: false });
let owner: TestMember;

beforeAll(async () => {
  owner = await addMember(world, 'owner');
});

type Headers = Record<string, string | string[]>;

async function call(path: string, headers: Headers, body?: object): Promise<{ status: number; text: string }> {
  const { statusCode, body: response } = await request(world.apiUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: statusCode, text: await response.text() };
}

const credentials = () => {
  const { serverKey, userKey } = world.demo;
  return {
    serverKey,
    userKey,
    cookie: owner.cookie,
    wrong: `${serverKey.slice(0, -1)}~`,
    wrongCookie: 'svc_session=x',
  };
};
type Given = ReturnType<typeof credentials>;

const refused: [string, (given: Given) => Headers][] = [
  ['a wrong bearer beside a key', (g) => ({ authorization: `Bearer ${g.wrong}`, 'x-api-key': g.serverKey })],
  ['another scheme beside a key', (g) => ({ authorization: 'Basic b3duZXI6', 'x-api-key': g.serverKey })],
  ['two bearers', (g) => ({ authorization: [`Bearer ${g.serverKey}`, `Bearer ${g.wrong}`] })],
  ['two x-api-keys', (g) => ({ 'x-api-key': [g.serverKey, g.wrong] })],
  ['a wrong cookie beside a key', (g) => ({ 'x-api-key': g.serverKey, cookie: g.wrongCookie })],
  ['a wrong cookie beside a bearer', (g) => ({ authorization: `Bearer ${g.userKey}`, cookie: g.wrongCookie })],
  ['a wrong key beside a cookie', (g) => ({ 'x-api-key': g.wrong, cookie: g.cookie })],
  ['two cookies', (g) => ({ cookie: `${g.cookie}; ${g.wrongCookie}` })],
  ['two cookies, the wrong one first', (g) => ({ cookie: `${g.wrongCookie}; ${g.cookie}` })],
];

test.each(refused)('%s is 401', async (_, headers) => {
  const { status, text } = await call('/api/journeys', headers(credentials()));
  expect({ status, ...JSON.parse(text) }).toMatchObject({
    status: 401,
    code: 'UNAUTHORIZED',
    error: expect.any(String),
  });
});

const served: [string, (given: Given) => Headers][] = [
  ['one key in both headers', (g) => ({ authorization: `Bearer ${g.serverKey}`, 'x-api-key': g.serverKey })],
  ['a wrong x-api-key next to a key', (g) => ({ authorization: `Bearer ${g.serverKey}`, 'x-api-key': g.wrong })],
  ['two keys that differ', (g) => ({ authorization: `Bearer ${g.userKey}`, 'x-api-key': g.serverKey })],
  ['a bearer twice', (g) => ({ authorization: [`Bearer ${g.serverKey}`, `Bearer ${g.serverKey}`] })],
  ['a key beside a session', (g) => ({ 'x-api-key': g.serverKey, cookie: g.cookie })],
  ['a session twice', (g) => ({ cookie: `${g.cookie}; ${g.cookie}` })],
  ['a key beside an empty cookie', (g) => ({ 'x-api-key': g.serverKey, cookie: 'svc_session=; theme=dark' })],
];

test.each(served)('%s is served', async (_, headers) => {
  expect((await call('/api/journeys', headers(credentials()))).status).toBe(200);
});

test('a wrong cookie next to a valid credential blocks the send route and the internal routes', async () => {
  const cookie = 'svc_session=x';
  const key = { authorization: `Bearer ${world.demo.transactionalKey}` };
  const message = { to: `${uniqueName('to')}@example.com`, subject: 'Brief', text: 'Text.' };
  expect((await call('/api/v1/transactional/send', key, message)).status).toBe(200);
  expect((await call('/api/v1/transactional/send', { ...key, cookie }, message)).status).toBe(401);
  const secret = { authorization: `Bearer ${setting(world, 'SYNC_API_KEY')}` };
  const path = '/api/journeys/internal/forget-end-user';
  const erasure = { workspaceId: world.demo.workspaceId, endUserId: 'eu_none' };
  expect((await call(path, secret, erasure)).status).toBe(202);
  expect((await call(path, { ...secret, cookie }, erasure)).status).toBe(401);
});
