import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../dev/free-port';
import { waitFor } from './wait-for';

const ROOT = path.resolve(__dirname, '../..');

/** `npm start` as a separate process, with its output. */
export interface Stack {
  dataDir: string;
  baseUrl: string;
  process: ChildProcess;
  output: () => string;
  exitCode: Promise<number | null>;
}

const folders: string[] = [];
const stacks: Stack[] = [];

/** Starts the stack as `npm start` does, from a folder other than the checkout. */
export async function startStack(dataDir = newFolder(), environment: NodeJS.ProcessEnv = {}): Promise<Stack> {
  const port = await findFreePort(0);
  const { WORKFLOW_BUNDLE: _bundle, NODE_ENV: _environment, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', require.resolve('tsx'), path.join(ROOT, 'dev/stack.ts')], {
    cwd: '/',
    // The Demo shop would use the machine while a test measures it.
    env: { ...inherited, DEMO: 'off', DATA_DIR: dataDir, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stack = { dataDir, baseUrl: `http://127.0.0.1:${port}`, process: child, output: () => text, exitCode };
  stacks.push(stack);
  return stack;
}

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'apex-e2e-'));
  folders.push(folder);
  return path.join(folder, 'data');
}

/** @throws Error with its output if it ends before it is ready */
export async function untilReady(stack: Stack): Promise<void> {
  const isReady = (): boolean => stack.output().includes('Apex is ready');
  const hasEnded = (): boolean => stack.process.exitCode !== null;
  await waitFor(() => isReady() || hasEnded(), { what: 'the summary' });
  if (!isReady()) throw new Error(`The stack ended:\n${stack.output()}`);
}

/** Stops the stacks of a test file, and removes their folders. */
export async function stopStacks(): Promise<void> {
  for (const stack of stacks) stack.process.kill('SIGTERM');
  await Promise.all(stacks.map((stack) => stack.exitCode));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
