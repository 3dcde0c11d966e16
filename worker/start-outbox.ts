import { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { WorkerSettings } from '../config';
import type { Database } from '../db/connection/pool';
import { openTemporalConnection } from '../temporal/client-connection';
import { dataConverterOf } from '../temporal/payload-codec';
import { createConnectionSchedules } from './connection-schedules';
import { createDigestSchedules } from './digest-schedules';
import { outboxCallTimeoutMs, startOutboxDispatcher, type OutboxDispatcher } from './outbox';
import { traceStarts } from './trace-interceptors';

/** Creates the schedules of digests and connections. The client's payloads must not be encrypted. */
export const createSchedules = (client: Client, database: Database) => ({
  digestSchedules: createDigestSchedules(client, database),
  connectionSchedules: createConnectionSchedules(client, database),
});

/**
 * Starts the dispatcher on its own connection. Its calls end after 5 s and are not retried, because the outbox retries
 * with its own delays and counts each attempt.
 * @param parts.identity the name of this process in Temporal
 */
export function startOutbox(
  settings: WorkerSettings,
  { identity, database, logger }: { identity: string; database: Database; logger: Logger },
): OutboxDispatcher {
  const { TEMPORAL_NAMESPACE: namespace, OUTBOX_POLL_MS: pollMs } = settings;
  const connection = openTemporalConnection(settings, { callTimeoutMs: outboxCallTimeoutMs, retries: false, logger });
  const interceptors = { workflow: [traceStarts] };
  const outbox = startOutboxDispatcher({
    ...createSchedules(new Client({ connection, namespace, identity }), database),
    client: new Client({ connection, namespace, identity, interceptors, ...dataConverterOf(settings) }),
    database,
    publicUrl: settings.PUBLIC_URL,
    listenUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    logger,
    pollMs,
  });
  return { stop: () => outbox.stop().finally(() => connection.close()) };
}
