import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { WorkerSettings } from '../config';
import { workflowBundlePath } from './bundle';

const root = path.resolve(__dirname, '..');
/** Compiled files are one folder deeper than the sources. */
const manifest = [root, path.dirname(root)].map((folder) => path.join(folder, 'package.json')).find(existsSync)!;
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/**
 * Returns the release of a worker: the setting `RELEASE`, or else the version of the package and the start of the SHA-256 hash of its workflow code, such
 * as `0.1.0+3f9a1c2`. Workers with the same release can replay each other's executions.
 */
export async function releaseOf(settings: Pick<WorkerSettings, 'RELEASE' | 'WORKFLOW_BUNDLE'>): Promise<string> {
  if (settings.RELEASE !== undefined) return settings.RELEASE;
  const bundle = readFileSync(settings.WORKFLOW_BUNDLE ?? (await workflowBundlePath()));
  return `${version}+${createHash('sha256').update(bundle).digest('hex').slice(0, 7)}`;
}

/** Returns the name of this process in Temporal: host, process id and release, such as `web-1/4711@0.1.0+3f9a1c2`. */
export const workerIdentity = (release: string): string => `${hostname()}/${process.pid}@${release}`;

/** Returns the release in an identity; undefined for other programs. */
export const releaseIn = (identity: string): string | undefined => /@([^@]+)$/.exec(identity)?.[1];
