import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../../db/migrate';
import { prepareDataFolder } from '../../dev/data-folder';
import { startPostgres, type RunningPostgres } from '../../dev/postgres';
import { seedDemoWorkspace, type DemoWorkspace } from '../../dev/seed';
import { Supervisor } from '../../dev/supervisor';
import { apiClient, type ApiResponse } from '../support/api-client';
import { freeze, thaw } from '../support/freeze';
import { cookieFrom, setting } from '../support/members';
import { startProcess, type StartedProcess } from '../support/process';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/**
 * All PostgreSQL processes are frozen: existing connections stay open, new ones wait in the kernel's queue, and nothing
 * responds.
 */

let dataDir: string;
let supervisor: Supervisor;
let postgres: RunningPostgres;
let demo: DemoWorkspace;
/** With and without open connections at the time of the freeze. */
let apis: { warm: StartedProcess; cold: StartedProcess };
let cookie: string;

afterAll(async () => {
  thaw(postgres.pid);
  await Promise.all(Object.values(apis).map((api) => api.stop()));
  await supervisor.stopAll({ maxGraceMs: 5_000 });
});

const world = useWorld({ temporal: false });

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'apex-fault-'));
  prepareDataFolder(dataDir);
  supervisor = new Supervisor(dataDir);
  postgres = await startPostgres({
    dataDir,
    password: 'only-for-this-test',
    spawn: supervisor.spawn,
    preferredPorts: 0,
  });
  await migrate(postgres.url);
  demo = await seedDemoWorkspace({ databaseUrl: postgres.url, keyPepper: setting(world, 'KEY_PEPPER') });
  const start = () =>
    startProcess({ entry: 'api/server.ts', env: { ...world.environment, DATABASE_URL: postgres.url } });
  apis = { warm: await start(), cold: await start() };
  const signedIn = await callOf(apis.warm)('POST', '/api/session', { body: demo.owner });
  cookie = cookieFrom(signedIn.headers);
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Call {
  headers?: Record<string, string>;
  body?: unknown;
}

const callOf =
  (api: StartedProcess) =>
  (method: 'GET' | 'POST' | 'PATCH', route: string, { headers = {}, body }: Call = {}): Promise<ApiResponse> =>
    apiClient(`http://127.0.0.1:${api.ready.port}`).raw(route, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

type Route = [name: string, call: (send: ReturnType<typeof callOf>) => Promise<ApiResponse>];

const key = (value: string) => ({ authorization: `Bearer ${value}` });
const event = () => ({ type: 'page_view', visitorId: 'v1', url: 'https://shop.example/' });
const stitch = () => ({ workspaceKey: demo.workspaceKey, visitorId: 'v1', email: 'v1@example.com' });

const routes: Route[] = [
  ['a keyed read', (send) => send('GET', '/api/journeys', { headers: key(demo.serverKey) })],
  ['a keyed report', (send) => send('GET', '/api/analytics/summary', { headers: key(demo.serverKey) })],
  ['a keyed write', (send) => send('POST', '/api/beliefs', { headers: key(demo.serverKey), body: { claim: 'x' } })],
  [
    'keyed ingestion',
    (send) => send('POST', '/api/v1/events', { headers: key(demo.serverKey), body: { type: 'paid', userId: 'u1' } }),
  ],
  ['a read by session', (send) => send('GET', '/api/workspace', { headers: { cookie } })],
  [
    'a write by session',
    (send) =>
      send('PATCH', '/api/workspace', {
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
        body: { timezone: 'Europe/Berlin' },
      }),
  ],
  ['a sign-in', (send) => send('POST', '/api/session', { body: demo.owner })],
  [
    'public ingestion',
    (send) => send('POST', '/api/events', { body: { ...event(), workspaceKey: demo.workspaceKey } }),
  ],
  ['a public write', (send) => send('POST', '/api/identity/stitch', { body: stitch() })],
  [
    'a public read',
    (send) => send('GET', `/api/experiments/active?key=${demo.workspaceKey}&url=https://shop.example/`),
  ],
  [
    'a transactional send',
    (send) =>
      send('POST', '/api/v1/transactional/send', {
        headers: { ...key(demo.transactionalKey), 'idempotency-key': 'frozen' },
        body: { to: 'frozen@example.com', subject: 'Hello', html: '<p>Hello</p>' },
      }),
  ],
  [
    'an internal route',
    (send) =>
      send('POST', '/api/journeys/internal/dispatch', {
        headers: key(setting(world, 'SYNC_API_KEY')),
        body: { workspaceId: demo.workspaceId, event: { type: 'paid', userId: 'u2' } },
      }),
  ],
];

/** The response of this read is cached for a while, even if PostgreSQL stops responding. */
const remembered = 'a public read';

const responsesOf = (api: StartedProcess, isMeant = (_name: string): boolean => true) =>
  Promise.all(routes.filter(([name]) => isMeant(name)).map(([, call]) => call(callOf(api))));

const summaryOf = (responses: readonly ApiResponse[]) =>
  responses.map(({ status, body, headers }, index) => ({
    route: routes[index]?.[0],
    status,
    retryAfter: headers.get('retry-after'),
    code: typeof body.error === 'string' ? body.code : body.error?.code,
  }));

const away = routes.map(([route]) => ({
  route,
  status: 503,
  retryAfter: '5',
  code: route === 'a transactional send' ? 'service_unavailable' : 'SERVICE_UNAVAILABLE',
}));

test('PostgreSQL frozen: each route returns 503 with Retry-After, and recovers when it is back', async () => {
  // Every route works. The warm API now has open connections.
  const before = await responsesOf(apis.warm, (name) => name !== remembered);
  expect(before.filter(({ status }) => status >= 400).map(({ body }) => body)).toEqual([]);
  freeze(postgres.pid);
  const [warm, cold] = await Promise.all([responsesOf(apis.warm), responsesOf(apis.cold)]);
  expect(summaryOf(warm)).toEqual(away);
  expect(summaryOf(cold)).toEqual(away);
  // The failure is detected by now, so new requests are refused immediately.
  expect(summaryOf(await responsesOf(apis.warm))).toEqual(away);
  const { status, headers, body } = await callOf(apis.cold)('GET', '/readyz');
  expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '5' });
  expect(body).toMatchObject({ dependencies: { postgresql: 'does not respond', schema: 'does not respond' } });
  thaw(postgres.pid);
  await waitFor(async () => {
    const responses = [...(await responsesOf(apis.warm)), ...(await responsesOf(apis.cold))];
    return responses.every((response) => response.status < 400);
  });
});
