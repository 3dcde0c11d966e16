import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
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
  /** Where the run keeps its data; goes when it stops. */
  dataDir: string;
  stop(): Promise<void>;
}

const PREFIX = 'apex-test-';

/** Linux's file system in memory. */
const memory = '/dev/shm';

/** Several times what a whole run writes. */
const bytesInMemory = 4 * 1024 ** 3;

/**
 * Where a run keeps its data: in memory where there is room for it. The files of a database for each test file took a second to make
 * on a disk.
 */
function dataRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= bytesInMemory ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * A workflow is deleted once the queues have passed its end, which they note every 10 and 30 s by default. A test needs no more than
 * one partition of a task queue, and each costs the server.
 */
const dynamicConfig = [
  ...['transfer', 'visibility'].map((queue) => `history.${queue}ProcessorUpdateAckInterval="500ms"`),
  ...['Read', 'Write'].map((use) => `matching.numTaskqueue${use}Partitions=1`),
];

/** What a run is made for. */
interface ServerPurpose {
  /** Temporal gives way, and autovacuum looks as often as in the stack: the databases of a run of tests are too many for it. */
  asInStack: boolean;
  /** What they have acknowledged is on a disk, by the settings of the stack. */
  durable: boolean;
}

/** Starts one PostgreSQL and one Temporal, which lose all when the machine stops unless durable, and one mail sink for a whole run. */
export async function startTestServers({
  asInStack = false,
  durable = false,
}: Partial<ServerPurpose> = {}): Promise<TestServers> {
  await removeDeadRuns();
  const dataDir = mkdtempSync(path.join(durable ? tmpdir() : dataRoot(), PREFIX));
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
    return { ...(await startAll(dataDir, supervisor, { asInStack, durable })), dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(dataDir: string, { spawn }: Supervisor, { asInStack, durable }: ServerPurpose) {
  const cli = await findTemporalCli({
    environment: process.env,
    fallbackCache: path.join(tmpdir(), 'apex-cache'),
    report: console.log,
  });
  const starts = [
    startPostgres({
      dataDir,
      password: 'only-for-this-run',
      spawn,
      preferredPorts: 0,
      settings: [
        ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=512MB']),
        ...(asInStack ? [] : ['autovacuum_naptime=1min']),
      ],
      // A run of tests makes more than a thousand connections, and a password takes each 3 ms of processor time.
      initdbFlags: ['--no-sync', ...(asInStack || durable ? ['--set', 'scram_iterations=1'] : ['--auth=trust'])],
    }),
    startTemporal({
      cli,
      dataDir,
      namespace: 'default',
      spawn: (spec) => spawn({ ...spec, givesWay: asInStack ? 'much' : undefined }),
      inMemory: !durable,
      preferredPorts: 0,
      preferredUiPorts: 0,
      dynamicConfig,
    }),
    startMail({ dataDir, spawn, preferredPorts: 0 }),
  ] as const;
  // Where one fails the others must have ended before their folder is removed: the first error is the one to see.
  await Promise.allSettled(starts);
  const [postgres, temporal, mail] = await Promise.all(starts);
  return { databaseUrl: postgres.adminUrl, temporalAddress: temporal.address, sesEndpoint: mail.url };
}

/** Stops servers and removes folders of runs that were killed. */
async function removeDeadRuns(): Promise<void> {
  for (const folder of new Set([tmpdir(), dataRoot()].flatMap(foldersOfRuns))) {
    if (isFolderLocked(folder)) continue;
    try {
      await stopLeftovers(folder, 2_000);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another account's run.
    }
  }
}

const foldersOfRuns = (root: string): string[] =>
  readdirSync(root)
    .filter((entry) => entry.startsWith(PREFIX))
    .map((entry) => path.join(root, entry));
