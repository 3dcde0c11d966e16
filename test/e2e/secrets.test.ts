import { decodeJwt } from 'jose';
import { buildConsole } from '../../dev/console';
import { apiClient, type ApiResponse, type ApiClient } from '../support/api-client';
import { readSink } from '../support/mail-sink';
import { cookieFrom, setting } from '../support/members';
import { startProcess, type StartedProcess } from '../support/process';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/**
 * Checks that no secret is stored in plain text: not in the database, not in the most verbose logs, not in Temporal's
 * histories. API and worker run as separate processes, because their whole output is searched.
 */

let processes: StartedProcess[];
let api: ApiClient;
let baseUrl: string;
/** Secrets that must not be found, by description. */
const secrets: Record<string, string> = {};

const INSTALLATION = ['SYNC_API_KEY', 'SESSION_SECRET', 'KEY_PEPPER', 'LINK_SECRET'];
const guest = { email: 'guest@example.com', password: 'Guest-pass-7f3a9c-in-clear', name: 'Guest' };

beforeAll(() => buildConsole({ report: () => undefined }));

afterAll(() => Promise.all(processes.map((one) => one.stop())));

const world = useWorld();

beforeAll(async () => {
  for (const name of INSTALLATION) secrets[name] = setting(world, name);
  const { serverKey, userKey, transactionalKey, owner } = world.demo;
  Object.assign(secrets, { serverKey, userKey, transactionalKey, ownerPassword: owner.password });
  const env = { ...world.environment, LOG_LEVEL: 'trace' };
  processes = await Promise.all([
    startProcess({ entry: 'api/server.ts', env }),
    startProcess({ entry: 'worker/main.ts', env }),
  ]);
  baseUrl = `http://127.0.0.1:${String(processes[0]!.ready['port'])}`;
  api = apiClient(baseUrl, userKey);
  await exerciseSessions();
  await exerciseInvitation();
  await exerciseKeys();
  await exerciseMistakes();
});

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  api.raw(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

/** Requires success, because a failed call would leave no secrets to search for. */
function good(response: ApiResponse): ApiResponse {
  if (response.status >= 300) throw new Error(JSON.stringify(response.body));
  return response;
}

const tokenOf = ({ headers }: ApiResponse): string => cookieFrom(headers).replace('svc_session=', '');

async function exerciseSessions(): Promise<void> {
  const { owner } = world.demo;
  const token = tokenOf(good(await post('/api/session', owner)));
  const session = { cookie: `svc_session=${token}`, origin: baseUrl };
  good(await api.raw('/api/session', { headers: session }));
  const newPassword = 'New-owner-pass-51bd-in-clear';
  const changed = good(await post('/api/session/password', { currentPassword: owner.password, newPassword }, session));
  const again = good(await post('/api/session', { email: owner.email, password: newPassword }));
  good(
    await api.raw('/api/session', {
      method: 'DELETE',
      headers: { cookie: `svc_session=${tokenOf(again)}`, origin: baseUrl },
    }),
  );
  Object.assign(secrets, {
    newPassword,
    sessionToken: token,
    changedToken: tokenOf(changed),
    endedToken: tokenOf(again),
  });
}

/** Uses the email that the worker really sends. */
async function exerciseInvitation(): Promise<void> {
  const { email, password, name } = guest;
  good(await post('/api/members', { email, role: 'admin' }, { 'x-api-key': world.demo.userKey }));
  const message = await waitFor(async () => (await readSink(world.sesEndpoint, email))[0], {
    what: 'the invitation',
  });
  const link = /\/invitations\/([^"\s<]+)/.exec(message.body.html ?? '')?.[1] ?? '';
  expect(link.length).toBeGreaterThan(40);
  good(await api.raw(`/invitations/${link}`, {}));
  const accepted = good(await post('/api/members/accept', { token: link, password, name }));
  expect((await post('/api/members/accept', { token: link, password })).status).toBe(404);
  Object.assign(secrets, { invitationToken: link, guestPassword: password, guestSession: tokenOf(accepted) });
}

async function exerciseKeys(): Promise<void> {
  for (const [path, body] of [
    ['/api/keys', { name: 'One' }],
    ['/api/keys', { name: 'Two', kind: 'user' }],
    ['/api/transactional-api-keys', { name: 'Three' }],
  ] as const) {
    const { id, rawKey } = good(await api.post(path, body)).body;
    secrets[`minted ${id}`] = rawKey;
    good(await api.raw('/api/workspace', { headers: { 'x-api-key': world.demo.serverKey } }));
    await api.raw('/api/workspace', { headers: { authorization: `Bearer ${rawKey}` } });
    if (body.name !== 'One') good(await api.delete(`${path}/${id}`));
  }
}

/** Sends secrets in wrong places, and wrong secrets that are one typo away from the right one. */
async function exerciseMistakes(): Promise<void> {
  const wrong = { typo: 'Wrong-owner-pass-0c11-in-clear', email: guest.email };
  secrets['wrongPassword'] = wrong.typo;
  const { userKey, owner } = world.demo;
  const statuses = [
    await post('/api/session', { email: wrong.email, password: wrong.typo }),
    await post('/api/session', { email: 'nobody@example.com', password: wrong.typo }),
    await post('/api/session', { email: wrong.typo, password: wrong.typo }),
    await post('/api/session', { email: owner.email, password: [wrong.typo] }),
    await post('/api/session', { email: owner.email, passwort: wrong.typo }),
    await api.raw('/api/session', { method: 'POST', headers: json, body: `{"password":"${wrong.typo}` }),
    await api.raw(`/api/session?password=${wrong.typo}`, { method: 'POST', headers: json, body: '{}' }),
    await api.raw(`/api/keys/${userKey}`, { headers: { 'x-api-key': userKey } }),
    await api.raw(`/api/${userKey}?key=${userKey}`, {}),
    await api.raw('/api/workspace', { headers: { 'x-api-key': userKey, authorization: `Bearer ${userKey}x` } }),
    await api.raw('/api/workspace', { headers: { cookie: `svc_session=${secrets['endedToken']}` } }),
    await api.raw('/api/workspace', { headers: { 'x-api-key': userKey, 'x-request-id': userKey } }),
    await post('/api/members/accept', { token: `${secrets['invitationToken']}x`, password: wrong.typo }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 401, 400, 400, 400, 400, 400, 404, 404, 401, 401, 200, 404]);
}

/** Returns the names of the secrets in a text, either as they are or as PostgreSQL writes bytea. */
const found = (text: string): string[] =>
  Object.entries(secrets)
    .filter(([, secret]) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')))
    .map(([name]) => name);

test('the searched data contains the expected text', () => {
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(18);
  for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThanOrEqual(16);
  expect(decodeJwt(secrets['sessionToken']!)).toMatchObject({ jti: expect.any(String) });
  expect(found(`a text with ${secrets['invitationToken']} in it`)).toEqual(['invitationToken']);
});

test('no table of the database contains a secret in plain text', async () => {
  const { rows: tables } = await world.database.raw<{ rows: { name: string }[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await world.database.raw<{ rows: { row: string }[] }>(`select t::text as row from ${name} t`);
    dump.set(name, rows.map(({ row }) => row).join('\n'));
  }
  expect(dump.get('public.users')).toContain(guest.email);
  expect(dump.get('public.api_keys')).toContain('Three');
  expect(dump.get('public.sends')).not.toBe('');
  expect(dump.get('public.rate_limits')).not.toBe('');
  expect([...dump].flatMap(([name, text]) => found(text).map((secret) => `${secret} in ${name}`))).toEqual([]);
  expect(dump.get('public.users')).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('the logs contain no secret and no email address of a person', async () => {
  await Promise.all(processes.map((one) => one.stop()));
  const [apiLog = '', workerLog = ''] = processes.map((one) => one.output());
  expect(apiLog).toContain('"msg":"request"');
  expect(apiLog.match(/"route":"\/api\/session"/g)?.length).toBeGreaterThanOrEqual(8);
  expect(workerLog.split('\n').length).toBeGreaterThan(3);
  expect([found(apiLog), found(workerLog)]).toEqual([[], []]);
  for (const log of [apiLog, workerLog]) {
    expect([guest.email, world.demo.owner.email].filter((email) => log.includes(email))).toEqual([]);
  }
});

test('Temporal’s histories contain ids only', async () => {
  const { workflow } = world.temporal;
  const histories: string[] = [];
  for await (const { workflowId, runId } of workflow.list()) {
    histories.push(JSON.stringify(await workflow.getHandle(workflowId, runId).fetchHistory()));
  }
  const payloads = histories.flatMap(decodedStrings).join('\n');
  expect(histories.length).toBeGreaterThanOrEqual(2);
  expect(payloads).toContain(world.demo.workspaceId);
  for (const text of [payloads, ...histories]) expect([...found(text), text.includes(guest.email)]).toEqual([false]);
});

/** Decodes the strings of a history from base64, the encoding of payloads. */
function decodedStrings(history: string): string[] {
  const decoded: string[] = [];
  JSON.parse(history, (_key, value: unknown) => {
    if (typeof value === 'string') decoded.push(Buffer.from(value, 'base64').toString());
    return value;
  });
  return decoded;
}
