import { randomBytes } from 'node:crypto';
import { createCommunication, createSubject, publishJourney, uniqueName } from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { type OtlpCollector, startOtlpCollector, treeOf } from '../support/otlp-collector';
import { startProcess, type StartedProcess } from '../support/process';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld } from '../support/world';

const world = useWorld();
/** The collector of the current test. */
let collector: OtlpCollector;
let receiver: WebhookReceiver;
const processes: StartedProcess[] = [];

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});

beforeEach(async () => {
  collector = await startOtlpCollector();
});

afterEach(async () => {
  for (const started of processes.splice(0)) await started.stop();
  await collector.stop();
});

afterAll(() => receiver.stop());

async function start(entry: string, environment: NodeJS.ProcessEnv): Promise<StartedProcess> {
  const env = { ...world.environment, WEBHOOK_ALLOW_HOSTS: receiver.host, ...environment };
  const started = await startProcess({ entry, env: { ...env, OTEL_BSP_SCHEDULE_DELAY: '100' } });
  processes.push(started);
  return started;
}

const postEvent = (api: StartedProcess, event: object, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${api.ready.port}/api/v1/events`, {
    method: 'POST',
    headers: { 'x-api-key': world.demo.serverKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(event),
  });

const newTraceId = (): string => randomBytes(16).toString('hex');

test('one trace leads from an event through outbox, workflow and activities to mail and webhook', async () => {
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId: await createCommunication(world, 'Hello'), next: 'crm' },
    { id: 'crm', kind: 'webhook', url: `http://${receiver.host}/crm`, method: 'POST', next: 'rest' },
    { id: 'rest', kind: 'wait', duration: 'PT1S', next: 'end' },
    { id: 'end', kind: 'exit', reason: 'done' },
  ]);
  const { email } = await createSubject(world);
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    LOG_LEVEL: 'debug',
    // Headers of workflows and activities are encrypted like everything else that Temporal stores.
    TEMPORAL_CODEC_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  };
  const [api] = await Promise.all([start('api/server.ts', settings), start('worker/main.ts', settings)]);
  const traceId = newTraceId();
  // The request joins the caller's trace, but the caller's sampling flag is ignored.
  const response = await postEvent(
    api,
    { type: journey.eventName, email, data: { plan: 'secret-plan' } },
    { traceparent: `00-${traceId}-00f067aa0ba902b7-00` },
  );
  expect(response.status).toBe(200);

  const tree = () => treeOf(collector.spans, traceId);
  const named = (name: string) => collector.spans.filter((span) => span.traceId === traceId && span.name === name);
  await waitFor(() => tree().length === 7, { what: 'all spans of the trace' });
  expect(tree()).toEqual([
    'POST /api/v1/events (apex-api)',
    '  outbox start_execution (apex-worker)',
    '    performSend (apex-worker)',
    '      deliver message (apex-worker)',
    '    performWebhook (apex-worker)',
    '      call webhook (apex-worker)',
    '    arriveAtStep (apex-worker)',
  ]);
  expect(await readSink(world.sesEndpoint, email)).toHaveLength(1);
  const [request] = named('POST /api/v1/events');
  expect(request).toMatchObject({
    kind: 2,
    parentSpanId: '00f067aa0ba902b7',
    attributes: { 'http.route': '/api/v1/events', 'apex.request_id': response.headers.get('x-request-id') },
  });
  expect(named('deliver message')[0]!.attributes).toMatchObject({ 'apex.provider': 'ses', 'apex.result': 'accepted' });
  expect(named('performSend')[0]!.attributes).toMatchObject({ 'apex.step_id': 'hello' });
  // The receiver can continue the trace.
  expect(receiver.calls[0]!.headers['traceparent']).toBe(`00-${traceId}-${named('call webhook')[0]!.spanId}-01`);
  expect(collector.headers[0]!['authorization']).toBe('Bearer of-the-collector');
  // The log contains the trace id; the spans contain no personal data.
  expect(api.output()).toContain(`"traceId":"${traceId}"`);
  const text = JSON.stringify(collector.spans);
  for (const personal of [email, 'secret-plan']) expect(text).not.toContain(personal);
});

test('callers do not decide what is sampled, and probes are not traced', async () => {
  const sampledByCaller = { traceparent: `00-${newTraceId()}-00f067aa0ba902b7-01` };
  const event = { type: 'visited', email: `${uniqueName('person')}@example.com` };
  const none = await start('api/server.ts', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  expect((await postEvent(none, event, sampledByCaller)).status).toBe(200);
  await none.stop();
  expect(collector.spans).toEqual([]);

  const all = await start('api/server.ts', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  await fetch(`http://127.0.0.1:${all.ready.port}/healthz`);
  await fetch(`http://127.0.0.1:${all.ready.port}/metrics`);
  await fetch(`http://127.0.0.1:${all.ready.port}/nowhere/someone@example.com`);
  await all.stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET none']);
});
