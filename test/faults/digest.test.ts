import { countLockWaits } from '../support/lock-waits';
import { addMember } from '../support/members';
import { readSink } from '../support/mail-sink';
import { startProcess, type StartedProcess } from '../support/process';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { waitFor } from '../support/wait-for';
import { addWorkspace } from '../support/workspaces';
import { useWorld } from '../support/world';

let proxy: TcpProxy;
const processes: StartedProcess[] = [];

afterAll(async () => {
  for (const started of processes) {
    started.kill('SIGKILL');
    await started.exited;
  }
  await proxy.close();
});

const world = useWorld();

beforeAll(async () => {
  const { hostname, port } = new URL(world.sesEndpoint);
  proxy = await startTcpProxy(hostname, Number(port));
});

const startWorker = async (overrides: NodeJS.ProcessEnv = {}): Promise<StartedProcess> => {
  const env = { ...world.environment, MAINTAIN_EVERY_SECONDS: '86400', ...overrides };
  const started = await startProcess({ entry: 'worker/main.ts', env });
  processes.push(started);
  return started;
};

test('a worker killed between the messages of a digest, with one being sent: each member gets one', async () => {
  const members = [];
  for (let count = 0; count < 8; count += 1) members.push(await addMember(world, 'member'));
  const emails = [world.demo.owner.email, ...members.map(({ email }) => email)];
  // Only the digest should be sent.
  await world.database('outbox').where({ kind: 'send_notice' }).delete();
  await world.database('sends').where({ kind: 'notice' }).update({ status: 'failed', failure: 'test' });
  const digestsOf = async (email: string) =>
    (await readSink(world.sesEndpoint, email)).filter(({ subject }) => subject.includes('Your week'));
  const delivered = async () => (await Promise.all(emails.map(digestsOf))).filter(({ length }) => length > 0).length;

  const doomed = await startWorker({ SES_ENDPOINT: `http://127.0.0.1:${proxy.port}` });
  proxy.withholdResponses();
  expect((await world.api.post('/api/workspace/digest/run')).status).toBe(202);
  await waitFor(async () => (await delivered()) > 0);
  doomed.kill('SIGKILL');
  await doomed.exited;
  const open = await world.database('sends').where({ kind: 'notice' }).whereIn('status', ['queued', 'sending']);
  expect(open).toHaveLength(emails.length);

  await startWorker();
  expect((await world.api.post('/api/workspace/digest/run')).status).toBe(202);
  await waitFor(
    async () =>
      (await world.database('sends').where({ kind: 'notice', status: 'sent' })).length === emails.length &&
      (await world.database('outbox')).length === 0,
  );
  expect((await Promise.all(emails.map(digestsOf))).map(({ length }) => length)).toEqual(emails.map(() => 1));
});

test('a worker killed while it writes a digest: another one writes it after a missed heartbeat', async () => {
  const other = await addWorkspace(world);
  const doomed = await startWorker();
  const holder = await world.database.transaction();
  await holder.raw('lock table digests in exclusive mode');
  expect((await other.api.post('/api/workspace/digest/run')).status).toBe(202);
  await waitFor(
    async () => (await countLockWaits(world.database, { query: '%digests%', application: 'apex-worker' })) > 0,
    { what: 'a digest that is being written' },
  );
  for (const started of processes.splice(0)) {
    started.kill('SIGKILL');
    await started.exited;
  }
  await doomed.exited;
  await holder.rollback();
  await startWorker();
  const written = () => world.database('digests').where({ workspace_id: other.demo.workspaceId });
  // Without a heartbeat the activity would time out after five minutes.
  await waitFor(async () => (await written()).length === 1, { timeoutMs: 150_000, what: 'the digest' });
});
