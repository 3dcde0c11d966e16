import { loadWorkerSettings, SettingsError } from '../config';
import { createLogger } from '../logging';
import { runWorker } from './run-worker';
import { installTemporalRuntime } from './runtime';
import { TemporalConnectError } from '../temporal/connect-error';
import { traceFields } from '../telemetry/spans';
import { startTracing } from '../telemetry/start-tracing';
import { StartError } from './start-error';

async function main(): Promise<void> {
  const settings = loadWorkerSettings(process.env);
  const logger = createLogger('worker', settings.LOG_LEVEL, traceFields);
  const tracing = await startTracing('apex-worker', settings, logger);
  await installTemporalRuntime(logger);
  const worker = await runWorker(settings, logger);
  logger.info({ healthPort: worker.healthPort }, 'worker is ready');
  process.send?.({ type: 'ready', healthPort: worker.healthPort });

  let stopping = false;
  const stop = (cause: string, exitCode: number): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ cause }, 'worker is draining');
    const stopped = worker.stop().finally(tracing.stop);
    stopped.then(
      () => process.exit(exitCode),
      (error: unknown) => {
        logger.error({ err: error }, 'worker did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  process.on('disconnect', () => stop('the parent process ended', 0));
  worker.failed.catch((error: unknown) => {
    logger.fatal({ err: error }, 'a part of the worker failed');
    stop('failure', 1);
  });
}

main().catch((error: unknown) => {
  const isOneLine = [SettingsError, StartError, TemporalConnectError].some((kind) => error instanceof kind);
  console.error(isOneLine ? (error as Error).message : error);
  process.exit(1);
});
