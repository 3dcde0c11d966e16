import pg from 'pg';
import type { Logger } from 'pino';
import { outboxChannel } from '../db/outbox/outbox';

export interface OutboxListener {
  stop(): Promise<void>;
}

interface ListenerOptions {
  /** URL of PostgreSQL itself: poolers do not support listeners. */
  listenUrl: string;
  logger: Logger;
}

/**
 * Listens for commits that wrote commands, on its own connection, and reconnects every second. Polling covers the gap.
 * @param onCommit called for each commit and after each connect
 */
export function listenToOutbox({ listenUrl, logger }: ListenerOptions, onCommit: () => void): OutboxListener {
  let stopped = false;
  let hangUp: () => void = () => undefined;
  const finished = (async () => {
    while (!stopped) {
      try {
        await listenOnce(listenUrl, onCommit, (end) => (hangUp = end));
      } catch (error) {
        logger.warn({ err: error }, 'outbox listener is not connected; polling continues');
      }
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, 1_000).unref());
    }
  })();
  return {
    async stop(): Promise<void> {
      stopped = true;
      hangUp();
      await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, 1_500).unref())]);
    },
  };
}

/** Resolves when the connection has ended. */
async function listenOnce(
  listenUrl: string,
  onCommit: () => void,
  onEndable: (end: () => void) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: listenUrl, application_name: 'apex-outbox', keepAlive: true });
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
    client.on('error', () => {
      resolve();
    });
  });
  client.on('notification', onCommit);
  onEndable(() => void client.end().catch(() => undefined));
  await client.connect();
  await client.query(`listen ${outboxChannel}`);
  onCommit();
  await ended;
}
