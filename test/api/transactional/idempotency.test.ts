import { uniqueName } from '../../support/journeys';
import { readSink } from '../../support/mail-sink';
import { mintTransactionalKey, postSend, type SendOptions, sendRow } from '../../support/transactional';
import { waitFor } from '../../support/wait-for';
import { useTwoApis } from '../../support/two-apis';
import { addWorkspace } from '../../support/workspaces';

const { world, baseUrls } = useTwoApis();

const address = (): string => `${uniqueName('person')}@example.com`;
const inline = (to: string, more: object = {}) => ({ to, subject: 'Your receipt', text: 'Thank you.', ...more });
const newKey = (): string => uniqueName('key');
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code ?? 'sent',
];

test('200 parallel sends with one key on two processes give one message, one record and one response', async () => {
  const to = address();
  const options = { key: newKey(), apiKey: (await mintTransactionalKey(world)).rawKey };
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      postSend(world, inline(to), { ...options, baseUrl: baseUrls[index % 2]! }),
    ),
  );
  const kinds = new Set(responses.map((response) => JSON.stringify(codeOf(response))));
  expect([...kinds].filter((kind) => !['[200,"sent"]', '[409,"idempotency_in_flight"]'].includes(kind))).toEqual([]);
  const first = responses.filter(({ status, headers }) => status === 200 && !headers.has('idempotent-replayed'));
  expect(first).toHaveLength(1);
  // The other requests can use up the plan’s throughput of this second.
  const delayed = await waitFor(async () => {
    const response = await postSend(world, inline(to), options);
    return response.status === 429 ? null : response;
  });
  expect(delayed.body).toEqual(first[0]!.body);
  expect(delayed.headers.get('idempotent-replayed')).toBe('true');
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(1);
  expect(await world.database('sends').where({ recipient: to })).toHaveLength(1);
  expect(await world.database('idempotency_records').where({ idempotency_key: options.key })).toHaveLength(1);
});

const commId = 'verification-code';

test.each([
  [
    'the order of keys',
    (to: string) => [`{"to":"${to}","subject":"a","text":"b"}`, `{"text":"b","subject":"a","to":"${to}"}`],
  ],
  [
    'white space',
    (to: string) => [`{"to":"${to}","subject":"a","text":"b"}`, `{ "to" : "${to}",\n"subject":"a", "text":"b" }`],
  ],
  [
    'the spelling of numbers',
    (to: string) => [
      `{"to":"${to}","commId":"${commId}","variables":{"code":"123456","n":1.0}}`,
      `{"to":"${to}","commId":"${commId}","variables":{"n":1,"code":"123456"}}`,
    ],
  ],
  [
    'escapes in text',
    (to: string) => [`{"to":"${to}","subject":"\\u0061","text":"b"}`, `{"to":"${to}","subject":"a","text":"b"}`],
  ],
])('%s does not change the payload', async (_, payloadsOf) => {
  const to = address();
  const key = newKey();
  const [one, other] = payloadsOf(to) as [string, string];
  const first = await postSend(world, one, { key });
  const again = await postSend(world, other, { key });
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  // The replay is identical byte for byte, so the fields keep the documented order.
  for (const { body } of [first, again]) expect(Object.keys(body)).toEqual(['id', 'message_id', 'status', 'mode']);
  expect(first.headers.has('idempotent-replayed')).toBe(false);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(1);
});

test('another payload or mode under the same key is refused', async () => {
  const to = address();
  const key = newKey();
  expect((await postSend(world, inline(to), { key })).status).toBe(200);
  const others: [object, SendOptions][] = [
    [inline(to, { text: 'Something else.' }), { key }],
    [inline(to, { tags: {} }), { key }],
    [inline(to), { key, mode: 'sandbox' }],
  ];
  for (const [body, options] of others) {
    expect(codeOf(await postSend(world, body, options))).toEqual([409, 'idempotency_key_mismatch']);
  }
  expect((await postSend(world, inline(to), { key, mode: 'live' })).headers.get('idempotent-replayed')).toBe('true');
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(1);
});

test('a key used in the sandbox cannot be used for a live send', async () => {
  const to = address();
  const key = newKey();
  expect((await postSend(world, inline(to), { key, mode: 'sandbox' })).body.mode).toBe('sandbox');
  expect(codeOf(await postSend(world, inline(to), { key }))).toEqual([409, 'idempotency_key_mismatch']);
  expect(await readSink(world.sesEndpoint, to)).toEqual([]);
});

test('a key belongs to the workspace: its other API keys get the replay, other workspaces send', async () => {
  const to = address();
  const key = newKey();
  const first = await postSend(world, inline(to), { key });
  const sibling = await postSend(world, inline(to), { key, apiKey: (await mintTransactionalKey(world)).rawKey });
  expect(sibling.body).toEqual(first.body);
  const { demo: other } = await addWorkspace(world);
  const foreign = await postSend(world, inline(to), { key, apiKey: other.transactionalKey });
  expect(foreign.body.id).not.toBe(first.body.id);
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(2);
});

test('a key has 1 to 255 characters', async () => {
  const results: unknown[] = [];
  for (const key of ['k', 'k'.repeat(255), 'k'.repeat(256), '']) {
    results.push(codeOf(await postSend(world, inline(address()), { key })));
  }
  expect(results).toEqual([
    [200, 'sent'],
    [200, 'sent'],
    [400, 'validation_error'],
    [400, 'validation_error'],
  ]);
});

test('a refusal before the claim does not use up the key', async () => {
  const to = address();
  const key = newKey();
  expect((await postSend(world, { to, commId: 'com_none' }, { key })).status).toBe(404);
  expect((await postSend(world, { to, commId, strict: true }, { key })).status).toBe(400);
  expect((await postSend(world, inline(to), { key })).status).toBe(200);
});

test('a final 422 is stored and replayed', async () => {
  const to = address();
  const key = newKey();
  await world.api.post('/api/suppressions', { email: to });
  const first = await postSend(world, inline(to), { key });
  await world.database('suppressions').where({ email: to }).delete();
  const again = await postSend(world, inline(to), { key });
  expect([codeOf(first), codeOf(again)]).toEqual([
    [422, 'suppressed'],
    [422, 'suppressed'],
  ]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('after 24 hours, a key can be used again', async () => {
  const to = address();
  const key = newKey();
  await postSend(world, inline(to), { key });
  await world.database('idempotency_records').where({ idempotency_key: key }).update({ expires_at: new Date() });
  expect((await postSend(world, inline(to, { text: 'A new one.' }), { key })).headers.has('idempotent-replayed')).toBe(
    false,
  );
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(2);
});

test('a claim that stopped before the provider call is taken over after its lease', async () => {
  const to = address();
  const key = newKey();
  await postSend(world, inline(to), { key, mode: 'sandbox' });
  const record = () => world.database('idempotency_records').where({ idempotency_key: key });
  await record().update({ answer_status: null, answer: null });
  expect(codeOf(await postSend(world, inline(to), { key, mode: 'sandbox' }))).toEqual([409, 'idempotency_in_flight']);
  await record().update({ lease_until: new Date(0) });
  const after = await postSend(world, inline(to), { key, mode: 'sandbox' });
  expect([after.status, after.headers.has('idempotent-replayed')]).toEqual([200, false]);
  expect(await sendRow(world, to)).toMatchObject({ id: after.body.id, status: 'sent' });
});

test('the payload is stored only as an HMAC', async () => {
  const key = newKey();
  await postSend(world, inline(address(), { text: 'Nobody may read this.' }), { key });
  const [row] = await world.database('idempotency_records').where({ idempotency_key: key });
  expect(row.payload_hash).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain('Nobody');
});
