import type { Logger } from 'pino';
import type { TemporalSettings } from './settings';
import { readTlsFiles, type TlsFiles } from './tls-files';

const equal = (a: Buffer | undefined, b: Buffer | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.equals(b);

const isSame = (a: TlsFiles, b: TlsFiles): boolean =>
  equal(a.authority, b.authority) && equal(a.pair?.certificate, b.pair?.certificate) && equal(a.pair?.key, b.pair?.key);

/**
 * Reads the files every TEMPORAL_TLS_RELOAD_SECONDS, and applies changes. If files are unusable, only partly replaced
 * or cannot be applied, the last applied ones stay in use until the next round.
 * @param applied the initial files
 * @returns a function that stops the watch after the current round
 */
export function watchTlsFiles(
  settings: TemporalSettings,
  applied: TlsFiles,
  apply: (files: TlsFiles) => void | Promise<void>,
  logger?: Logger,
): () => Promise<void> {
  let current = applied;
  let round: Promise<void> | undefined;
  let lastProblem = '';
  const look = async (): Promise<void> => {
    try {
      const files = readTlsFiles(settings);
      if (isSame(files, current)) return;
      await apply(files);
      current = files;
      lastProblem = '';
      logger?.info('Temporal TLS files have changed and are in use now');
    } catch (error) {
      const problem = (error as Error).message;
      if (problem === lastProblem) return;
      lastProblem = problem;
      logger?.warn({ err: error }, 'changed Temporal TLS files cannot be used; the previous ones stay in use');
    }
  };
  const timer = setInterval(() => {
    round ??= look().finally(() => (round = undefined));
  }, settings.TEMPORAL_TLS_RELOAD_SECONDS * 1_000);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
