import type { Database } from '../../db/connection/pool';
import { findScheduledConnection, lockConnectionSchedule, type AdConnection } from '../../db/connections/connections';

/**
 * Brings the schedule of a connection in line with it, under a lock from the read on: of several at once, the last leaves what the
 * newest read found.
 * @param apply writes the schedule, or removes that of a connection that is to have none (null). It ends within seconds
 */
export function syncConnectionSchedule<Result>(
  database: Database,
  connectionId: string,
  apply: (connection: Pick<AdConnection, 'workspaceId' | 'id'> | null) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await lockConnectionSchedule(transaction, connectionId);
    return apply(await findScheduledConnection(transaction, connectionId));
  });
}
