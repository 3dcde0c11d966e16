import type { Logger } from 'pino';
import { connectError } from './connect-error';
import type { TemporalSettings } from './settings';

/** Milliseconds within which Temporal must respond. */
export const checkTimeoutMs = 2_000;

/**
 * Creates the check for `/readyz`, which fails if Temporal does not respond in time. Logs each new reason with its
 * remedy, because the response does not include it.
 * @param call a request to Temporal that fails after {@link checkTimeoutMs}
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
