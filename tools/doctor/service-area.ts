import { connect, type TLSSocket } from 'node:tls';
import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { request } from 'undici';
import type { ArchiveState } from '../../db/installation/server-state';
import { compareClock } from './clock';
import { type Area, ok, type Outcome, problem, skipped, warning } from './finding';
import { oneLine } from './run-checks';

const timeoutMs = 10_000;
const certificateDays = 14;
const leastFreeBytes = 2 * 1024 ** 3;
const leastFreeShare = 0.1;

/**
 * Checks the API at the address that clients use.
 * @param publicUrl without a trailing slash
 */
export const apiArea = (publicUrl: string): Area => ({
  name: 'API',
  entry: { name: 'PUBLIC_URL', run: () => checkReachable(publicUrl) },
  checks: [
    { name: 'readiness', run: () => checkReadiness(publicUrl) },
    { name: 'clock', run: () => compareClock(() => readDate(publicUrl), 1_000) },
    { name: 'certificate', run: () => checkCertificate(new URL(publicUrl)) },
  ],
});

const get = (url: string) => request(url, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });

async function checkReachable(publicUrl: string): Promise<Outcome> {
  const remedy = 'emails link to this address: start the API, or set PUBLIC_URL to its public address';
  try {
    const { statusCode, body } = await get(`${publicUrl}/healthz`);
    await body.dump();
    return statusCode === 200 ? ok(publicUrl) : problem(`${publicUrl}/healthz is ${statusCode}`, remedy);
  } catch (error) {
    return problem(`${publicUrl} does not respond (${oneLine(error)})`, remedy);
  }
}

async function checkReadiness(publicUrl: string): Promise<Outcome> {
  const { body } = await get(`${publicUrl}/readyz`);
  const { dependencies = {} } = (await body.json()) as { dependencies?: Record<string, string> };
  const failing = Object.entries(dependencies).filter(([, reason]) => reason !== 'ok');
  if (failing.length === 0) return ok(`${Object.keys(dependencies).join(', ')} ok`);
  const reasons = failing.map(([name, reason]) => `${name}: ${reason}`).join('; ');
  return problem(reasons, 'find the cause in the log of the API, and compare the other checks');
}

async function readDate(publicUrl: string): Promise<Date> {
  const { headers, body } = await get(`${publicUrl}/healthz`);
  await body.dump();
  return new Date(String(headers['date']));
}

async function checkCertificate({ protocol, hostname, port }: URL): Promise<Outcome> {
  if (protocol !== 'https:') {
    const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname);
    if (isLocal) return skipped('plain http on this machine');
    return warning(
      'plain http',
      'put a TLS proxy in front of the API and set PUBLIC_URL to https: keys and links are sent unencrypted',
    );
  }
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: timeoutMs });
  try {
    const validTo = new Date(await validToOf(socket));
    const days = Math.floor((validTo.getTime() - Date.now()) / 86_400_000);
    const until = `valid until ${validTo.toISOString().slice(0, 10)}`;
    return days >= certificateDays ? ok(until) : warning(`${until}, ${days} days`, 'renew it');
  } finally {
    socket.destroy();
  }
}

const validToOf = (socket: TLSSocket): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket.getPeerCertificate().valid_to));
    socket.once('timeout', () => reject(new Error('the TLS handshake timed out')));
    socket.once('error', reject);
  });

/** Data and backup folders of this machine. Undefined folders are not checked. */
export interface Folders {
  data?: string | undefined;
  backups?: string | undefined;
  backupHours: number;
}

export const storageArea = (
  { data, backups, backupHours }: Folders,
  readArchive: () => Promise<ArchiveState>,
): Area => ({
  name: 'Storage',
  checks: [
    { name: 'disk', run: () => checkDisk(data) },
    {
      name: 'backups',
      run: async () => (backups === undefined ? checkArchive(await readArchive()) : checkBackups(backups, backupHours)),
    },
  ],
});

async function checkDisk(folder: string | undefined): Promise<Outcome> {
  if (folder === undefined)
    return skipped('PostgreSQL runs elsewhere: monitor the disk of its machine, or name a folder with --data');
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, share] = [bavail * bsize, bavail / blocks];
  const left = `${(free / 1024 ** 3).toFixed(1)} GB free of ${((blocks * bsize) / 1024 ** 3).toFixed(0)} GB (${folder})`;
  if (free >= leastFreeBytes && share >= leastFreeShare) return ok(left);
  return (free < leastFreeBytes / 4 ? problem : warning)(left, 'free disk space, or shorten the retention of events');
}

/** Takes the time of the newest file as the time of the last backup. */
async function checkBackups(folder: string, hours: number): Promise<Outcome> {
  const names = await readdir(folder, { recursive: true });
  const files = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  const newest = Math.max(...files.filter((file) => file.isFile() && file.size > 0).map(({ mtimeMs }) => mtimeMs));
  const remedy = 'see "Backups" in docs/OPERATIONS.md';
  if (!Number.isFinite(newest)) return problem(`no backup in ${folder}`, remedy);
  const age = (Date.now() - newest) / 3_600_000;
  const text = `the newest backup is ${age.toFixed(1)} hours old (${folder})`;
  return age <= hours ? ok(text) : problem(`${text}, limit ${hours} hours`, remedy);
}

/** Checks PostgreSQL's own record of its copies if there is no backup folder. */
function checkArchive({ archiveMode, archivedAt, archiveFailedAt, standbys }: ArchiveState): Outcome {
  if (archiveMode !== 'off' && archiveFailedAt !== null && archiveFailedAt > (archivedAt ?? new Date(0))) {
    return problem(
      `WAL archiving has failed since ${archiveFailedAt.toISOString()}`,
      "see the output of archive_command in PostgreSQL's log",
    );
  }
  if (archiveMode !== 'off' && archivedAt !== null) return ok(`WAL archived until ${archivedAt.toISOString()}`);
  const copies =
    standbys > 0 ? `no WAL archive; ${standbys} standbys, which replicate mistakes immediately` : 'no backup known';
  return warning(
    copies,
    'name the folder of your dumps with --backups, or archive WAL; see "Backups" in docs/OPERATIONS.md',
  );
}
