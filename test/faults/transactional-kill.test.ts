import { runApi } from '../../api/run-api';
import { loadApiSettings } from '../../config';
import { createLogger } from '../../logging';
import { apiClient } from '../support/api-client';
import { uniqueName } from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { startProcess, type StartedProcess } from '../support/process';
import { createSnsTopic, topicArn } from '../support/sns-topic';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { postSend, sendRow } from '../support/transactional';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld({ temporal: false });
const processes: StartedProcess[] = [];
const proxies: TcpProxy[] = [];

afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
  for (const started of processes.splice(0)) {
    started.kill('SIGKILL');
    await started.exited;
  }
});

async function startApi(overrides: NodeJS.ProcessEnv = {}): Promise<{ api: StartedProcess; baseUrl: string }> {
  const api = await startProcess({ entry: 'api/server.ts', env: { ...world.environment, ...overrides } });
  processes.push(api);
  return { api, baseUrl: `http://127.0.0.1:${String(api.ready['port'])}` };
}

async function proxyTo(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const proxy = await startTcpProxy(hostname, Number(port));
  proxies.push(proxy);
  return proxy;
}

const payload = (to: string) => ({ to, commId: 'verification-code', variables: { code: '771177' } });

/** Kills an API after the provider accepted the message and before the response is stored. */
async function killedAfterAccept() {
  const to = `${uniqueName('person')}@example.com`;
  const key = uniqueName('key');
  const proxy = await proxyTo(world.sesEndpoint);
  const { api, baseUrl } = await startApi({ SES_ENDPOINT: `http://127.0.0.1:${proxy.port}`, SES_TIMEOUT_MS: '30000' });
  proxy.withholdResponses();
  const lost = postSend(world, payload(to), { key, baseUrl }).catch(() => 'lost');
  await waitFor(async () => (await readSink(world.sesEndpoint, to)).length === 1);
  api.kill('SIGKILL');
  await api.exited;
  expect(await lost).toBe('lost');
  expect((await postSend(world, payload(to), { key })).body.error.code).toBe('idempotency_in_flight');
  return { to, key };
}

const endLease = (key: string) =>
  world
    .database('idempotency_records')
    .where({ idempotency_key: key })
    .update({ lease_until: new Date(0) });

/** Posts an SES report, signed as by SNS, to an API that accepts reports of this topic. */
async function reportDelivery(sendId: string, messageId: string, to: string): Promise<unknown> {
  const topic = createSnsTopic();
  const settings = loadApiSettings({ ...world.environment, SES_TOPIC_ARNS: topicArn });
  const api = await runApi(settings, createLogger('api', 'silent'), topic.client);
  const timestamp = new Date().toISOString();
  const mail = { messageId, timestamp, destination: [to], tags: { 'apex-send-id': [sendId] } };
  const event = { eventType: 'Delivery', mail, delivery: { timestamp, recipients: [to] } };
  const response = await apiClient(`http://127.0.0.1:${api.port}`).raw('/api/webhooks/ses', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(topic.notification(event)),
  });
  await api.stop();
  return response.body;
}

test('killed after the provider accepted: the signed delivery event completes the record, and nothing is resent', async () => {
  const { to, key } = await killedAfterAccept();
  const { id, status } = await sendRow(world, to);
  expect(status).toBe('sending');
  expect(await reportDelivery(String(id), 'delivered-1', to)).toEqual({ outcome: 'processed' });
  const record = (await world.api.get(`/api/transactional/${String(id)}`)).body;
  expect(record).toMatchObject({ status: 'sent', messageId: 'delivered-1', deliveredAt: expect.any(String) });
  const response = await postSend(world, payload(to), { key });
  expect(response.body).toEqual({ id, message_id: 'delivered-1', status: 'sent', mode: 'live' });
  expect(response.headers.get('idempotent-replayed')).toBe('true');
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(1);
});

test('killed after the provider accepted, and it can be queried: the outcome is found', async () => {
  const { to, key } = await killedAfterAccept();
  await endLease(key);
  const [message] = await readSink(world.sesEndpoint, to);
  const response = await postSend(world, payload(to), { key });
  expect([response.status, response.body.message_id]).toEqual([200, message!.messageId]);
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(1);
});

test('killed after the provider accepted, and it cannot be queried: 422 "outcome unknown" on every retry', async () => {
  const { to, key } = await killedAfterAccept();
  await endLease(key);
  const { baseUrl } = await startApi({ SES_ENDPOINT: 'http://127.0.0.1:9' });
  const first = await postSend(world, payload(to), { key, baseUrl });
  const again = await postSend(world, payload(to), { key });
  expect([first.status, first.body.error.code]).toEqual([422, 'send_failed']);
  expect(first.body.error.message).toContain('Outcome unknown');
  expect(again.body).toEqual(first.body);
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(1);
});

test('PostgreSQL unavailable before the claim: 503, nothing is sent, and the retry sends', async () => {
  const to = `${uniqueName('person')}@example.com`;
  const key = uniqueName('key');
  const proxy = await proxyTo(world.databaseUrl);
  const { baseUrl } = await startApi({ DATABASE_URL: world.databaseUrl.replace(/:(\d+)\//, `:${proxy.port}/`) });
  proxy.refuse();
  proxy.cut();
  const refused = await postSend(world, payload(to), { key, baseUrl });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable']);
  expect(await readSink(world.sesEndpoint, to)).toEqual([]);
  proxy.resume();
  await waitFor(async () => (await postSend(world, payload(to), { key, baseUrl })).status === 200);
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(1);
});

test('PostgreSQL unavailable after the provider accepted: 200, and the record is completed when it is back', async () => {
  const to = `${uniqueName('person')}@example.com`;
  const key = uniqueName('key');
  const [mail, postgres] = [await proxyTo(world.sesEndpoint), await proxyTo(world.databaseUrl)];
  const { baseUrl } = await startApi({
    SES_ENDPOINT: `http://${mail.address}`,
    DATABASE_URL: world.databaseUrl.replace(/:(\d+)\//, `:${postgres.port}/`),
  });
  mail.pauseUpstream();
  const pending = postSend(world, payload(to), { key, baseUrl });
  await waitFor(async () => (await sendRow(world, to))['status'] === 'sending');
  postgres.refuse();
  postgres.cut();
  mail.resume();
  const response = await pending;
  expect([response.status, response.body.status]).toEqual([200, 'sent']);
  expect((await sendRow(world, to))['status']).toBe('sending');
  postgres.resume();
  await waitFor(async () => (await sendRow(world, to))['status'] === 'sent');
  const again = await postSend(world, payload(to), { key, baseUrl });
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([response.body, 'true']);
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(1);
});

test('a restart does not change the result for a key', async () => {
  const to = `${uniqueName('person')}@example.com`;
  const key = uniqueName('key');
  const { api, baseUrl } = await startApi();
  const first = await postSend(world, payload(to), { key, baseUrl });
  await api.stop();
  expect((await postSend(world, payload(to), { key })).body).toEqual(first.body);
  expect(await readSink(world.sesEndpoint, to)).toHaveLength(1);
});

test('a code is in the message, but neither in the database nor in the most verbose log', async () => {
  const { api, baseUrl } = await startApi({ LOG_LEVEL: 'trace' });
  const to = `${uniqueName('person')}@example.com`;
  const communication = await world.api.post('/api/communications', {
    name: 'Code',
    commType: 'transactional',
    slots: { subject: 'Your code is {{code}}', body: 'Use {{ code }} now.' },
  });
  const variables = { code: '9f3b7d5512', note: 'note-9f3b7d5512' };
  const message = { to, commId: communication.body.id, variables };
  const key = uniqueName('key');
  expect((await postSend(world, message, { baseUrl, key })).status).toBe(200);
  expect((await postSend(world, { ...message, tags: { x: variables.code } }, { baseUrl })).status).toBe(400);
  expect(
    (await postSend(world, { ...message, variables: { ...variables, list: [variables.code] } }, { baseUrl })).status,
  ).toBe(400);
  expect((await postSend(world, `{"code":"${variables.code}"`, { baseUrl })).status).toBe(400);
  expect((await postSend(world, message, { baseUrl, key, mode: 'sandbox' })).status).toBe(409);
  const [delivered] = await readSink(world.sesEndpoint, to);
  expect(delivered!.subject).toBe(`Your code is ${variables.code}`);
  expect(JSON.stringify((await world.api.get('/api/transactional/recent')).body)).not.toContain(variables.code);
  await api.stop();
  expect(api.output()).toContain('/api/v1/transactional/send');
  expect(api.output()).not.toContain(variables.code);
  expect(await rowsHolding(variables.code)).toEqual([]);
  expect(await rowsHolding('Your code is {{code}}')).toEqual(expect.arrayContaining(['communications', 'sends']));
});

/** Returns the tables with a row that contains the text in any column. */
async function rowsHolding(text: string): Promise<string[]> {
  const { rows } = await world.database.raw<{ rows: { name: string }[] }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await world.database.raw<{ rows: unknown[] }>(
      `select 1 from "${name}" t where strpos(t::text, ?) > 0 or strpos(t::text, ?) > 0 limit 1`,
      [text, Buffer.from(text).toString('hex')],
    );
    if (hit.rows.length > 0) found.push(name);
  }
  return found;
}
