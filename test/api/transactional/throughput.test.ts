import { setPlan } from '../../support/internal';
import { uniqueName } from '../../support/journeys';
import { keepWindowsOpen, mintTransactionalKey, postSend } from '../../support/transactional';
import { useTwoApis } from '../../support/two-apis';

const { world, baseUrls } = useTwoApis();

const body = () => ({ to: `${uniqueName('person')}@sandbox.apex.test`, subject: 'x', text: 'x' });

test.each([
  ['free', 1],
  ['starter', 5],
  ['pro', 20],
  ['growth', 50],
  ['scale', 200],
])('plan %s allows %d a second for each key across two processes', async (plan, limit) => {
  await setPlan(world, plan);
  const { rawKey: apiKey } = await mintTransactionalKey(world);
  const first = await postSend(world, body(), { apiKey });
  await keepWindowsOpen(world);
  expect(first.headers.get('x-ratelimit-limit')).toBe(String(limit));
  expect(first.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1));
  const responses = await Promise.all(
    Array.from({ length: limit + 20 }, (_, index) =>
      postSend(world, body(), { apiKey, baseUrl: baseUrls[index % 2]! }),
    ),
  );
  const passed = responses.filter(({ status }) => status === 200);
  expect(passed.length).toBe(limit - 1);
  for (const { status, body: refusal, headers } of responses.filter((response) => !passed.includes(response))) {
    expect([status, refusal.error.code, headers.get('x-ratelimit-remaining')]).toEqual([429, 'rate_limited', '0']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000 - 1);
  }
  // Another key has its own count.
  const { rawKey: other } = await mintTransactionalKey(world);
  const { headers } = await postSend(world, body(), { apiKey: other });
  expect(headers.get('x-ratelimit-remaining')).toBe(String(limit - 1));
});

test('refusals have the headers, too', async () => {
  const { status, headers } = await postSend(world, '{');
  expect(status).toBe(400);
  for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
});
