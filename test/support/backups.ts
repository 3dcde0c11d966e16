import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { temporalFiles, type KillableStack } from './killable-stack';

/**
 * Backups of a stack's parts as operators make them: each with its own tool, at a different time, while everything
 * runs.
 */

type Source = Pick<KillableStack, 'dataDir' | 'adminUrl'>;

/** Makes a physical backup: the files between PostgreSQL's start and stop of a backup, and its log of that time. */
export async function backUpPostgres({ dataDir, adminUrl }: Source, name: string): Promise<void> {
  const [data, backup] = [path.join(dataDir, 'postgres'), backupFolder(dataDir, 'postgres', name)];
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('drill', true)`);
    for (const entry of readdirSync(data)) {
      if (!['pg_wal', 'postmaster.pid', 'postmaster.opts'].includes(entry))
        execFileSync('cp', ['-a', path.join(data, entry), backup]);
    }
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    execFileSync('cp', ['-a', path.join(data, 'pg_wal'), backup]);
    const [label, owner] = [path.join(backup, 'backup_label'), statSync(data)];
    writeFileSync(label, rows[0]?.labelfile ?? '');
    chownSync(label, owner.uid, owner.gid);
  } finally {
    await client.end();
  }
}

/** Uses SQLite's own backup of a live database. */
export function backUpTemporal({ dataDir }: Source, name: string): void {
  const backup = backupFolder(dataDir, 'temporal', name);
  const script = 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).backup(sqlite3.connect(sys.argv[2]))';
  for (const file of temporalFiles(dataDir).filter((one) => one.endsWith('.db')))
    execFileSync('python3', ['-c', script, path.join(dataDir, file), path.join(backup, file)]);
}

/** Kills everything, replaces the data with the backups of that name, and restarts everything. */
export async function restoreBackups(stack: KillableStack, name: string): Promise<void> {
  const { dataDir } = stack;
  for (const victim of ['api', 'worker', 'temporal', 'postgres'] as const) await stack.kill(victim);
  const data = path.join(dataDir, 'postgres');
  rmSync(data, { recursive: true });
  execFileSync('cp', ['-a', backupFolder(dataDir, 'postgres', name), data]);
  for (const file of temporalFiles(dataDir)) rmSync(path.join(dataDir, file));
  cpSync(backupFolder(dataDir, 'temporal', name), dataDir, { recursive: true });
  for (const victim of ['postgres', 'temporal', 'worker', 'api'] as const) await stack.restart(victim);
}

function backupFolder(dataDir: string, part: 'postgres' | 'temporal', name: string): string {
  const folder = path.join(dataDir, 'backups', name, part);
  mkdirSync(folder, { recursive: true });
  return folder;
}
