import { connect, type Database } from '../../db/connection/pool';
import { migrate } from '../../db/migrate';
import { seedDemoWorkspace, type DemoWorkspace } from '../../dev/seed';
import { apiClient, type ApiClient } from '../support/api-client';
import { startEventLoad, type EventLoad } from '../support/event-load';
import { killAll } from '../support/freeze';
import { createCommunication, createSubject, publishJourney, trackSurely } from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { setting } from '../support/members';
import { startProcess, type StartedProcess } from '../support/process';
import { onServer } from '../support/on-server';
import { startReplicatedPostgres, type ReplicatedPostgres } from '../support/replicated-postgres';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld, type World } from '../support/world';

/**
 * The primary's machine is lost while events arrive and journeys run. Its synchronous standby is promoted, and the
 * database address then leads to it. Nothing acknowledged is lost, nothing is sent twice, and no process is restarted.
 */

const concurrentPeople = 12;

let servers: ReplicatedPostgres;
/** The address that the service uses, as of a load balancer or a DNS name. */
let address: TcpProxy;
/** The replication connection of the standby to the primary. */
let stream: TcpProxy;
/** The service on those servers. */
let world: World;
let demo: DemoWorkspace;
let processes: StartedProcess[] = [];
let database: Database;
let receiver: WebhookReceiver;
let load: EventLoad;
const people: { id: string; email: string }[] = [];

afterAll(async () => {
  await load.finish();
  await Promise.all(processes.map((one) => one.stop()));
  await database.destroy();
  await address.close();
  await servers.stop();
  await stream.close();
  await receiver.stop();
});

const shared = useWorld();

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  servers = await startReplicatedPostgres({
    settings: ['fsync=off', 'full_page_writes=on'],
    async portForReplica(primaryPort) {
      stream = await startTcpProxy('127.0.0.1', primaryPort);
      return stream.port;
    },
  });
  await onServer(servers.primary.adminUrl, `alter system set synchronous_standby_names = 'second'`);
  await onServer(servers.primary.adminUrl, 'select pg_reload_conf()');
  address = await startTcpProxy('127.0.0.1', servers.primary.port);
  await migrate(servers.primary.url);
  demo = await seedDemoWorkspace({ databaseUrl: servers.primary.url, keyPepper: setting(shared, 'KEY_PEPPER') });
  const env = {
    ...shared.environment,
    DATABASE_URL: address.urlFor(servers.primary.url),
    WEBHOOK_ALLOW_HOSTS: receiver.host,
    OUTBOX_POLL_MS: '200',
  };
  const api = await startProcess({ entry: 'api/server.ts', env });
  processes = [api, await startProcess({ entry: 'worker/main.ts', env })];
  const apiUrl = `http://127.0.0.1:${api.ready.port}`;
  const client: ApiClient = apiClient(apiUrl, demo.serverKey);
  world = { ...shared, api: client, demo, apiUrl };
  database = connect({ url: servers.replica.url, poolSize: 2, applicationName: 'apex-test' });
  load = startEventLoad({
    baseUrl: () => apiUrl,
    workspaceKey: demo.workspaceKey,
    connections: 4,
    eventsPerRequest: 10,
  });
});

/** Returns the bytes of the primary's log that the standby does not have yet. */
async function missingBytes(): Promise<number> {
  const { bytes } = await onServer<{ bytes: number }>(
    servers.primary.url,
    'select max(pg_current_wal_flush_lsn() - flush_lsn)::int as bytes from pg_stat_replication',
  );
  return bytes;
}

async function startPeople(eventName: string): Promise<void> {
  for (let made = 0; made < concurrentPeople; made += 1) {
    const person = await createSubject(world);
    people.push(person);
    await trackSurely(world, eventName, person.visitorId);
  }
}

const executions = (): Promise<{ id: string; status: string }[]> => database('executions').select('id', 'status');

test('a promoted standby continues with everything that was acknowledged', async () => {
  const [hello, later] = [await createCommunication(world, 'Hello'), await createCommunication(world, 'Later')];
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId: hello, next: 'wait' },
    { id: 'wait', kind: 'wait', duration: 'PT5S', next: 'call' },
    { id: 'call', kind: 'webhook', url: `http://${receiver.host}/`, next: 'later', onFailure: 'later' },
    { id: 'later', kind: 'send', communicationId: later, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  await startPeople(journey.eventName);
  await waitFor(() => load.acknowledged.size >= 500, { what: 'events before the end of the primary' });

  // The primary's last writes do not reach the standby. Anything acknowledged from them would be lost.
  stream.withholdResponses();
  await waitFor(async () => (await missingBytes()) > 4_096, { what: 'events that the primary alone has' });
  killAll(servers.primary.pid);
  const before = load.acknowledged.size;
  await waitFor(() => (load.statuses.get(503) ?? 0) > 0, { what: 'the service to say that PostgreSQL is away' });
  await onServer(servers.replica.adminUrl, 'select pg_promote()');
  address.leadTo(servers.replica.port);
  await waitFor(() => load.acknowledged.size >= before + 500, { what: 'events after the promotion' });
  await startPeople(journey.eventName);
  await load.finish();

  await waitFor(
    async () => {
      const runs = await executions();
      return runs.length === people.length && runs.every(({ status }) => status !== 'RUNNING');
    },
    { what: 'the end of every run', intervalMs: 500 },
  );
  expect((await executions()).filter(({ status }) => status !== 'COMPLETED')).toEqual([]);
});

test('every acknowledged event is stored once, and responses were 200 or 503 with Retry-After', async () => {
  const stored = await database('events')
    .where({ workspace_id: demo.workspaceId, visitor_id: load.visitorId })
    .pluck<string[]>('message_id');
  const ids = new Set(stored);
  expect(stored).toHaveLength(ids.size);
  expect([...load.acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  expect([...load.statuses.keys()].filter((status) => ![200, 503, 'broken'].includes(status))).toEqual([]);
  expect(load.withoutRetryAfter).toBe(0);
});

test('each message was sent once, and each webhook has one key', async () => {
  const mail = await readSink(world.sesEndpoint);
  const received = people.map(
    ({ email }) => mail.filter(({ destination }) => destination.to.join().includes(email)).length,
  );
  expect(received).toEqual(people.map(() => 2));
  expect([...receiver.keys()].sort()).toEqual((await executions()).map(({ id }) => `${id}:call`).sort());
});
