import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seedDemoWorkspace } from '../dev/seed';
import { startSesStandIn } from '../test/support/ses-stand-in';
import {
  eventOfNewPerson,
  publish,
  startJourneyService,
  startPeople,
  until,
  type JourneyService,
} from './journey-service';

/**
 * Three limits of capacity. (1) Hundreds of webhook calls of one workspace hang; how long does a call of another workspace
 * take, compared with a quiet service? (2) A host fails; how many calls does it get from 200 executions in a minute? (3)
 * SES accepts three messages per second; how many requests do 150 messages take?
 */

const hanging = 600;
const hosts = 40;
const failing = 200;
const messages = 150;
const perSecond = 3;

async function main(): Promise<void> {
  await measureFairness('one host', 1);
  await measureFairness(`${hosts} hosts`, hosts);
  await measureBreaker();
  await measureRate();
}

/** @param count the hosts that the hanging calls go to, in equal parts */
async function measureFairness(name: string, count: number): Promise<void> {
  const service = await startJourneyService({ settings: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } });
  const silent = await Promise.all(Array.from({ length: count }, () => listen(() => undefined)));
  let calls = 0;
  const receiver = await listen((reply) => {
    calls += 1;
    reply();
  });
  const other = await otherWorkspace(service);
  await service.startWorker();
  const stepsFor = (port: number) => [
    { id: 'call', kind: 'webhook', url: `http://127.0.0.1:${port}/`, next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  await publish(other, 'called', stepsFor(receiver.port));
  const callSeconds = async (): Promise<number> => {
    const before = calls;
    const startedAt = performance.now();
    await other.post('/api/v1/events', { events: [eventOfNewPerson('called')] });
    await until(() => Promise.resolve(calls > before), { everyMs: 20, withinMs: 300_000 });
    return (performance.now() - startedAt) / 1_000;
  };
  await callSeconds();
  const quiet = Math.max(await callSeconds(), await callSeconds(), await callSeconds());
  for (const [index, { port }] of silent.entries()) {
    await publish(service, `hanging-${index}`, stepsFor(port));
    await startPeople(service, `hanging-${index}`, hanging / count);
  }
  const loaded: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    loaded.push(await callSeconds());
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  const longest = Math.max(...loaded);
  const figures = loaded.map((seconds) => seconds.toFixed(1)).join(', ');
  console.log(
    `${hanging} hanging calls to ${name}: another workspace's call takes at most ${longest.toFixed(1)} s (${figures}), ` +
      `quiet ${quiet.toFixed(1)} s; allowed ${(2 * quiet + 5).toFixed(1)} s`,
  );
  for (const { server } of [...silent, receiver]) server.close().closeAllConnections();
  await service.stop();
}

async function measureBreaker(): Promise<void> {
  const service = await startJourneyService({ settings: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } });
  let calls = 0;
  const receiver = await listen((reply) => {
    calls += 1;
    reply();
  }, 500);
  await service.startWorker();
  await publish(service, 'failing', [
    { id: 'call', kind: 'webhook', url: `http://127.0.0.1:${receiver.port}/`, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  await startPeople(service, 'failing', failing);
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  console.log(`a host that fails gets ${calls} calls from ${failing} executions in a minute`);
  receiver.server.close().closeAllConnections();
  await service.stop();
}

/** Returns the same service for a second workspace. */
async function otherWorkspace(service: JourneyService): Promise<JourneyService> {
  const { serverKey } = await seedDemoWorkspace({ databaseUrl: service.databaseUrl, keyPepper: service.keyPepper });
  return {
    ...service,
    async post(path, body) {
      const response = await fetch(service.baseUrl + path, {
        method: 'POST',
        headers: { 'x-api-key': serverKey, 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      });
      const reply = (await response.json()) as Record<string, unknown>;
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(reply)}`);
      return reply;
    },
  };
}

async function listen(respond: (reply: () => void) => void, status = 200): Promise<{ port: number; server: Server }> {
  const server = createServer((request, response) => {
    request.resume();
    respond(() => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, server };
}

async function measureRate(): Promise<void> {
  const ses = await startSesStandIn();
  ses.limitTo({ MaxSendRate: perSecond, Max24HourSend: 50_000, SentLast24Hours: 0 });
  const service = await startJourneyService({ settings: { SES_ENDPOINT: ses.endpoint } });
  await service.startWorker();
  await publish(service, 'mailed', [
    { id: 'mail', kind: 'send', communicationId: '$hello', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const startedAt = performance.now();
  await startPeople(service, 'mailed', messages);
  await until(() => Promise.resolve(ses.accepted.length >= messages), { everyMs: 100, withinMs: 300_000 }).catch(
    () => undefined,
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(
    `SES at ${perSecond}/s: ${ses.accepted.length} of ${messages} messages accepted after ${seconds.toFixed(0)} s with ` +
      `${ses.requests()} requests, ${ses.throttled()} of them refused; the least is ${(messages / perSecond).toFixed(0)} s`,
  );
  await service.stop();
  await ses.stop();
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
