import { mkdtempSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import path from 'node:path';
import { type Child, type ChildSpec, describeExit } from '../../dev/child';
import { untilChildReady } from '../../dev/child-ready';
import { processIdentity } from '../../dev/process-identity';
import { Supervisor } from '../../dev/supervisor';
import { waitFor } from '../support/wait-for';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();

function supervised() {
  const folder = mkdtempSync(path.join(root, 'data-'));
  const supervisor = new Supervisor(folder);
  const run = (name: string, script: string, spec: Partial<ChildSpec> = {}): Child =>
    supervisor.spawn({
      name,
      command: process.execPath,
      args: ['-e', script],
      ipc: true,
      logFile: path.join(folder, `${name}.log`),
      ...spec,
    });
  return { supervisor, run };
}

/** For a child that never becomes ready. Node takes a while to start on a busy machine. */
const readyWithinMs = 120_000;

const SERVE = `process.send({ type: 'ready' }); setInterval(() => {}, 1000);`;

test('if a guarded child crashes, the failure contains its name, cause and last lines', async () => {
  const { supervisor, run } = supervised();
  supervisor.guard(run('worker', `console.error('out of luck'); process.exit(3);`));
  const error = await supervisor.failure;
  expect(error.message).toMatch(/^worker ended unexpectedly \(exit code 3\)/);
  expect(error.message).toContain('out of luck');
  await supervisor.stopAll();
});

test('a killed child is recognized by its signal', async () => {
  const { supervisor, run } = supervised();
  const child = run('api', SERVE);
  await untilChildReady(child, readyWithinMs);
  supervisor.guard(child);
  process.kill(child.pid, 'SIGKILL');
  expect((await supervisor.failure).message).toMatch(/^api ended unexpectedly \(signal SIGKILL\)/);
});

test('stopping goes group by group and does not count as a failure', async () => {
  const { supervisor, run } = supervised();
  const children = ['postgres', 'api', 'other'].map((name) => run(name, SERVE));
  await Promise.all(children.map((child) => untilChildReady(child, readyWithinMs)));
  children.forEach((child) => supervisor.guard(child));
  const ended: string[] = [];
  for (const child of children) void child.exited.then(() => ended.push(child.name));
  const unexpected = jest.fn();
  void supervisor.failure.then(unexpected);
  await supervisor.stopAll({ order: [['api'], ['postgres']] });
  expect(ended).toEqual(['api', 'postgres', 'other']);
  expect(unexpected).not.toHaveBeenCalled();
  expect(() => run('late', SERVE)).toThrow('the stack is stopping');
});

test('a child that ignores the signal is killed after its grace period, with its own children', async () => {
  const { supervisor, run } = supervised();
  const script = `
    process.on('SIGTERM', () => {});
    const grandchild = require('node:child_process').spawn('sleep', ['600']);
    process.send({ type: 'ready', grandchild: grandchild.pid });
    setInterval(() => {}, 1000);`;
  const child = run('stubborn', script, { graceMs: 300 });
  const { grandchild } = await untilChildReady(child, readyWithinMs);
  const exit = await child.stop();
  expect(describeExit(exit)).toBe('signal SIGKILL');
  await waitFor(() => processIdentity(grandchild as number) === undefined, { what: 'the end of the grandchild' });
  await supervisor.stopAll();
});

test('a child that gives way has a lower priority than the others', async () => {
  const { supervisor, run } = supervised();
  const others = run('api', SERVE);
  const below = run('worker', SERVE, { givesWay: 'much' });
  const between = run('console', SERVE, { givesWay: 'somewhat' });
  expect(getPriority(others.pid)).toBe(getPriority());
  expect(getPriority(below.pid)).toBe(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  expect(getPriority(between.pid)).toBe(Math.max(getPriority(), 7));
  await supervisor.stopAll();
});

test('a child that ends before it is ready rejects the wait', async () => {
  const { run } = supervised();
  await expect(untilChildReady(run('early', 'process.exit(0)'), readyWithinMs)).rejects.toThrow(
    'early ended unexpectedly',
  );
});

test('a program that cannot be executed fails immediately', () => {
  const { supervisor } = supervised();
  const logFile = path.join(root, 'none.log');
  expect(() => supervisor.spawn({ name: 'none', command: '/nonexistent', args: [], logFile })).toThrow(
    'none: cannot execute /nonexistent',
  );
});
