import { Runtime, type LogLevel, type Logger as TemporalLogger } from '@temporalio/worker';
import type { Logger } from 'pino';

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/** Sets up Temporal's runtime, once a process: its log goes into ours, and its signal handlers stay out of our way. */
export function installTemporalRuntime(logger: Logger): void {
  Runtime.install({
    logger: toTemporal(logger),
    shutdownSignals: [],
    // The native core would write to standard output by itself, and end the process when that fails.
    telemetryOptions: { logging: { forward: {} } },
  });
}

/** Temporal's progress messages are of use when something is looked into only: they come as debug. */
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
