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
 * Builds the console of this checkout, unless it is there already; older builds are deleted. A failure is reported, and the API
 * serves a page that says so.
 * @returns the folder where it lies, or would
 */
export async function buildConsole({ report }: { report: (line: string) => void }): Promise<string> {
  const folder = consoleBuildFolder();
  if (existsSync(folder)) return folder;
  const started = Date.now();
  try {
    await build(folder);
    report(`Console built ${since(started)}`);
  } catch (error) {
    report(`The console could not be built, and is not served: ${(error as Error).message}`);
  }
  return folder;
}

/** Whole or not at all: processes may share the folder. */
async function build(folder: string): Promise<void> {
  if (!existsSync(vite)) throw new Error('vite is not installed; "npm ci" without --omit=dev installs it');
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

const keptBuilds = 3;

/** The newest are kept: a process of the sources before may still serve one of them. */
async function deleteOlder(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const names = (await readdir(parent)).filter((name) => /^console-[0-9a-f]{16}$/.test(name));
  const builds = await Promise.all(
    names.map(async (name) => ({ name, madeAt: (await stat(path.join(parent, name))).mtimeMs })),
  );
  const older = builds.sort((one, other) => other.madeAt - one.madeAt).slice(keptBuilds);
  for (const { name } of older) await rm(path.join(parent, name), { recursive: true, force: true });
}
