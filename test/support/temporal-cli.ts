import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findTemporalCli } from '../../dev/find-temporal-cli';
import type { World } from './world';

async function findCli(): Promise<string> {
  const fallbackCache = path.join(tmpdir(), 'apex-cache');
  return (await findTemporalCli({ environment: process.env, fallbackCache, report: () => undefined })).path;
}

/** Returns the folder of the CLI, for PATH. */
export const temporalCliFolder = async (): Promise<string> => path.dirname(await findCli());

/**
 * Runs a command of the Temporal CLI in the namespace of a world, as an operator does.
 * @returns its output
 * @throws Error with its output if it fails
 */
export async function runTemporalCli(
  { temporalAddress, namespace }: Pick<World, 'temporalAddress' | 'namespace'>,
  ...command: string[]
): Promise<string> {
  const at = ['--address', temporalAddress, '--namespace', namespace];
  const { stdout } = await promisify(execFile)(await findCli(), [...command, ...at]);
  return stdout;
}
