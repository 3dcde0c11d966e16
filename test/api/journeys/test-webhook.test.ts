import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { apiClient } from '../../support/api-client';
import { holdTimers } from '../../support/held-timers';
import { createSubject, uniqueName } from '../../support/journeys';
import { addMember } from '../../support/members';
import { waitFor } from '../../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../../support/webhook-receiver';
import { createWorld, useWorld } from '../../support/world';

/** POST /api/journeys/:id/test-webhook makes one real call of a saved or unsaved step. */

let receiver: WebhookReceiver;
let journeyId: string;

const secret = 'value-of-the-crm-secret';
const steps = () => [
  {
    id: 'call',
    kind: 'webhook',
    url: `http://${receiver.host}/stored`,
    headers: { 'X-Api-Key': 'stored-literal' },
    next: 'end',
  },
  { id: 'end', kind: 'exit' },
];

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});

const world = useWorld({ temporal: false, environment: () => ({ WEBHOOK_ALLOW_HOSTS: receiver.host }) });

beforeAll(async () => {
  await world.ownerApi.put('/api/workspace/secrets/crm', { value: secret });
  journeyId = (await world.api.post('/api/journeys', { name: 'Tried', steps: steps() })).body.id;
});

afterAll(() => receiver.stop());

beforeEach(() => {
  receiver.calls.length = 0;
  receiver.respondWith(status(200));
});

const adaAttributes = { email: 'ada@example.com', plan: 'pro' };

const tryOut = (
  step: Record<string, unknown> = {},
  body: Record<string, unknown> = { subjectAttributes: adaAttributes },
) =>
  world.api.post(`/api/journeys/${journeyId}/test-webhook`, {
    step: { id: 'call', kind: 'webhook', url: `http://${receiver.host}/hook`, ...step },
    ...body,
  });

const tested = () =>
  world
    .database('audit_entries')
    .where({ subject_id: journeyId, action: 'journey.webhook_tested' })
    .orderBy('id', 'desc')
    .select<{ metadata: Record<string, unknown>; actor: string }[]>('metadata', 'actor');

test('calls like an execution, marked as a test, and shows the request and the response', async () => {
  const { id: subjectId, email } = await createSubject(world, { plan: 'pro' });
  receiver.respondWith((response, { headers }) =>
    response.writeHead(201).end(`seen ${String(headers.authorization)} ${'ä'.repeat(2_000)}`),
  );
  const { status: code, body } = await tryOut(
    {
      headers: { Authorization: 'Bearer {{ secrets.crm }}', 'X-Plan': '{{ attributes.plan }}', 'X-Apex-Test': 'no' },
      body: '{ "email": {{ email | json }}, "order": {{ event.data.order | json }}, "token": "{{ secrets.crm | base64_encode }}" }',
    },
    { subjectId, event: { data: { order: 7 } } },
  );
  expect(code).toBe(200);
  const [call, ...others] = receiver.calls;
  expect(others).toEqual([]);
  expect(call).toMatchObject({ method: 'POST', path: '/hook' });
  expect(JSON.parse(call!.body)).toEqual({ email, order: 7, token: Buffer.from(secret).toString('base64') });
  expect(call!.headers).toMatchObject({
    authorization: `Bearer ${secret}`,
    'x-plan': 'pro',
    'x-apex-test': 'true',
    'idempotency-key': expect.stringMatching(/^tst_[0-9a-z]{26}:call$/),
  });
  const timestamp = call!.headers['x-apex-timestamp'] as string;
  const { body: signing } = await world.api.get('/api/workspace/webhook-secret');
  const mac = createHmac('sha256', signing.secret as string)
    .update(`${timestamp}.${call!.body}`)
    .digest('hex');
  expect(call!.headers['x-apex-signature']).toBe(`v1=${mac}`);

  expect(body).toMatchObject({ outcome: 'delivered', reason: null, message: null, remedy: null, wouldRetry: false });
  expect(body.request).toMatchObject({ method: 'POST', url: `http://${receiver.host}/hook` });
  expect(JSON.parse(body.request.body)).toEqual({
    email,
    order: 7,
    token: Buffer.from('********').toString('base64'),
  });
  expect(body.request.headers).toMatchObject({
    authorization: 'Bearer ********',
    'x-plan': 'pro',
    'x-apex-test': 'true',
    'idempotency-key': call!.headers['idempotency-key'],
    'x-apex-signature': `v1=${mac}`,
  });
  expect(body.response.status).toBe(201);
  expect(body.response.body).toMatch(/^seen Bearer \*{8} ä+/);
  expect(Buffer.byteLength(body.response.body)).toBeLessThanOrEqual(1_030);
  expect(body.response.isCut).toBe(true);
  expect(body.durationMs).toBeGreaterThanOrEqual(0);
  expect(JSON.stringify(body)).not.toContain(secret);
  const [entry] = await tested();
  expect(entry!.metadata).toEqual({ stepId: 'call', host: receiver.host, endUserId: subjectId });
  expect(await world.database('executions').where({ journey_id: journeyId })).toEqual([]);
});

test('accepts a made-up person and an unfinished step; each test has its own key', async () => {
  receiver.respondWith((response) => response.writeHead(200).end('fine'));
  const step = { method: 'PUT', body: '{{ email }} {{ attributes.plan }} {{ timezone }}' };
  const { body } = await tryOut(step);
  await tryOut(step);
  expect(body.response).toEqual({ status: 200, body: 'fine', isCut: false });
  expect(body.request).toMatchObject({ method: 'PUT', body: 'ada@example.com pro UTC' });
  expect(receiver.calls.map((call) => call.body)).toEqual(['ada@example.com pro UTC', 'ada@example.com pro UTC']);
  expect(receiver.keys().size).toBe(2);
  expect((await tested())[0]!.metadata).toEqual({ stepId: 'call', host: receiver.host });
});

test('a mask uses the stored header for the same host only, and the credential stays hidden', async () => {
  const { body } = await tryOut({ headers: { 'X-Api-Key': '********' } });
  expect(receiver.calls[0]!.headers['x-api-key']).toBe('stored-literal');
  expect(body.request.headers['x-api-key']).toBe('********');
  const moved = await tryOut({ url: 'https://mallory.example/', headers: { 'X-Api-Key': '********' } });
  expect([moved.status, moved.body.details[0].path]).toEqual([400, 'step.headers.X-Api-Key']);
  expect(receiver.calls).toHaveLength(1);
});

test.each([
  ['https://10.0.0.1/hook', 'private, written out'],
  ['https://localhost/hook', 'a name that leads to a private address'],
  ['http://example.com/hook', 'not https'],
])('%s is refused: %s', async (url) => {
  const { status: code, body } = await tryOut({ url });
  expect(code).toBe(200);
  expect(body).toMatchObject({ outcome: 'failed', reason: 'egress_refused', wouldRetry: false, response: null });
  expect([body.message, body.remedy].join(' ')).toMatch(/private or not https.*WEBHOOK_ALLOW_HOSTS/);
  expect(body.durationMs).toBeNull();
  expect(body.request.url).toBe(url);
});

test('another port of this machine is refused', async () => {
  const other = await startWebhookReceiver();
  try {
    expect((await tryOut({ url: `http://${other.host}/` })).body.reason).toBe('egress_refused');
    expect(other.connections()).toBe(0);
  } finally {
    await other.stop();
  }
});

test('a response of 500 is a failure with the note that an execution would retry', async () => {
  receiver.respondWith((response) => response.writeHead(500).end('no database'));
  const { body } = await tryOut();
  expect(body).toMatchObject({ outcome: 'failed', reason: 'http_500', wouldRetry: true });
  expect(body.response).toEqual({ status: 500, body: 'no database', isCut: false });
  expect(body.message).toBe('The receiver returned 500.');
  expect(receiver.calls).toHaveLength(1);
  receiver.respondWith(status(404));
  expect((await tryOut()).body).toMatchObject({ reason: 'http_404', wouldRetry: false });
});

test('a receiver that does not respond in time is a timeout', async () => {
  receiver.respondWith(() => undefined);
  const limit = holdTimers(59_000);
  try {
    const result = tryOut({ timeoutSeconds: 59 });
    await waitFor(() => receiver.calls.length === 1, { what: 'the call' });
    limit.elapse();
    const { body } = await result;
    expect(body).toMatchObject({ outcome: 'failed', reason: 'timeout', response: null });
    expect(body.remedy).toMatch(/timeout of the step/);
  } finally {
    limit.release();
  }
});

test('explains why there was no connection', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const allowed = await createWorld({ temporal: false, environment: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } });
  try {
    const { id } = (await allowed.api.post('/api/journeys', { name: 'Tried' })).body;
    const { body } = await allowed.api.post(`/api/journeys/${id}/test-webhook`, {
      step: { id: 'call', kind: 'webhook', url: `http://127.0.0.1:${port}/` },
      subjectAttributes: adaAttributes,
    });
    expect(body).toMatchObject({ outcome: 'failed', reason: 'refused', wouldRetry: true, response: null });
    expect(body.message).toBe('The host refused the connection. (ECONNREFUSED)');
    expect(body.remedy).toMatch(/port/);
  } finally {
    await allowed.stop();
  }
});

test.each([
  [{ body: '{{ email | nosuchfilter }}' }, 'template_error', /nosuchfilter/],
  [{ headers: { 'X-Token': '{{ secrets.none }}' } }, 'secret_missing', /does not exist/],
  [{ headers: { 'X-Name': '{{ email | append: "ł" }}' } }, 'invalid_header', /characters/],
])('%j makes no call: %s', async (step, reason, message) => {
  const before = (await tested()).length;
  const { status: code, body } = await tryOut(step);
  expect(code).toBe(200);
  expect(body).toMatchObject({ outcome: 'failed', reason, request: null, response: null, durationMs: null });
  expect(body.message).toMatch(message);
  expect(receiver.calls).toEqual([]);
  expect(await tested()).toHaveLength(before);
});

test('members are refused, and an unknown journey or person returns 404', async () => {
  const member = apiClient(world.apiUrl, (await addMember(world, 'member')).userKey);
  const step = { id: 'call', kind: 'webhook', url: `http://${receiver.host}/` };
  const path = `/api/journeys/${journeyId}/test-webhook`;
  expect((await member.post(path, { step, subjectAttributes: {} })).status).toBe(403);
  expect((await member.post(path, {})).status).toBe(403);
  const unknown = await world.api.post('/api/journeys/jrn_none/test-webhook', { step, subjectAttributes: {} });
  expect(unknown.status).toBe(404);
  expect((await tryOut({}, { subjectId: 'eus_none' })).status).toBe(404);
  expect(receiver.calls).toEqual([]);
});

test.each([
  [{ subjectId: 'eus_1', subjectAttributes: {} }],
  [{}],
  [{ subjectAttributes: {}, more: 1 }],
  [{ subjectAttributes: {}, step: { id: 'end', kind: 'exit' } }],
  [{ subjectAttributes: {}, step: { id: 'call', kind: 'webhook', url: 'ftp://crm.example/' } }],
])('%j is refused', async (body) => {
  expect((await tryOut({}, body)).status).toBe(400);
  expect(receiver.calls).toEqual([]);
});

test('the journey’s audit log shows the test', async () => {
  const name = uniqueName('step');
  const { body } = await tryOut({ id: name });
  expect(body.request.headers['idempotency-key']).toMatch(new RegExp(`:${name}$`));
  const { body: trail } = await world.api.get(`/api/journeys/${journeyId}/audit`);
  expect(trail[0]).toMatchObject({ action: 'journey.webhook_tested', metadata: { stepId: name } });
});
