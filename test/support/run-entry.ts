import { execFile } from 'node:child_process';
import path from 'node:path';

/**
 * Returns Node's arguments for running an entry point of the service, relative to the checkout, as a separate process:
 * compiled once for the whole test run, if there is one.
 */
export const entryArguments = (entry: string, words: readonly string[] = []): string[] => [
  ...(process.env['TEST_COMPILED_SOURCES'] === undefined
    ? ['--import', 'tsx']
    : ['--require', path.join(__dirname, 'compiled-sources.cjs')]),
  entry,
  ...words,
];

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs an entry point of the service from the checkout until it ends, successfully or not. */
export function runEntry(entry: string, words: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      entryArguments(entry, words),
      { cwd: path.resolve(__dirname, '../..'), env: { ...process.env, ...environment } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
