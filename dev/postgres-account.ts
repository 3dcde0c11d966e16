import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The account that runs PostgreSQL, and how to switch to it. */
export interface PostgresAccount {
  /** Undefined: the current user. */
  uid?: number;
  gid?: number;
  /** Returns how to spawn a program as the account. */
  wrap(command: string, args: string[]): { command: string; args: string[]; uid?: number; gid?: number };
}

interface Ids {
  uid: number;
  gid: number;
}

/** Capabilities that let a process traverse folders without permission. Containers often grant only the second. */
const PASSAGES = ['+dac_read_search', '+dac_override'];

const CURRENT_USER: PostgresAccount = { wrap: (command, args) => ({ command, args }) };

/**
 * Chooses the account for PostgreSQL, which refuses to run as root. An ordinary user runs it directly. Root uses the
 * owner of existing data, or the system user `postgres`, and creates it if it is missing. If that user cannot enter a
 * folder on the path to the programs or the data (a 0700 parent, /root), the process gets only the one capability that
 * it needs.
 *
 * @param dataFolder an existing folder; given to the account.
 * @param prepare gives the folder to the account before access is tested.
 * @throws Error with the remedy if no account works.
 */
export function choosePostgresAccount(
  paths: { program: string; dataFolder: string },
  prepare: (ids: Ids) => void,
): PostgresAccount {
  if (process.getuid?.() !== 0) return CURRENT_USER;
  const ids = ownerOf(paths.dataFolder) ?? postgresIds();
  prepare(ids);
  const candidates = [directly(ids), ...PASSAGES.map((capability) => passing(ids, capability))];
  const account = candidates.find((candidate) => canReach(candidate, paths));
  if (account !== undefined) return account;
  throw new Error(
    `PostgreSQL does not run as root, and its user (id ${ids.uid}) cannot reach ${paths.program} and ` +
      `${paths.dataFolder}: install util-linux (setpriv), or move to a folder others may enter, or start as an ` +
      'ordinary user, or set DATABASE_URL.',
  );
}

function directly(ids: Ids): PostgresAccount {
  return { ...ids, wrap: (command, args) => ({ command, args, ...ids }) };
}

function passing(ids: Ids, capability: string): PostgresAccount {
  const flags = [
    ...['--reuid', String(ids.uid), '--regid', String(ids.gid), '--clear-groups'],
    ...['--inh-caps', capability, '--ambient-caps', capability],
    // Without this bit, access(2), which initdb uses to find its other programs, ignores capabilities of a non-root
    // user.
    ...['--securebits', '+no_setuid_fixup'],
  ];
  return { ...ids, wrap: (command, args) => ({ command: 'setpriv', args: [...flags, command, ...args] }) };
}

function canReach(account: PostgresAccount, paths: { program: string; dataFolder: string }): boolean {
  const test = ['-c', 'test -x "$1" && test -w "$2"', 'sh', paths.program, paths.dataFolder];
  const { command, args, ...ids } = account.wrap('/bin/sh', test);
  return spawnSync(command, args, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
}

function ownerOf(folder: string): Ids | undefined {
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

function postgresIds(): Ids {
  const known = lookUp('postgres');
  if (known !== undefined) return known;
  run('groupadd', ['--system', 'postgres']);
  run('useradd', ['--system', '--gid', 'postgres', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  // If accounts cannot be created, an account that every system has is used.
  const ids = lookUp('postgres') ?? lookUp('nobody');
  if (ids !== undefined) return ids;
  throw new Error(
    'PostgreSQL does not run as root, and the user "postgres" could not be created. Create it, or set DATABASE_URL.',
  );
}

function lookUp(user: string): Ids | undefined {
  const uid = run('id', ['-u', user]);
  const gid = run('id', ['-g', user]);
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

function run(command: string, args: string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
