import { loadApiSettings, SettingsError } from '../../config';
import { apiClient } from '../support/api-client';
import { startProcess, type StartedProcess } from '../support/process';
import { signIn } from '../support/members';
import { keepWindowsOpen } from '../support/transactional';
import { useWorld } from '../support/world';

let processes: StartedProcess[] = [];

afterAll(() => Promise.all(processes.map((api) => api.stop())));

const world = useWorld({ temporal: false });

/** Starts another API on the same database, with its own memory. */
const startApi = async (overrides: NodeJS.ProcessEnv): Promise<string> =>
  (await world.startApi({ RATE_LIMITS: 'on', ...overrides })).url;

async function mintKey(): Promise<string> {
  return (await world.ownerApi.post('/api/keys', { name: 'limited' })).body.rawKey as string;
}

test('two API processes share one limit: of 300 parallel requests against 50, exactly 50 pass', async () => {
  const key = await mintKey();
  const env = { ...world.environment, RATE_LIMITS: 'on', RATE_LIMIT_READ: '50' };
  processes = await Promise.all([0, 1].map(() => startProcess({ entry: 'api/server.ts', env })));
  const clients = processes.map(({ ready }) => apiClient(`http://127.0.0.1:${ready.port}`, key));
  const opening = await clients[0]!.get('/api/workspace');
  const windowEnd = Number(opening.headers.get('x-ratelimit-reset'));
  expect(Math.abs(windowEnd * 1_000 - Date.parse(opening.headers.get('date') ?? ''))).toBeLessThanOrEqual(61_000);
  await keepWindowsOpen(world);
  const responses = await Promise.all(
    Array.from({ length: 300 }, (_, index) => clients[index % 2]!.get('/api/workspace')),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(49);
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(251);
  const [first] = refused;
  expect(first?.body).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
  expect(first?.headers.get('x-ratelimit-limit')).toBe('50');
  expect(first?.headers.get('x-ratelimit-remaining')).toBe('0');
  const retryAfter = Number(first?.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  const reset = Number(first?.headers.get('x-ratelimit-reset'));
  // Use the response’s own time, because the last response can be seconds later than the first.
  const respondedAt = Date.parse(first?.headers.get('date') ?? '') / 1_000;
  expect(Math.abs(reset - (respondedAt + retryAfter))).toBeLessThan(3);
});

test('a key over its limit causes no more database writes', async () => {
  const key = await mintKey();
  const client = apiClient(await startApi({ RATE_LIMIT_READ: '5' }), key);
  await client.get('/api/workspace');
  await keepWindowsOpen(world);
  for (let count = 0; count < 8; count += 1) await client.get('/api/workspace');
  const counted = async () =>
    (await world.database('rate_limits').where('key', 'like', 'read:%').sum('points as points'))[0];
  const before = await counted();
  for (let count = 0; count < 20; count += 1) expect((await client.get('/api/workspace')).status).toBe(429);
  expect(await counted()).toEqual(before);
});

test('reads, writes and other keys are counted separately', async () => {
  const url = await startApi({ RATE_LIMIT_READ: '1', RATE_LIMIT_WRITE: '2' });
  const first = apiClient(url, await mintKey());
  const second = apiClient(url, await mintKey());
  const statuses = [(await first.get('/api/workspace')).status];
  await keepWindowsOpen(world);
  statuses.push((await first.get('/api/workspace')).status);
  for (let count = 0; count < 3; count += 1) statuses.push((await first.patch('/api/workspace', {})).status);
  statuses.push((await second.get('/api/workspace')).status);
  expect(statuses).toEqual([200, 429, 200, 200, 429, 200]);
});

test('sessions have their own limits', async () => {
  const url = await startApi({ RATE_LIMIT_READ: '1', RATE_LIMIT_WRITE: '1', RATE_LIMIT_SESSION_WRITE: '2' });
  const cookie = await signIn(world, world.demo.owner);
  const browser = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const read = () => apiClient(url).raw('/api/workspace', { headers: browser });
  const write = () => apiClient(url).raw('/api/workspace', { method: 'PATCH', headers: browser, body: '{}' });
  for (const remaining of ['1199', '1198']) {
    const { status, headers } = await read();
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, '1200']);
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThanOrEqual(Number(remaining));
  }
  await keepWindowsOpen(world);
  const writes = [await write(), await write(), await write()];
  expect(writes.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(writes[0]!.headers.get('x-ratelimit-limit')).toBe('2');
});

test('a new window allows requests again', async () => {
  const url = await startApi({ RATE_LIMIT_READ: '1' });
  const key = await mintKey();
  expect((await apiClient(url, key).get('/api/workspace')).status).toBe(200);
  await world
    .database('rate_limits')
    .where('key', 'like', 'read:%')
    .update({ expire: Date.now() - 1 });
  expect((await apiClient(url, key).get('/api/workspace')).status).toBe(200);
});

test('ingestion is counted per workspace, and a batch counts once', async () => {
  const url = await startApi({ RATE_LIMIT_INGEST: '2' });
  const event = { type: 'pageview', visitorId: 'v', url: 'https://example.com/' };
  const post = (body: object) => apiClient(url).post('/api/events', { workspaceKey: world.demo.workspaceKey, ...body });
  expect((await post({ events: Array.from({ length: 100 }, () => event) })).headers.get('x-ratelimit-remaining')).toBe(
    '1',
  );
  expect((await post(event)).status).toBe(200);
  expect((await post(event)).body).toMatchObject({ code: 'RATE_LIMITED' });
  expect((await apiClient(url).post('/api/events', { workspaceKey: 'svc_pk_unknown', ...event })).status).toBe(401);
});

test('limits can be turned off, but not in production', async () => {
  const url = await startApi({ RATE_LIMITS: 'off', RATE_LIMIT_READ: '1' });
  const client = apiClient(url, await mintKey());
  await client.get('/api/workspace');
  const response = await client.get('/api/workspace');
  expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
  expect(() => loadApiSettings({ ...world.environment, NODE_ENV: 'production', RATE_LIMITS: 'off' })).toThrow(
    SettingsError,
  );
});
