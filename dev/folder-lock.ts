import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processIdentity } from './process-identity';

/** Another running process uses the data folder. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError';
}

/**
 * Locks a data folder for this process. Takes over a lock if its owner has ended.
 *
 * @returns a function that releases the lock.
 * @throws FolderLockedError while another running process holds it.
 */
export function lockFolder(folder: string): () => void {
  const lock = path.join(folder, 'stack.lock');
  const mine = `${process.pid} ${processIdentity(process.pid) ?? ''}`;
  const staged = `${lock}.${process.pid}`;
  writeFileSync(staged, mine, { mode: 0o600 });
  try {
    claim(lock, staged, folder);
  } finally {
    rmSync(staged, { force: true });
  }
  return () => {
    if (readLock(lock) === mine) rmSync(lock, { force: true });
  };
}

/** Checks whether a running process holds the folder. @internal for tests */
export function isFolderLocked(folder: string): boolean {
  const holder = readLock(path.join(folder, 'stack.lock'));
  return holder !== undefined && isAlive(holder);
}

function claim(lock: string, staged: string, folder: string): void {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    try {
      // A hard link is created atomically, and never replaces an existing file.
      linkSync(staged, lock);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readLock(lock);
    if (holder === undefined) continue;
    if (isAlive(holder)) throw lockedError(folder, holder);
    removeStale(lock, holder);
  }
  throw new FolderLockedError(`${folder} is being started by another process. Try again.`);
}

/** Removes the lock only if it is still the stale one, because another start may have replaced it. */
function removeStale(lock: string, stale: string): void {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (readLock(aside) !== stale) linkSync(aside, lock);
  } catch {
    // Another process removed it first.
  } finally {
    rmSync(aside, { force: true });
  }
}

function lockedError(folder: string, holder: string): FolderLockedError {
  const pid = holder.split(' ')[0];
  return new FolderLockedError(
    `Another instance (process ${pid}) is running on ${folder}. Stop it, or set DATA_DIR to another folder.`,
  );
}

function isAlive(holder: string): boolean {
  const [pid, identity] = holder.split(' ');
  const living = processIdentity(Number(pid));
  return living !== undefined && living === identity;
}

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}
