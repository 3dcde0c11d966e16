import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDataFolder } from '../../dev/data-folder';
import { startPostgres, type RunningPostgres } from '../../dev/postgres';
import { Supervisor } from '../../dev/supervisor';
import { onServer } from './on-server';
import { waitFor } from './wait-for';

/** A separate PostgreSQL and a streaming replica of it, both with the database `apex`. */
export interface ReplicatedPostgres {
  primary: RunningPostgres;
  replica: RunningPostgres;
  /** Restarts the replica after it ended, on the same port. */
  restartReplica(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReplicationOptions {
  /** Of both servers, as `name=value`. */
  settings?: string[];
  /**
   * Returns the port at which the replica reaches the primary, which listens on the given port. That port by default.
   */
  portForReplica?: (primaryPort: number) => Promise<number>;
}

const password = 'only-for-this-test';

/** The replica starts as a copy of the stopped primary. */
export async function startReplicatedPostgres({
  settings = [],
  portForReplica = (primaryPort) => Promise.resolve(primaryPort),
}: ReplicationOptions = {}): Promise<ReplicatedPostgres> {
  const root = mkdtempSync(path.join(tmpdir(), 'apex-replica-'));
  const [first, second] = ['first', 'second'].map((name) => path.join(root, name)) as [string, string];
  for (const folder of [root, first, second]) {
    mkdirSync(folder, { recursive: true });
    prepareDataFolder(folder);
  }
  const supervisor = new Supervisor(root);
  process.once('exit', () => supervisor.killAll());
  const start = (dataDir: string, preferredPorts: number, more: string[] = []): Promise<RunningPostgres> =>
    startPostgres({
      dataDir,
      password,
      spawn: supervisor.spawn,
      preferredPorts: preferredPorts === 0 ? 0 : [preferredPorts],
      settings: ['shared_buffers=64MB', ...settings, ...more],
      initdbFlags: ['--no-sync'],
    });
  const made = await start(first, 0);
  await made.stop();
  execFileSync('cp', ['-a', path.join(first, 'postgres'), path.join(second, 'postgres')]);
  writeFileSync(path.join(second, 'postgres', 'standby.signal'), '');
  const primary = await start(first, made.port);
  const port = await portForReplica(primary.port);
  const from = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres password=${password} application_name=second`;
  const replicated: ReplicatedPostgres = {
    primary,
    replica: await start(second, 0, [from]),
    async restartReplica() {
      replicated.replica = await start(second, replicated.replica.port, [from]);
    },
    async stop() {
      await supervisor.stopAll({ maxGraceMs: 5_000 });
      rmSync(root, { recursive: true, force: true });
    },
  };
  await waitFor(
    async () =>
      (
        await onServer<{ standbys: number }>(
          primary.adminUrl,
          'select count(*)::int as standbys from pg_stat_replication',
        )
      ).standbys === 1,
    { what: 'the replica to stream from the primary' },
  );
  return replicated;
}
