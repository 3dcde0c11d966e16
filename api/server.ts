import { setFlagsFromString } from 'node:v8';
import { loadApiSettings, SettingsError } from '../config';
import { createLogger } from '../logging';
import { startTracing } from '../telemetry/start-tracing';
import { traceFields } from '../telemetry/spans';
import { runApi } from './run-api';

/**
 * V8 allocates in the old generation what has outlived collections, and in a heap that is still small requests under way do. After one
 * start of three it did so with parts of every request, and collections took three times as long for as long as the process ran.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

async function main(): Promise<void> {
  const settings = loadApiSettings(process.env);
  const logger = createLogger('api', settings.LOG_LEVEL, traceFields);
  const tracing = await startTracing('apex-api', settings, logger);
  const api = await runApi(settings, logger);
  logger.info({ host: settings.HOST, port: api.port }, 'API is ready');
  process.send?.({ type: 'ready', port: api.port });

  let stopping = false;
  const stop = (cause: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ cause }, 'API is draining');
    const stopped = api.stop().finally(tracing.stop);
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'API did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('parent process has ended'));
}

main().catch((error: unknown) => {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (inUse) console.error(`The port is in use. Stop the other program or set PORT. (${error.message})`);
  else console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
});
