import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { consoleBuildFolder } from '../api/console/console-files';
import { since } from './infrastructure';
import { runCommand } from './run-command';

const root = path.resolve(__dirname, '..');
const vite = path.join(root, 'node_modules/vite/bin/vite.js');
const timeoutMs = 300_000;

/**
 * Builds the console of this checkout if it does not exist, and deletes older builds. A failure is only reported; the
 * API then serves a page about it.
 * @returns the folder of the build, even if it failed
 */
export async function buildConsole({ report }: { report: (line: string) => void }): Promise<string> {
  const folder = consoleBuildFolder();
  if (existsSync(folder)) return folder;
  const started = Date.now();
  try {
    await build(folder);
    report(`Console built ${since(started)}`);
  } catch (error) {
    report(`The console could not be built and is not available: ${(error as Error).message}`);
  }
  return folder;
}

/** Builds atomically, because processes may share the folder. */
async function build(folder: string): Promise<void> {
  if (!existsSync(vite)) throw new Error('vite is not installed. Run "npm ci" without --omit=dev');
  const draft = `${folder}.${process.pid}`;
  await mkdir(path.dirname(folder), { recursive: true });
  try {
    await runCommand(process.execPath, [vite, 'build', 'console', '--outDir', draft, '--logLevel', 'error'], {
      cwd: root,
      timeoutMs,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    await deleteOlder(folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const retainedBuilds = 3;

/** Keeps the newest builds, because a process with older sources may still serve one. */
async function deleteOlder(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const names = (await readdir(parent)).filter((name) => /^console-[0-9a-f]{16}$/.test(name));
  const builds = await Promise.all(
    names.map(async (name) => ({ name, madeAt: (await stat(path.join(parent, name))).mtimeMs })),
  );
  const older = builds.sort((one, other) => other.madeAt - one.madeAt).slice(retainedBuilds);
  for (const { name } of older) await rm(path.join(parent, name), { recursive: true, force: true });
}
