import type { Connection } from '@temporalio/client';
import type { Logger } from 'pino';
import { connectError } from './connect-error';
import type { TemporalSettings } from './settings';

/**
 * What `/readyz` asks: fails when Temporal does not answer within 2 s. Each new reason is logged with its remedy, as the answer to a
 * caller does not give it.
 */
export function createTemporalCheck(
  settings: TemporalSettings,
  connection: Connection,
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
      await connection.withDeadline(Date.now() + 2_000, () => connection.workflowService.getSystemInfo({}));
      lastReason = undefined;
    } catch (error) {
      logging ??= logReason(error).finally(() => (logging = undefined));
      throw error;
    }
  };
}
