import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { startProcess, type StartedProcess } from '../support/process';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

// The outcome of a message is only looked up after its request has timed out, and the tests wait for that.
const world = useWorld({ environment: { SES_TIMEOUT_MS: '2000' } });

/** Processes started by a test. They are stopped after it, even if it failed. */
const processes: StartedProcess[] = [];
const proxies: TcpProxy[] = [];

afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
  for (const started of processes.splice(0)) {
    started.kill('SIGKILL');
    await started.exited;
  }
});

async function sendJourney() {
  const communicationId = await createCommunication(world, 'At most once');
  const person = await createSubject(world);
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  return { person, ...journey };
}

const proxyTo = async (url: string): Promise<TcpProxy> => {
  const { hostname, port } = new URL(url.includes('://') ? url : `tcp://${url}`);
  const proxy = await startTcpProxy(hostname, Number(port));
  proxies.push(proxy);
  return proxy;
};

const start = async (entry: string, overrides: NodeJS.ProcessEnv = {}): Promise<StartedProcess> => {
  const started = await startProcess({ entry, env: { ...world.environment, ...overrides } });
  processes.push(started);
  return started;
};

const startWorker = (overrides: NodeJS.ProcessEnv = {}) => start('worker/main.ts', overrides);

const completed = (journeyId: string) =>
  waitFor(async () => (await executionsOf(world, journeyId)).find(({ status }) => status === 'COMPLETED'));

test('worker killed after the provider accepted, before the response: one message, and the journey completes', async () => {
  const { person, id, eventName } = await sendJourney();
  const proxy = await proxyTo(world.sesEndpoint);
  const doomed = await startWorker({ SES_ENDPOINT: `http://127.0.0.1:${proxy.port}` });
  proxy.withholdResponses();
  await trackEvent(world, eventName, person.visitorId);
  await waitFor(async () => (await readSink(world.sesEndpoint, person.email)).length === 1);
  doomed.kill('SIGKILL');
  await doomed.exited;
  expect(await executionsOf(world, id)).toMatchObject([{ status: 'RUNNING', currentStepId: 'hello' }]);

  await startWorker();
  await completed(id);
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
  expect(await world.database('sends').where({ end_user_id: person.id })).toMatchObject([{ status: 'sent' }]);
});

test('worker killed before its request reached the provider: one message, and the journey completes', async () => {
  const { person, id, eventName } = await sendJourney();
  const proxy = await proxyTo(world.sesEndpoint);
  const doomed = await startWorker({ SES_ENDPOINT: `http://127.0.0.1:${proxy.port}` });
  proxy.pauseUpstream();
  await trackEvent(world, eventName, person.visitorId);
  await waitFor(
    async () =>
      (await world.database('sends').where({ end_user_id: person.id }).whereNotNull('provider_started_at'))[0],
  );
  doomed.kill('SIGKILL');
  await doomed.exited;
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(0);

  await startWorker();
  await completed(id);
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
});

test('a provider that responds too late: the outcome is looked up, and one message is sent', async () => {
  const { person, id, eventName } = await sendJourney();
  const proxy = await proxyTo(world.sesEndpoint);
  await startWorker({ SES_ENDPOINT: `http://127.0.0.1:${proxy.port}` });
  proxy.withholdResponses();
  await trackEvent(world, eventName, person.visitorId);
  await waitFor(async () => (await readSink(world.sesEndpoint, person.email)).length === 1);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  proxy.resume();
  await completed(id);
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
});

test('API killed between commit and start: one execution, which completes', async () => {
  const { person, id, eventName } = await sendJourney();
  const api = await start('api/server.ts');
  const response = await fetch(`http://127.0.0.1:${api.ready.port}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      workspaceKey: world.demo.workspaceKey,
      type: eventName,
      visitorId: person.visitorId,
      url: 'https://shop.example.com/',
      messageId: 'killed-after-commit',
    }),
  });
  expect(response.status).toBe(200);
  api.kill('SIGKILL');
  await api.exited;
  expect(await world.database('outbox')).toHaveLength(1);

  await trackEvent(world, eventName, person.visitorId, { messageId: 'killed-after-commit' });
  await startWorker();
  await completed(id);
  expect(await executionsOf(world, id)).toHaveLength(1);
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
});

test('dispatcher killed after Temporal started the workflow, before the response: one execution', async () => {
  const { person, id, eventName } = await sendJourney();
  const proxy = await proxyTo(world.temporalAddress);
  const doomed = await startWorker({ TEMPORAL_ADDRESS: `127.0.0.1:${proxy.port}` });
  proxy.withholdResponses();
  await trackEvent(world, eventName, person.visitorId);
  const [execution] = await executionsOf(world, id);
  const workflowId = execution?.['workflowId'] ?? '';
  const handle = world.temporal.workflow.getHandle(workflowId);
  const first = await waitFor(() => handle.describe().catch(() => undefined));
  expect(await world.database('outbox').where({ subject_id: workflowId.replace('journey/', '') })).toHaveLength(1);
  doomed.kill('SIGKILL');
  await doomed.exited;

  await startWorker();
  await completed(id);
  const last = await handle.describe();
  expect(last.runId).toBe(first.runId);
  await waitFor(async () => (await world.database('outbox')).length === 0, { what: 'the command to be done with' });
  expect(await executionsOf(world, id)).toHaveLength(1);
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
});

test('Temporal unavailable: events are accepted, and their executions start when it is back', async () => {
  const { person, id, eventName } = await sendJourney();
  const proxy = await proxyTo(world.temporalAddress);
  await startWorker({ TEMPORAL_ADDRESS: `127.0.0.1:${proxy.port}` });
  proxy.refuse();
  proxy.cut();
  expect((await trackEvent(world, eventName, person.visitorId)).status).toBe(200);
  await waitFor(async () => ((await world.database('outbox').first())?.attempts ?? 0) > 0);
  expect(await executionsOf(world, id)).toMatchObject([{ status: 'RUNNING' }]);
  proxy.resume();
  await completed(id);
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
});

test('PostgreSQL unavailable: 503 with Retry-After, no false 200, and the worker continues when it is back', async () => {
  const { person, id, eventName } = await sendJourney();
  const proxy = await proxyTo(world.databaseUrl);
  const throughProxy = world.databaseUrl.replace(/:(\d+)\//, `:${proxy.port}/`);
  const api = await start('api/server.ts', { DATABASE_URL: throughProxy });
  await startWorker({ DATABASE_URL: throughProxy });
  const post = () =>
    fetch(`http://127.0.0.1:${api.ready.port}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        workspaceKey: world.demo.workspaceKey,
        type: eventName,
        visitorId: person.visitorId,
        url: 'https://shop.example.com/',
        messageId: 'while-away',
      }),
    });
  proxy.refuse();
  proxy.cut();
  const refused = await post();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
  expect((await fetch(`http://127.0.0.1:${api.ready.port}/readyz`)).status).toBe(503);
  expect(await world.database('events').where({ message_id: 'while-away' })).toHaveLength(0);
  proxy.resume();
  const accepted = await waitFor(async () => ((await post()).status === 200 ? true : undefined));
  expect(accepted).toBe(true);
  await completed(id);
  expect(await world.database('events').where({ message_id: 'while-away' })).toHaveLength(1);
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
});
