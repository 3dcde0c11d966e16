import { Runtime, type LogLevel, type Logger as TemporalLogger } from '@temporalio/worker';
import type { Logger } from 'pino';

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/** Sets up Temporal's runtime, once per process. Forwards its log to ours, and disables its signal handlers. */
export function installTemporalRuntime(logger: Logger): void {
  Runtime.install({
    logger: toTemporal(logger),
    shutdownSignals: [],
    // Otherwise the native core writes to standard output itself, and ends the process if that fails.
    telemetryOptions: { logging: { forward: {} } },
  });
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
