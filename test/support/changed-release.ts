import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes this release's workflow code with a statement before the timer of each wait.
 * @param statement receives the name of Temporal's SDK in the bundle
 * @returns the file
 */
export function writeChangedRelease(file: string, statement: (sdk: string) => string): string {
  const code = readFileSync(process.env['WORKFLOW_BUNDLE']!, 'utf8');
  const [, sdk] = /\(0,\s*([\w$]+)\.patched\)\('several-timers-for-long-waits'\)/.exec(code)!;
  const place = /(async function performWait\([^]*?)(\n +if \(waitMs > 0\))/;
  if (!place.test(code)) throw new Error('The timer of a wait was not found in the workflow code.');
  writeFileSync(
    file,
    code.replace(place, (_, before: string, after: string) => `${before}\n${statement(sdk!)}${after}`),
  );
  return file;
}

/** Skips the timer of each wait. Executions that have started one cannot be replayed. */
export const writeBadRelease = (file: string): string => writeChangedRelease(file, () => 'if (false)');
