import { loadWorkerSettings } from '../config';
import { createLogger } from '../logging';
import { runWorker } from '../worker/run-worker';
import { installTemporalRuntime } from '../worker/runtime';

/**
 * A complete worker with a delivery port that accepts everything immediately, to measure journeys without their email
 * provider.
 */
async function main(): Promise<void> {
  const settings = loadWorkerSettings(process.env);
  const logger = createLogger('worker', settings.LOG_LEVEL);
  await installTemporalRuntime(logger);
  const worker = await runWorker(settings, logger, {
    admit: () => Promise.resolve({ kind: 'open' }),
    findPause: () => Promise.resolve(null),
    deliver: ({ sendId }) => Promise.resolve({ kind: 'accepted', providerMessageId: sendId }),
    lookUp: () => Promise.resolve({ kind: 'absent' }),
    settledAfterMs: 1_000,
    close: () => undefined,
  });
  process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
  process.send?.({ type: 'ready' });
}

void main();
