import { Runtime, type LogLevel, type Logger as TemporalLogger } from '@temporalio/worker';
import type { Logger } from 'pino';
import { sdkMetrics } from './sdk-metrics';

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

const portAttempts = 3;
/** Heartbeats contain the number of failed tasks, which `npm run doctor` reads. */
const heartbeatMs = 10_000;

/**
 * Sets up Temporal's runtime, once per process. Forwards its log to ours, disables its signal handlers, and serves its
 * metrics to {@link readSdkMetrics}.
 */
export async function installTemporalRuntime(logger: Logger): Promise<void> {
  const options = { logger: toTemporal(logger), shutdownSignals: [], workerHeartbeatInterval: heartbeatMs };
  // Otherwise the native core writes to standard output itself, and ends the process if that fails.
  const logging = { forward: {} };
  for (let attempt = 1; attempt <= portAttempts; attempt += 1) {
    try {
      Runtime.install({ ...options, telemetryOptions: { logging, metrics: await sdkMetrics() } });
      return;
    } catch (error) {
      // Another program took the port after it was found free.
      if (!(error as Error).message.includes('prometheus')) throw error;
      logger.warn({ err: error }, "the metrics of Temporal's SDK cannot be served");
    }
  }
  Runtime.install({ ...options, telemetryOptions: { logging } });
}

/** Temporal's info messages only help with debugging, so they are logged as debug. */
function toTemporal(logger: Logger): TemporalLogger {
  const log = (level: LogLevel, message: string, meta?: object): void => {
    logger[levels[level]]({ temporal: meta }, message);
  };
  return {
    log,
    trace: (message, meta) => log('TRACE', message, meta),
    debug: (message, meta) => log('DEBUG', message, meta),
    info: (message, meta) => log('INFO', message, meta),
    warn: (message, meta) => log('WARN', message, meta),
    error: (message, meta) => log('ERROR', message, meta),
  };
}
