import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Bundles this release's workflow code with additional code before each wait.
 * @param added receives the name of the SDK in the bundle
 * @returns the path of the bundle
 */
export function bundleNextRelease(folder: string, added: (sdk: string) => string): string {
  const code = readFileSync(process.env['WORKFLOW_BUNDLE']!, 'utf8');
  const [, sdk] = /\(0,\s*([\w$]+)\.patched\)\('several-timers-for-long-waits'\)/.exec(code)!;
  const place = /(async function performWait\([^]*?)(\n +if \(waitMs > 0\))/;
  expect(code).toMatch(place);
  const file = path.join(folder, 'next-release.js');
  writeFileSync(
    file,
    code.replace(place, (_, before: string, after: string) => `${before}\n${added(sdk!)}${after}`),
  );
  return file;
}

/** Sets a search attribute before the timer. A history with only the timer does not replay. */
export const bundleBrokenRelease = (folder: string): string =>
  bundleNextRelease(
    folder,
    (sdk) =>
      `(0, ${sdk}.upsertSearchAttributes)([{ key: { name: 'CurrentStepId', type: 'KEYWORD' }, value: step.id }]);`,
  );
