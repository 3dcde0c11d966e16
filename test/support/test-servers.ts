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
  /** The data folder of the run; removed when it stops. */
  dataDir: string;
  stop(): Promise<void>;
}

const PREFIX = 'apex-test-';

/** Linux's in-memory file system. */
const memory = '/dev/shm';

/** Several times what a whole run writes. */
const bytesInMemory = 4 * 1024 ** 3;

/**
 * Returns the folder for a run's data: in memory if there is enough space. On a disk, the database files of each test
 * file took a second to create.
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
 * A workflow is deleted after the queues have passed its end, which they record every 10 and 30 s by default. A test
 * only needs one partition of a task queue, and each partition costs the server.
 */
const dynamicConfig = [
  ...['transfer', 'visibility'].map((queue) => `history.${queue}ProcessorUpdateAckInterval="500ms"`),
  ...['Read', 'Write'].map((use) => `matching.numTaskqueue${use}Partitions=1`),
];

/** The purpose of a run. */
interface ServerPurpose {
  /**
   * Temporal has a lower priority, and autovacuum runs as often as in the stack, which is too often for the many
   * databases of a test run.
   */
  asInStack: boolean;
  /** Acknowledged data is on disk, with the settings of the stack. */
  durable: boolean;
}

/**
 * Starts one PostgreSQL, one Temporal and one mail sink for a whole run. Unless `durable`, their data is lost if the
 * machine stops.
 */
export async function startTestServers({
  asInStack = false,
  durable = false,
}: Partial<ServerPurpose> = {}): Promise<TestServers> {
  await removeDeadRuns();
  const dataDir = mkdtempSync(path.join(durable ? tmpdir() : dataRoot(), PREFIX));
  const unlock = lockFolder(dataDir);
  prepareDataFolder(dataDir);
  const supervisor = new Supervisor(dataDir);
  // On Ctrl-C, Jest exits without its teardown.
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
      // A test run opens more than a thousand connections, and a password costs 3 ms of CPU time each.
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
  // If one fails, the others must end before their folder is removed, so that the first error is reported.
  await Promise.allSettled(starts);
  const [postgres, temporal, mail] = await Promise.all(starts);
  return { databaseUrl: postgres.adminUrl, temporalAddress: temporal.address, sesEndpoint: mail.url };
}

/** Stops servers and removes folders of killed runs. */
async function removeDeadRuns(): Promise<void> {
  for (const folder of new Set([tmpdir(), dataRoot()].flatMap(foldersOfRuns))) {
    if (isFolderLocked(folder)) continue;
    try {
      await stopLeftovers(folder, 2_000);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The run of another account.
    }
  }
}

const foldersOfRuns = (root: string): string[] =>
  readdirSync(root)
    .filter((entry) => entry.startsWith(PREFIX))
    .map((entry) => path.join(root, entry));
