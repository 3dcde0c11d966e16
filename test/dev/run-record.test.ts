import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processIdentity } from '../../dev/process-identity';
import { recordChild, stopLeftovers } from '../../dev/run-record';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();
const started: ChildProcess[] = [];

function startSleeper(): number {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  started.push(child);
  return child.pid!;
}

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

test('processes left behind by an earlier run are stopped', async () => {
  const folder = mkdtempSync(path.join(root, 'data-'));
  const [first, second] = [startSleeper(), startSleeper()];
  recordChild(folder, { name: 'postgres', pid: first });
  recordChild(folder, { name: 'temporal', pid: second });
  expect(statSync(path.join(folder, 'run.json')).mode & 0o777).toBe(0o600);
  expect(await stopLeftovers(folder)).toEqual(['postgres', 'temporal']);
  expect([processIdentity(first), processIdentity(second)]).toEqual([undefined, undefined]);
  expect(existsSync(path.join(folder, 'run.json'))).toBe(false);
});

test('a process that only has the same id is left alone', async () => {
  const folder = mkdtempSync(path.join(root, 'data-'));
  const pid = startSleeper();
  writeFileSync(path.join(folder, 'run.json'), JSON.stringify([{ name: 'postgres', pid, identity: 'another boot/1' }]));
  expect(await stopLeftovers(folder)).toEqual([]);
  expect(processIdentity(pid)).toBeDefined();
});

test('a process that ignores the request is killed', async () => {
  const folder = mkdtempSync(path.join(root, 'data-'));
  const child = spawn(process.execPath, [
    '-e',
    `process.on('SIGINT', () => {}); console.log(1); setInterval(() => {}, 1000)`,
  ]);
  started.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  recordChild(folder, { name: 'temporal', pid: child.pid! });
  await stopLeftovers(folder, 200);
  expect(processIdentity(child.pid!)).toBeUndefined();
});

test.each(['', '{', '[{"pid":-1}]'])('a damaged record (%j) does not block the start', async (text) => {
  const folder = mkdtempSync(path.join(root, 'data-'));
  writeFileSync(path.join(folder, 'run.json'), text);
  expect(await stopLeftovers(folder)).toEqual([]);
});
