import type { Logger } from 'pino';
import type { TemporalSettings } from './settings';
import { readTlsFiles, type TlsFiles } from './tls-files';

const equal = (a: Buffer | undefined, b: Buffer | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.equals(b);

const isSame = (a: TlsFiles, b: TlsFiles): boolean =>
  equal(a.authority, b.authority) && equal(a.pair?.certificate, b.pair?.certificate) && equal(a.pair?.key, b.pair?.key);

/**
 * Reads the files again every TEMPORAL_TLS_RELOAD_SECONDS, and applies what differs. Files that cannot be used, or of which one is
 * not replaced yet, are left for the next round, as are those that could not be applied: what was applied last stays.
 * @param applied the files that count at first
 * @returns ends it, after a round that is under way
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
      logger?.info('the TLS files of Temporal have changed, and count from now on');
    } catch (error) {
      const problem = (error as Error).message;
      if (problem === lastProblem) return;
      lastProblem = problem;
      logger?.warn({ err: error }, 'the changed TLS files of Temporal cannot be used; the earlier ones stay');
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
