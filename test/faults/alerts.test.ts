import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nestedLoops } from '../../bench/hostile-bodies';
import { findFreePort } from '../../dev/free-port';
import { failuresBeforePause } from '../../domain/email/provider-pause';
import { formatOpenToken } from '../../domain/email/tracking-token';
import { startAdPlatforms, type AdPlatforms } from '../support/ad-platforms';
import { apiClient, type ApiClient } from '../support/api-client';
import { freeze, thaw } from '../support/freeze';
import { createSubject, publishJourney, uniqueName } from '../support/journeys';
import { bundleBrokenRelease } from '../support/next-release';
import { findPrometheus, startPrometheus, type Prometheus } from '../support/prometheus';
import { startProcess, type StartedProcess } from '../support/process';
import { createSnsTopic, topicArn, type SnsTopic } from '../support/sns-topic';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { postSend } from '../support/transactional';
import { entryArguments } from '../support/run-entry';
import { waitFor } from '../support/wait-for';
import { letTasksTimeOut, pendingTaskOf, startWaiting } from '../support/waiting-executions';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld } from '../support/world';

/**
 * Triggers each alert of deploy/prometheus in a real Prometheus by its actual cause. The alert windows are seconds
 * here.
 */

const root = path.resolve(__dirname, '../..');
const rules = readFileSync(path.join(root, 'deploy/prometheus/alerts.yml'), 'utf8');
const program = findPrometheus();

let prometheus: Prometheus;
let topic: SnsTopic;
let platforms: AdPlatforms;
let receiver: WebhookReceiver;
let temporalProxy: TcpProxy;
let refusingProvider: Server;
/** The status that the provider returns. */
let providerStatus = 400;
/** Has small limits, and a provider that refuses everything. */
let api: StartedProcess;
let apiUrl: string;
let client: ApiClient;
let worker: StartedProcess;
/** Receives the SES reports, which its metrics count. */
let reported: { url: string; port: number };
/** Its log cannot be written. */
let logless: ChildProcess;
let loglessUrl: string;
let spareApi: StartedProcess;
let spareWorker: StartedProcess;
/** For a worker of a bad release, which the last test starts. */
let badReleasePort: number;
const folder = mkdtempSync(path.join(tmpdir(), 'apex-alerts-'));

// Prometheus is a separate, optional package for developers; the project's CI downloads it.
const alertTest = program === null ? test.skip : test;

afterAll(async () => {
  if (program === null) return;
  await prometheus.stop();
  logless.kill('SIGKILL');
  await Promise.all([api, worker, spareApi, spareWorker].map((one) => one.stop()));
});

const world = useWorld();

beforeAll(async () => {
  if (program === null) return console.warn('Alerts are not tried: put prometheus on PATH, or set PROMETHEUS_PATH.');
  [platforms, receiver] = await Promise.all([startAdPlatforms(), startWebhookReceiver()]);
  topic = createSnsTopic();
  const [host = '', port] = world.temporalAddress.split(':');
  temporalProxy = await startTcpProxy(host, Number(port));
  refusingProvider = createServer((request, response) => {
    request.resume();
    request.on('end', () =>
      response.writeHead(providerStatus, { 'x-amzn-errortype': 'MessageRejected' }).end('{"message":"Refused."}'),
    );
  });
  refusingProvider.listen(0, '127.0.0.1');
  await once(refusingProvider, 'listening');
  const env = { ...world.environment, WEBHOOK_ALLOW_HOSTS: [receiver.host, platforms.host].join() };
  const small = { MAX_CONNECTIONS: '60', DATABASE_POOL: '2', THREADS: '1', THREAD_QUEUE: '4' };
  const sesEndpoint = `http://127.0.0.1:${(refusingProvider.address() as AddressInfo).port}`;
  const workerEnv = { ...env, TEMPORAL_ADDRESS: temporalProxy.address };
  [api, worker, spareApi, spareWorker, reported] = await Promise.all([
    startProcess({ entry: 'api/server.ts', env: { ...env, ...small, SES_ENDPOINT: sesEndpoint } }),
    startProcess({ entry: 'worker/main.ts', env: workerEnv }),
    startProcess({ entry: 'api/server.ts', env }),
    startProcess({ entry: 'worker/main.ts', env: workerEnv }),
    world.startApi({ ...env, SES_TOPIC_ARNS: topicArn }, topic.client),
  ]);
  apiUrl = `http://127.0.0.1:${api.ready.port}`;
  badReleasePort = await findFreePort(0);
  client = apiClient(apiUrl, world.demo.serverKey);
  const full = openSync('/dev/full', 'w');
  logless = spawn(process.execPath, entryArguments('api/server.ts'), {
    cwd: root,
    env: { ...process.env, ...env, LOG_LEVEL: 'warn' },
    stdio: ['ignore', full, full, 'ipc'],
  });
  const [ready] = (await once(logless, 'message')) as [{ port: number }];
  loglessUrl = `http://127.0.0.1:${ready.port}`;
  const targetsOf = (ports: unknown[]): string[] => ports.map((one) => `127.0.0.1:${one}`);
  prometheus = await startPrometheus(program, rules, {
    'apex-api': targetsOf([api.ready.port, spareApi.ready.port, reported.port, ready.port]),
    'apex-worker': targetsOf([worker.ready.healthPort, spareWorker.ready.healthPort]),
    'apex-bad-release': targetsOf([badReleasePort]),
  });
});

afterAll(async () => {
  await Promise.all([platforms.stop(), receiver.stop(), temporalProxy.close()]);
  refusingProvider.close();
  rmSync(folder, { recursive: true, force: true });
});

const fires = (alert: string): Promise<unknown> =>
  waitFor(async () => (await prometheus.firing()).includes(alert), { intervalMs: 500, what: `${alert} to fire` });

/** Keeps every statement on a table waiting until the work is done. */
async function whileLocked(tables: string, work: () => Promise<unknown>): Promise<void> {
  await world.database.transaction(async (transaction) => {
    await transaction.raw(`lock table ${tables} in access exclusive mode`);
    await work();
  });
}

/**
 * Keeps `count` requests open until the work is done. An alert needs samples before and after, even if they are far
 * apart.
 */
async function whileSending(count: number, send: () => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  let isOver = false;
  const sending = times(count, async () => {
    while (!isOver) await send().catch(() => undefined);
  });
  try {
    await work();
  } finally {
    isOver = true;
    await sending;
  }
}

const person = (): string => `${uniqueName('person')}@example.com`;
const times = <Result>(count: number, act: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

alertTest('none fires while nothing is wrong', async () => {
  await waitFor(async () => (await prometheus.up('apex-api')) === 4 && (await prometheus.up('apex-worker')) === 2);
  const upAt = Date.now();
  await waitFor(async () => (await prometheus.evaluatedAt()) > upAt + 2_000, { what: 'further evaluations' });
  // Right after their start, processes may be stalled for longer than alerts without a `for` duration tolerate.
  const isQuiet = async (): Promise<boolean> => {
    const firing = await prometheus.firing();
    if (firing.length > 0) throw new Error(firing.join(', '));
    return true;
  };
  await waitFor(isQuiet, { what: 'no alert to fire' });
});

alertTest('a database that is held up: events wait, requests are refused, and answers take long', async () => {
  const url = 'https://shop.example.com/';
  const events = Array.from({ length: 500 }, () => ({ type: 'visited', url, visitorId: uniqueName('visitor') }));
  await whileLocked('events', () =>
    whileSending(
      12,
      () => client.post('/api/events', { workspaceKey: world.demo.workspaceKey, events }),
      async () => {
        await fires('ApexIngestionBacklog');
        await fires('ApexServerErrors');
      },
    ),
  );
  await fires('ApexSlowIngestion');
});

alertTest('requests wait for connections to the database', () =>
  whileSending(
    6,
    () => client.get('/api/end-users'),
    () => whileLocked('end_users', () => fires('ApexDatabasePoolExhausted')),
  ),
);

alertTest('opens that cannot be stored, and a log that does not take the line which says so', () =>
  whileLocked('sends, send_events', async () => {
    const token = formatOpenToken(world.environment['LINK_SECRET']!, {
      workspaceId: world.demo.workspaceId,
      sendId: uniqueName('snd'),
    });
    const open = (): Promise<unknown> => fetch(`${loglessUrl}/t/o/${token}`).catch(() => undefined);
    void times(80, open);
    await fires('ApexMailHitsLost');
    await fires('ApexLogLinesDropped');
  }),
);

alertTest('commands to a Temporal that is away', async () => {
  const journey = await publishJourney(world, [{ id: 'end', kind: 'exit', reason: 'done' }]);
  temporalProxy.refuse();
  temporalProxy.cut();
  temporalProxy.refuse();
  await client.post('/api/v1/events', { type: journey.eventName, email: person() });
  await waitFor(() => world.database('outbox').update({ created_at: new Date(Date.now() - 120_000) }));
  await fires('ApexOutboxStalled');
  await fires('ApexStartsStuck');
  temporalProxy.resume();
  await waitFor(async () => (await world.database('outbox')).length === 0, { what: 'the commands to be carried out' });
});

alertTest('workers that do not reach Temporal while tasks wait', async () => {
  const ids = await startWaiting(world, 5, 'PT20S');
  temporalProxy.refuse();
  temporalProxy.cut();
  const waitSeconds = async (id: string): Promise<number> =>
    Date.now() / 1_000 - Number((await pendingTaskOf(world, id))?.scheduledTime?.seconds ?? Infinity);
  await Promise.all(ids.map((id) => waitFor(async () => (await waitSeconds(id)) > 32, { what: `${id} to be late` })));
  temporalProxy.resume();
  await fires('ApexTasksStartLate');
});

alertTest('workers that get no processor for longer than a workflow task may take', async () => {
  const ids = await startWaiting(world, 8, 'PT20S');
  const pids = [worker.pid, spareWorker.pid];
  await letTasksTimeOut(world, ids, () => pids.forEach(freeze)).finally(() => pids.forEach(thaw));
  await fires('ApexWorkflowTaskTimeouts');
});

alertTest('a claimed command that no worker can take over', async () => {
  await world.database('outbox').insert({
    workspace_id: world.demo.workspaceId,
    kind: 'start_execution',
    subject_id: uniqueName('exe'),
    claimed_by: 'a-killed-worker',
    claimed_at: new Date(Date.now() - 120_000),
    available_at: new Date(Date.now() + 3_600_000),
  });
  await fires('ApexOutboxClaimsStuck');
  await world.database('outbox').update({ available_at: world.database.fn.now() });
  await waitFor(async () => (await world.database('outbox')).length === 0, { what: 'the command to be taken over' });
});

alertTest('reports that nothing counts', () =>
  whileLocked('rollup_states', async () => {
    await client.post('/api/v1/events', { type: 'visited', email: person() });
    await world.database('rollup_queue').update({ queued_at: new Date(Date.now() - 3_600_000) });
    await fires('ApexRollupsBehind');
  }),
);

alertTest('a provider that refuses messages', async () => {
  await times(12, () => postSend(world, { to: person(), subject: 'Hello', text: 'Hello' }, { baseUrl: apiUrl }));
  await fires('ApexDeliveriesFailing');
});

alertTest('bounces and complaints', async () => {
  const { url } = reported;
  const report = async (eventType: string, more: (to: string) => object): Promise<void> => {
    const to = person();
    const { body } = await postSend(world, { to, subject: 'Hello', text: 'Hello' }, { baseUrl: url });
    const mail = { messageId: uniqueName('ses'), timestamp: new Date().toISOString(), destination: [to] };
    const message = { eventType, mail: { ...mail, tags: { 'apex-send-id': [String(body.id)] } }, ...more(to) };
    await apiClient(url).raw('/api/webhooks/ses', {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
      body: JSON.stringify(topic.notification(message)),
    });
  };
  const timestamp = new Date().toISOString();
  await times(14, () =>
    report('Bounce', (to) => ({
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ emailAddress: to }],
        timestamp,
      },
    })),
  );
  await fires('ApexBouncesHigh');
  await times(4, () =>
    report('Complaint', (to) => ({ complaint: { complainedRecipients: [{ emailAddress: to }], timestamp } })),
  );
  await fires('ApexComplaintsHigh');
  await report('Bounce', () => ({ bounce: {} }));
  await fires('ApexFeedbackUnreadable');
});

alertTest('a provider that fails pauses sends', async () => {
  providerStatus = 503;
  await times(failuresBeforePause, () =>
    postSend(world, { to: person(), subject: 'Hello', text: 'Hello' }, { baseUrl: apiUrl }),
  );
  await fires('ApexEmailProviderPaused');
});

alertTest('webhooks whose receiver is broken', async () => {
  receiver.respondWith(status(500));
  const journey = await publishJourney(world, [
    { id: 'crm', kind: 'webhook', url: `http://${receiver.host}/crm`, method: 'POST', next: 'end' },
    { id: 'end', kind: 'exit', reason: 'done' },
  ]);
  await times(14, () => client.post('/api/v1/events', { type: journey.eventName, email: person() }));
  await fires('ApexWebhooksFailing');
  await fires('ApexWebhookHostsPaused');
});

alertTest('executions whose records are gone', async () => {
  const journey = await publishJourney(world, [
    { id: 'pause', kind: 'wait', duration: 'PT30S', next: 'end' },
    { id: 'end', kind: 'exit', reason: 'done' },
  ]);
  const { email } = await createSubject(world);
  await client.post('/api/v1/events', { type: journey.eventName, email });
  const executions = () => world.database('executions').where({ journey_id: journey.id });
  const id = await waitFor(async () => (await executions().first<{ id: string } | undefined>('id'))?.id, {
    what: 'an execution',
  });
  await world.database.transaction(async (transaction) => {
    // Locks the execution, so that it cannot end before its records are deleted, however long its start takes.
    await transaction('executions').where({ id }).forUpdate();
    await waitFor(async () => (await world.database('outbox').where({ subject_id: id })).length === 0, {
      what: 'its workflow to start',
    });
    // As after restoring an older backup.
    await transaction('journey_entries').where({ journey_id: journey.id }).delete();
    await transaction('executions').where({ id }).delete();
  });
  await fires('ApexWorkflowsFailing');
});

alertTest('a platform that takes the credentials no more', async () => {
  platforms.refusesRenewal = true;
  const create = async (index: number): Promise<string> => {
    const { body } = await world.api.post('/api/connections', {
      connectorType: 'meta_ads',
      accountId: `123456789${index}`,
      baseUrl: platforms.baseUrl('meta_ads'),
      credentials: { accessToken: 'a-token-of-before', appId: '42', appSecret: 'a-secret-of-before' },
    });
    return body.id as string;
  };
  const ids = await Promise.all([0, 1, 2, 3, 4].map(create));
  const isPulled = async (id: string): Promise<boolean> =>
    (await world.database('outbox').where({ kind: 'sync_connection' })).length === 0 &&
    (await world.api.get(`/api/connections/${id}`)).body.status === 'error';
  let isOver = false;
  // One round is enough for the alert, but on a slow machine its pulls may be further apart than the alert's window.
  const pulling = (async () => {
    while (!isOver) {
      await Promise.all(ids.map((id) => waitFor(() => isPulled(id), { what: 'a pull that is refused' })));
      await Promise.all(ids.map((id) => world.api.post(`/api/connections/${id}/sync`, {})));
    }
  })();
  try {
    await fires('ApexConnectorsFailing');
  } finally {
    isOver = true;
    await pulling;
  }
});

alertTest('more costly templates than threads take', async () => {
  const content = { id: 'invite', name: 'Costly', commType: 'transactional', html: nestedLoops };
  await client.post('/api/communications', content);
  await times(12, () => client.post('/api/communications/invite/preview', {}));
  await fires('ApexCostlyTasksRefused');
});

alertTest('more connections than one process takes', async () => {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < 80; opened += 1) {
    sockets.push(connect(Number(api.ready.port), '127.0.0.1').on('error', () => undefined));
  }
  await waitFor(() => sockets.some(({ closed }) => closed), { what: 'a connection that is closed unread' });
  for (const socket of sockets) socket.destroy();
  await fires('ApexConnectionsRefused');
});

alertTest('a process that gets no processor', async () => {
  let isOver = false;
  const frozen = (async () => {
    while (!isOver) {
      // Frozen for longer than the alert tolerates, then running long enough for a scrape.
      freeze(api.pid);
      await delay(900);
      thaw(api.pid);
      await delay(1_600);
    }
  })();
  await fires('ApexEventLoopBlocked').finally(() => (isOver = true));
  await frozen;
});

alertTest('an API and a worker that are gone', async () => {
  await Promise.all([spareApi.stop(), spareWorker.stop()]);
  await fires('ApexApiDown');
  await fires('ApexWorkerDown');
});

alertTest('a release that cannot replay running workflows', async () => {
  await startWaiting(world, 3, 'PT20S');
  await worker.stop();
  const WORKFLOW_BUNDLE = bundleBrokenRelease(folder);
  const env = { ...world.environment, WORKFLOW_BUNDLE, WORKER_PORT: String(badReleasePort) };
  const badWorker = await startProcess({ entry: 'worker/main.ts', env });
  await fires('ApexNonDeterminism').finally(badWorker.stop);
});

alertTest('every alert is fired here', () => {
  const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(15);
  const own = readFileSync(__filename, 'utf8');
  expect(names.filter((name) => !own.includes(`'${name}'`))).toEqual([]);
});
