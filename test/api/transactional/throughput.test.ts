import { uniqueName } from '../../support/journeys';
import { startProcess, type StartedProcess } from '../../support/process';
import { postSend } from '../../support/transactional';
import { createWorld, type World } from '../../support/world';

let world: World;
let second: StartedProcess;
let baseUrls: string[];

beforeAll(async () => {
  world = await createWorld({ temporal: false, environment: { RATE_LIMITS: 'off' } });
  second = await startProcess({ entry: 'api/server.ts', env: world.environment });
  baseUrls = [world.apiUrl, `http://127.0.0.1:${String(second.ready['port'])}`];
}, 60_000);

afterAll(async () => {
  await second.stop();
  await world.stop();
});

const body = () => ({ to: `${uniqueName('person')}@sandbox.apex.test`, subject: 'x', text: 'x' });

/** A window that nobody can see end: what is counted in it stays. */
async function keepWindowsOpen(): Promise<void> {
  await world.database('rate_limits').update({ expire: Date.now() + 60_000 });
}

test.each([
  ['free', 1],
  ['starter', 5],
  ['pro', 20],
  ['growth', 50],
  ['scale', 200],
])('plan %s: %d a second for each key, over two processes', async (plan, limit) => {
  await world.api.patch('/api/workspace', { plan });
  const apiKey = (await world.api.post('/api/transactional-api-keys', { name: plan })).body.rawKey as string;
  const first = await postSend(world, body(), { apiKey });
  await keepWindowsOpen();
  expect(first.headers.get('x-ratelimit-limit')).toBe(String(limit));
  expect(first.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1));
  const answers = await Promise.all(
    Array.from({ length: limit + 20 }, (_, index) =>
      postSend(world, body(), { apiKey, baseUrl: baseUrls[index % 2]! }),
    ),
  );
  const passed = answers.filter(({ status }) => status === 200);
  expect(passed.length).toBe(limit - 1);
  for (const { status, body: refusal, headers } of answers.filter((answer) => !passed.includes(answer))) {
    expect([status, refusal.error.code, headers.get('x-ratelimit-remaining')]).toEqual([429, 'rate_limited', '0']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000 - 1);
  }
  // Another key has its own count.
  expect((await postSend(world, body())).headers.get('x-ratelimit-limit')).toBe(String(limit));
});

test('refusals carry the headers, too', async () => {
  const { status, headers } = await postSend(world, '{');
  expect(status).toBe(400);
  for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
});
