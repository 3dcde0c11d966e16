import type { ServerResponse } from 'node:http';
import { takeFeedback } from '../../../operations/email/record-feedback';
import { apiClient } from '../../support/api-client';
import { holdTimers } from '../../support/held-timers';
import { uniqueName } from '../../support/journeys';
import { postSend, sendRow } from '../../support/transactional';
import { waitFor } from '../../support/wait-for';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { useWorld } from '../../support/world';

/** A stand-in for SES that fails. It uses the protocol of SES but keeps no messages. */

/** The provider’s timeout. No machine is that slow; the test of a hang advances the timer instead. */
const limitMs = 59_999;
let provider: WebhookReceiver;
let baseUrl: string;

const world = useWorld({ temporal: false });

beforeAll(async () => {
  provider = await startWebhookReceiver();
  const settings = {
    SES_ENDPOINT: `http://${provider.host}`,
    SES_TIMEOUT_MS: String(limitMs),
  };
  ({ url: baseUrl } = await world.startApi(settings));
});

afterAll(() => provider.stop());

const refusal = (status: number, name: string) => (response: ServerResponse) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name })
    .end(JSON.stringify({ message: 'No.' }));
const accept = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ MessageId: 'accepted-1' }));
const body = (to: string) => ({ to, subject: 'Hello', text: 'Hello' });
const sends = (): number => provider.calls.filter(({ method }) => method === 'POST').length;

test.each([
  ['429', refusal(429, 'TooManyRequestsException')],
  ['500', refusal(500, 'InternalFailure')],
  ['503', refusal(503, 'ServiceUnavailable')],
  ['a paused account', refusal(400, 'SendingPausedException')],
])('%s returns 503 with Retry-After, the key stays free, and the retry sends', async (_, misbehaves) => {
  const to = `${uniqueName('person')}@example.com`;
  const key = uniqueName('key');
  const before = sends();
  provider.respondWith(misbehaves);
  const refused = await postSend(world, body(to), { key, baseUrl });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable']);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await sendRow(world, to)).toMatchObject({ status: 'failed', failure: 'not_accepted' });
  provider.respondWith(accept);
  const retried = await postSend(world, body(to), { key, baseUrl });
  expect([retried.status, retried.body.message_id]).toEqual([200, 'accepted-1']);
  expect(sends() - before).toBe(2);
});

test('while sends are paused, requests get 503; replays and sandbox work, and a probe resumes sending', async () => {
  const address = () => `${uniqueName('person')}@example.com`;
  const key = uniqueName('key');
  const sent = body(address());
  provider.respondWith(accept);
  expect((await postSend(world, sent, { key, baseUrl })).status).toBe(200);
  provider.respondWith(refusal(503, 'ServiceUnavailable'));
  for (let failure = 0; failure < 5; failure += 1) await postSend(world, body(address()), { baseUrl });
  const before = sends();
  const to = address();
  const refused = await postSend(world, body(to), { key: uniqueName('key'), baseUrl });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable']);
  expect(refused.body.error.message).toContain('paused');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  const record = await world.database('sends').where({ recipient: to }).first('id');
  expect(record).toBeUndefined();
  const repeated = await postSend(world, sent, { key, baseUrl });
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect((await postSend(world, body(address()), { mode: 'sandbox', baseUrl })).status).toBe(200);
  expect(sends()).toBe(before);
  const readiness = await apiClient(baseUrl).get('/readyz');
  expect([readiness.status, readiness.body.dependencies.mail]).toEqual([
    200,
    expect.stringMatching(/^sends are paused since .* \(ServiceUnavailable\)$/),
  ]);
  provider.respondWith(accept);
  await world.database('email_providers').update({ probe_at: world.database.fn.now() });
  await waitFor(async () => (await postSend(world, body(to), { baseUrl })).status === 200, { what: 'the probe' });
  expect((await apiClient(baseUrl).get('/readyz')).body.dependencies.mail).toBe('ok');
});

test('a rejected message returns 422 send_failed, which is stored', async () => {
  const to = `${uniqueName('person')}@example.com`;
  const key = uniqueName('key');
  const before = sends();
  provider.respondWith(refusal(400, 'MessageRejected'));
  for (let round = 0; round < 2; round += 1) {
    const reply = await postSend(world, body(to), { key, baseUrl });
    expect([reply.status, reply.body.error.code]).toEqual([422, 'send_failed']);
  }
  expect(sends() - before).toBe(1);
  expect(await sendRow(world, to)).toMatchObject({ status: 'failed', failure: 'rejected' });
});

test.each([
  ['a hang', () => undefined],
  ['a connection that is cut', (response: ServerResponse) => void response.destroy()],
])('%s returns 422 "outcome unknown" after one request, and the same on a retry', async (name, misbehaves) => {
  const to = `${uniqueName('person')}@example.com`;
  const key = uniqueName('key');
  const before = sends();
  provider.respondWith(misbehaves);
  const limits = holdTimers(limitMs);
  const sending = postSend(world, body(to), { key, baseUrl });
  if (name === 'a hang') {
    await waitFor(() => sends() > before, { what: 'the request' });
    limits.elapse();
  }
  const first = await sending;
  limits.release();
  provider.respondWith(accept);
  const again = await postSend(world, body(to), { key, baseUrl });
  expect([first.status, first.body.error.code]).toEqual([422, 'send_failed']);
  expect(first.body.error.message).toContain('Outcome unknown');
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
  expect(sends() - before).toBe(1);
  expect(await sendRow(world, to)).toMatchObject({ status: 'unknown', failure: 'outcome_unknown' });
});

test('a delivery event completes the record; the stored response stays', async () => {
  const to = `${uniqueName('person')}@example.com`;
  const key = uniqueName('key');
  provider.respondWith((response) => void response.destroy());
  const first = await postSend(world, body(to), { key, baseUrl });
  const { id: sendId } = await sendRow(world, to);
  const report = (reported: string) => {
    const delivery = { kind: 'delivery', providerMessageId: 'delivered-1', at: new Date() } as const;
    const feedback = {
      ...delivery,
      sendId: reported,
      detail: null,
      diagnostic: null,
      isTransient: false,
      suppress: [],
    };
    return takeFeedback({ ...world, settings: { keyPepper: 'pepper-of-the-test' } }, uniqueName('sns'), feedback);
  };
  for (let round = 0; round < 2; round += 1) expect(await report(String(sendId))).toBe('processed');
  expect(await sendRow(world, to)).toMatchObject({ status: 'sent', failure: null, provider_message_id: 'delivered-1' });
  expect((await postSend(world, body(to), { key, baseUrl })).body).toEqual(first.body);
  expect(await report('snd_none')).toBe('ignored');
});
