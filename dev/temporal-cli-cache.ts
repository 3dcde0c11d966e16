import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileHash } from './file-hash';

export interface CachedCli {
  path: string;
  version: string;
}

/**
 * Returns the user's cache folder for the Temporal CLI: `apex/temporal` under `XDG_CACHE_HOME` or `~/.cache`, or under
 * `fallback` if neither is writable.
 */
export function cacheFolder(environment: NodeJS.ProcessEnv, fallback: string): string {
  const xdg = environment.XDG_CACHE_HOME;
  const base = xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.cache');
  for (const root of [base, fallback]) {
    const folder = path.join(root, 'apex', 'temporal');
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      // A missing or read-only home folder is not an error.
    }
  }
  throw new Error(`Cannot write to ${base} or ${fallback}: set XDG_CACHE_HOME to a writable folder.`);
}

/** Finds the newest cached CLI with a valid checksum. Damaged copies are removed, never executed. */
export async function findCachedCli(cache: string, report: (line: string) => void): Promise<CachedCli | undefined> {
  for (const version of installedVersions(cache)) {
    const folder = path.join(cache, version);
    const binary = path.join(folder, 'temporal');
    if (await isIntact(folder, binary)) return { path: binary, version };
    report(`the cached copy ${binary} is damaged; removing it`);
    rmSync(folder, { recursive: true, force: true });
  }
  return undefined;
}

/** Adds a binary with its checksum to the cache, atomically. */
export async function installCli(cache: string, binary: string, version: string): Promise<CachedCli> {
  const staging = path.join(cache, `.installing-${process.pid}`);
  const folder = path.join(cache, version);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { mode: 0o700 });
  try {
    const staged = path.join(staging, 'temporal');
    moveOrCopy(binary, staged);
    writeFileSync(path.join(staging, 'temporal.sha256'), `${await fileHash(staged)}\n`, { flush: true });
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return { path: path.join(folder, 'temporal'), version };
}

async function isIntact(folder: string, binary: string): Promise<boolean> {
  try {
    accessSync(binary, constants.X_OK);
    return readFileSync(path.join(folder, 'temporal.sha256'), 'utf8').trim() === (await fileHash(binary));
  } catch {
    return false;
  }
}

function installedVersions(cache: string): string[] {
  if (!existsSync(cache)) return [];
  const versions = readdirSync(cache).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
  return versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

function moveOrCopy(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
