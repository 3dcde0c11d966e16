import { randomBytes } from 'node:crypto';
import { Client, ScheduleNotFoundError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { openTemporalConnection } from '../../temporal/client-connection';
import { temporalAt } from '../../temporal/settings';
import { findMissingSearchAttributes, registerSearchAttributes } from '../../worker/temporal';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { waitFor } from './wait-for';

/**
 * Returns whether the history service knows the namespace. Each Temporal service has its own list, which it refreshes
 * from time to time.
 */
const isKnownToHistory = (client: Client): Promise<boolean> =>
  client.schedule
    .getHandle('nobody')
    .describe()
    .then(
      () => true,
      (error: unknown) => error instanceof ScheduleNotFoundError,
    );

/** Creates a Temporal namespace, so that test files do not share task queues. */
export async function createNamespace(address: string): Promise<string> {
  const namespace = `test-${randomBytes(6).toString('hex')}`;
  const connection = openTemporalConnection(temporalAt(address, namespace));
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    });
    const client = new Client({ connection, namespace });
    await waitFor(async () => {
      try {
        await registerSearchAttributes(client, namespace);
        // A schedule drops a run if the front end does not know its search attributes yet.
        return (await findMissingSearchAttributes(client)) === null && (await isKnownToHistory(client));
      } catch {
        return false;
      }
    });
    return namespace;
  } finally {
    await connection.close();
  }
}

/**
 * Deletes the schedules of the installation. Otherwise the server would start runs without a worker while the other
 * tests run.
 */
export async function endSchedules(address: string, namespace: string): Promise<void> {
  const connection = openTemporalConnection(temporalAt(address, namespace));
  const { schedule } = new Client({ connection, namespace });
  // Some tests have deleted theirs.
  await Promise.allSettled(Object.values(scheduleIds).map((id) => schedule.getHandle(id).delete()));
  await connection.close();
}
