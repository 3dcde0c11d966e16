import { chmodSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './run-command';

const TOTAL_MS = 60_000;
const SMALLEST_BINARY = 10 * 1024 * 1024;

/**
 * Lets the Temporal SDK download its development server. That happens in a process of its own, which can be bounded and
 * ended: the SDK also executes what it downloaded, and waits for it only 5 seconds.
 *
 * @param folder an empty folder to download into.
 * @throws Error when nothing usable was downloaded.
 */
export async function downloadCliBySdk(folder: string, onTick: (seconds: number) => void): Promise<string> {
  const script = path.join(__dirname, 'download-temporal-cli.ts');
  let problem = new Error('the SDK left no binary');
  try {
    await runCommand(process.execPath, ['--import', require.resolve('tsx'), script, folder], {
      timeoutMs: TOTAL_MS,
      onTick,
    });
  } catch (error) {
    problem = error as Error;
  }
  // The download may be complete although the server was too slow to answer the SDK.
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
