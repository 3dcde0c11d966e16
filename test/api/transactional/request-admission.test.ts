import { setPlan } from '../../support/internal';
import { uniqueName } from '../../support/journeys';
import { readSink } from '../../support/mail-sink';
import { keepWindowsOpen, mintTransactionalKey, postSend } from '../../support/transactional';
import { useTwoApis } from '../../support/two-apis';

/**
 * Requests are counted together with their claim, in processes that cache keys. The cache must not admit a revoked key.
 */

const { world, baseUrls } = useTwoApis();

const bodyTo = (to: string) => ({ to, subject: 'x', text: 'x' });
const sandboxed = () => bodyTo(`${uniqueName('person')}@sandbox.apex.test`);

test('a revoked key is refused from its next request, even in a process that cached it', async () => {
  const { id, rawKey: apiKey } = await mintTransactionalKey(world);
  for (const baseUrl of baseUrls) {
    expect((await postSend(world, sandboxed(), { apiKey, baseUrl })).status).toBe(200);
  }
  expect((await world.api.delete(`/api/transactional-api-keys/${id}`)).status).toBe(200);
  const to = `${uniqueName('person')}@example.com`;
  for (const baseUrl of baseUrls) {
    // The key is checked before the rest of the request.
    for (const body of [bodyTo(to), '{', { to }, { to, commId: 'nothing' }, bodyTo(to)]) {
      const response = await postSend(world, body, { apiKey, baseUrl, key: uniqueName('key') });
      expect([response.status, response.body.error.code]).toEqual([401, 'unauthorized']);
    }
  }
  expect(await world.database('sends').where({ recipient: to })).toEqual([]);
  expect(await readSink(world.sesEndpoint, to)).toEqual([]);
});

test('a request counts once, whatever its outcome', async () => {
  const { rawKey: apiKey } = await mintTransactionalKey(world);
  const key = uniqueName('key');
  const once = sandboxed();
  const bodies = [
    once,
    '{',
    { to: 'nobody' },
    { ...sandboxed(), commId: 'nothing', subject: undefined },
    once,
    sandboxed(),
  ];
  const responses = [];
  for (const [index, body] of bodies.entries()) {
    responses.push(
      await postSend(world, body, { apiKey, baseUrl: baseUrls[index % 2]!, ...(body === once ? { key } : {}) }),
    );
    await keepWindowsOpen(world);
  }
  expect(responses.map(({ status }) => status)).toEqual([200, 400, 400, 400, 200, 200]);
  expect(responses[4]!.headers.get('idempotent-replayed')).toBe('true');
  expect(responses.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual([
    '199',
    '198',
    '197',
    '196',
    '195',
    '194',
  ]);
});

test('a request over the limit claims nothing, also in a process without an earlier refusal', async () => {
  const { rawKey: apiKey } = await mintTransactionalKey(world);
  // Both processes cache the key.
  for (const baseUrl of baseUrls) await postSend(world, sandboxed(), { apiKey, baseUrl });
  await setPlan(world, 'free');
  await keepWindowsOpen(world);
  const to = `${uniqueName('person')}@example.com`;
  const key = uniqueName('key');
  for (const body of [bodyTo(to), '{', bodyTo(to)]) {
    for (const baseUrl of baseUrls) {
      const response = await postSend(world, body, { apiKey, baseUrl, key });
      expect([response.status, response.body.error.code]).toEqual([429, 'rate_limited']);
      expect(response.headers.get('x-ratelimit-limit')).toBe('1');
    }
  }
  expect(await world.database('idempotency_records').where({ idempotency_key: key })).toEqual([]);
  expect(await world.database('sends').where({ recipient: to })).toEqual([]);
  await setPlan(world, 'scale');
});
