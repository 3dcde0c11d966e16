import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDataFolder } from '../../dev/data-folder';
import { findTemporalCli } from '../../dev/find-temporal-cli';
import { isFolderLocked, lockFolder } from '../../dev/folder-lock';
import { startMail } from '../../dev/mail';
import { startPostgres } from '../../dev/postgres';
import { stopLeftovers } from '../../dev/run-record';
import { Supervisor } from '../../dev/supervisor';
import { startTemporal } from '../../dev/temporal';

export interface TestServers {
  databaseUrl: string;
  temporalAddress: string;
  sesEndpoint: string;
  stop(): Promise<void>;
}

const PREFIX = 'apex-test-';

/**
 * A workflow is deleted once the queues have passed its end, which they note every 10 and 30 s by default. A test needs no more than
 * one partition of a task queue, and each costs the server.
 */
const dynamicConfig = [
  ...['transfer', 'visibility'].map((queue) => `history.${queue}ProcessorUpdateAckInterval="500ms"`),
  ...['Read', 'Write'].map((use) => `matching.numTaskqueue${use}Partitions=1`),
];

/** Starts one PostgreSQL (without fsync), one Temporal (in memory) and one mail sink for a whole test run. */
export async function startTestServers(): Promise<TestServers> {
  await removeDeadRuns();
  const dataDir = mkdtempSync(path.join(tmpdir(), PREFIX));
  const unlock = lockFolder(dataDir);
  prepareDataFolder(dataDir);
  const supervisor = new Supervisor(dataDir);
  // Jest ends on Ctrl-C without its teardown.
  const onSignal = (): void => process.exit(130);
  const onExit = (): void => supervisor.killAll();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal).once('exit', onExit);
  const stop = async (): Promise<void> => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('exit', onExit);
    await supervisor.stopAll({ maxGraceMs: 5_000 });
    unlock();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return { ...(await startAll(dataDir, supervisor)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(dataDir: string, { spawn }: Supervisor) {
  const cli = await findTemporalCli({
    environment: process.env,
    fallbackCache: path.join(tmpdir(), 'apex-cache'),
    report: console.log,
  });
  const [postgres, temporal, mail] = await Promise.all([
    startPostgres({
      dataDir,
      password: 'only-for-this-run',
      spawn,
      preferredPorts: 0,
      settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
      initdbFlags: ['--no-sync'],
    }),
    startTemporal({
      ...{ cli, dataDir, namespace: 'default', spawn },
      ...{ inMemory: true, preferredPorts: 0, preferredUiPorts: 0, dynamicConfig },
    }),
    startMail({ dataDir, spawn, preferredPorts: 0 }),
  ]);
  return { databaseUrl: postgres.url, temporalAddress: temporal.address, sesEndpoint: mail.url };
}

/** Stops servers and removes folders of runs that were killed. */
async function removeDeadRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name);
    if (isFolderLocked(folder)) continue;
    try {
      await stopLeftovers(folder, 2_000);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another account's run.
    }
  }
}
