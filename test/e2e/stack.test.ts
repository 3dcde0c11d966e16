import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { processIdentity } from '../../dev/process-identity';
import { startStack, stopStacks, untilReady, type Stack } from '../support/stack';
import { waitFor } from '../support/wait-for';

const FIELDS = [
  ...['baseUrl', 'workspaceId', 'workspaceKey', 'serverKey', 'userKey', 'transactionalKey', 'syncApiKey', 'owner'],
  ...['temporalUiUrl', 'temporalAddress', 'databaseUrl', 'mailUrl'],
];
const KEPT = [
  'workspaceId',
  'workspaceKey',
  'serverKey',
  'userKey',
  'transactionalKey',
  'syncApiKey',
  'owner',
] as const;

type Children = Record<string, { pid: number; identity: string }>;

function childrenOf(stack: Stack): Children {
  const record = JSON.parse(readFileSync(path.join(stack.dataDir, 'run.json'), 'utf8')) as { name: string }[];
  return Object.fromEntries(record.map((entry) => [entry.name, entry])) as unknown as Children;
}

function living(children: Children): string[] {
  const isAlive = ([, child]: [string, Children[string]]): boolean => processIdentity(child.pid) === child.identity;
  return Object.entries(children)
    .filter(isAlive)
    .map(([name]) => name);
}

function credentialsOf(stack: Stack): Record<(typeof KEPT)[number] | 'demo', unknown> {
  return JSON.parse(readFileSync(path.join(stack.dataDir, 'credentials.json'), 'utf8'));
}

afterAll(stopStacks);

test('an empty folder becomes a running service; Ctrl-C stops everything; a second start continues', async () => {
  const first = await startStack();
  await untilReady(first);
  expect((await fetch(`${first.baseUrl}/readyz`)).status).toBe(200);
  const file = path.join(first.dataDir, 'credentials.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const credentials = credentialsOf(first);
  expect(Object.keys(credentials).sort()).toEqual([...FIELDS].sort());
  expect(Object.values(credentials).filter((value) => value === '' || value === null)).toEqual([]);
  const children = childrenOf(first);
  expect(Object.keys(children).sort()).toEqual(['api', 'mail', 'postgres', 'temporal', 'worker']);

  first.process.kill('SIGINT');
  // The terminal signals the whole process group and npm forwards the signal again. Both count as one request to stop.
  first.process.kill('SIGINT');
  expect(await first.exitCode).toBe(0);
  expect(living(children)).toEqual([]);
  expect(readdirSync(first.dataDir)).not.toEqual(expect.arrayContaining(['stack.lock']));

  const second = await startStack(first.dataDir);
  await untilReady(second);
  for (const name of KEPT) expect(credentialsOf(second)[name]).toEqual(credentials[name]);

  const third = await startStack(first.dataDir);
  expect(await third.exitCode).toBe(1);
  expect(third.output()).toMatch(/^Another instance \(process \d+\) is running on [^\n]+\n$/);
  expect((await fetch(`${second.baseUrl}/readyz`)).status).toBe(200);
  second.process.kill('SIGTERM');
  expect(await second.exitCode).toBe(0);
});

test.each(['worker', 'api', 'temporal', 'postgres', 'mail'])(
  'when %s dies everything stops, and the error names it',
  async (name) => {
    const stack = await startStack();
    await untilReady(stack);
    const children = childrenOf(stack);
    process.kill(children[name]!.pid, 'SIGKILL');
    expect(await stack.exitCode).toBe(1);
    expect(stack.output()).toContain(`${name} ended unexpectedly (signal SIGKILL)`);
    expect(living(children)).toEqual([]);
  },
);

test('after the stack is killed, API and worker stop by themselves and the next start cleans up', async () => {
  const killed = await startStack(undefined, { DEMO: 'on' });
  await untilReady(killed);
  await waitFor(() => killed.output().includes('Demo shop: visits and orders'));
  const { demo: interrupted } = credentialsOf(killed);
  const children = childrenOf(killed);
  killed.process.kill('SIGKILL');
  await waitFor(() => !living(children).some((name) => ['api', 'worker', 'mail'].includes(name)));

  const next = await startStack(killed.dataDir, { DEMO: 'on' });
  await untilReady(next);
  // The Demo shop that was being filled is made again, and Ctrl-C ends the fill without an error.
  await waitFor(() => next.output().includes('Demo shop: filling it'));
  expect(next.output()).toContain('the last fill did not end');
  expect(credentialsOf(next).demo).not.toEqual(interrupted);
  expect(living(children)).toEqual([]);
  expect(next.output()).toContain('Stopped processes of an earlier run:');
  next.process.kill('SIGINT');
  expect(await next.exitCode).toBe(0);
  expect(next.output()).not.toContain('could not be filled');
});

test('Ctrl-C while starting stops what was started', async () => {
  const stack = await startStack();
  await waitFor(() => stack.output().includes('PostgreSQL 18 ready'));
  stack.process.kill('SIGINT');
  expect(await stack.exitCode).toBe(0);
  expect(stack.output()).toMatch(/Stopped\.\n$/);
});

test('a port in use and a wrong setting each print one clear line', async () => {
  const holder = await startStack();
  await untilReady(holder);
  const port = new URL(holder.baseUrl).port;
  const delayed = await startStack(undefined, { PORT: port });
  expect(await delayed.exitCode).toBe(1);
  expect(delayed.output()).toBe(`Port ${port} is in use: stop the other program or set PORT.\n`);
  const wrong = await startStack(undefined, { PORT: 'http', SYNC_API_KEY: 'short' });
  expect(await wrong.exitCode).toBe(1);
  expect(wrong.output()).toMatch(/^Wrong settings: [^\n]*PORT[^\n]*SYNC_API_KEY[^\n]*\n$/);
  holder.process.kill('SIGINT');
  expect(await holder.exitCode).toBe(0);
});
