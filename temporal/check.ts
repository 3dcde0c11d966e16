import type { Logger } from 'pino';
import { connectError } from './connect-error';
import type { TemporalSettings } from './settings';

/** Milliseconds in which Temporal has to answer. */
export const checkTimeoutMs = 2_000;

/**
 * What `/readyz` asks: fails when Temporal does not answer in time. Each new reason is logged with its remedy, as the answer to a
 * caller does not give it.
 * @param call of Temporal, which fails after {@link checkTimeoutMs}
 */
export function createTemporalCheck(
  settings: TemporalSettings,
  call: () => Promise<unknown>,
  logger: Logger,
): () => Promise<void> {
  let lastReason: string | undefined;
  let logging: Promise<void> | undefined;
  const logReason = async (error: unknown): Promise<void> => {
    const { message } = await connectError(settings, error);
    if (message !== lastReason) logger.warn(message);
    lastReason = message;
  };
  return async () => {
    try {
      await call();
      lastReason = undefined;
    } catch (error) {
      logging ??= logReason(error).finally(() => (logging = undefined));
      throw error;
    }
  };
}
