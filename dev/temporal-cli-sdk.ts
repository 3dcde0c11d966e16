import { chmodSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './run-command';

const TOTAL_MS = 60_000;
const SMALLEST_BINARY = 10 * 1024 * 1024;

/**
 * Downloads the development server with the Temporal SDK, in a separate process with a time limit: the SDK also runs
 * the downloaded program, and waits only 5 seconds for it.
 *
 * @param folder an empty folder to download into.
 * @throws Error if nothing usable was downloaded.
 */
export async function downloadCliBySdk(folder: string, onTick: (seconds: number) => void): Promise<string> {
  const script = path.join(__dirname, 'download-temporal-cli.ts');
  let problem = new Error('the SDK downloaded no binary');
  try {
    await runCommand(process.execPath, ['--import', require.resolve('tsx'), script, folder], {
      timeoutMs: TOTAL_MS,
      onTick,
    });
  } catch (error) {
    problem = error as Error;
  }
  // The download may be complete although the server was too slow for the SDK.
  const binary = downloadedBinary(folder);
  if (binary === undefined) throw problem;
  chmodSync(binary, 0o755);
  return binary;
}

function downloadedBinary(folder: string): string | undefined {
  const names = readdirSync(folder).filter(
    (name) => name.startsWith('temporal') && !/download|part|tmp|lock/.test(name),
  );
  const files = names.map((name) => path.join(folder, name));
  return files.find((file) => statSync(file).isFile() && statSync(file).size > SMALLEST_BINARY);
}
