import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The wall clock of processes that run with `environment`. Their monotonic clock does not change, as when a machine's
 * clock is set.
 */
export interface MovableClock {
  environment: NodeJS.ProcessEnv;
  /** Sets it this many seconds from the true time; takes effect within a second. */
  move(seconds: number): void;
  remove(): void;
}

/** Returns Debian's libfaketime; null if it is not installed. */
export function findClockLibrary(): string | null {
  const folders = readLibraries('/usr/lib').map((name) => path.join('/usr/lib', name, 'faketime'));
  const found = folders.find((folder) => readLibraries(folder).includes('libfaketimeMT.so.1'));
  return found === undefined ? null : path.join(found, 'libfaketimeMT.so.1');
}

function readLibraries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function createMovableClock(library: string): MovableClock {
  const folder = mkdtempSync(path.join(tmpdir(), 'apex-clock-'));
  const file = path.join(folder, 'offset');
  const move = (seconds: number): void => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
  move(0);
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    move,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
