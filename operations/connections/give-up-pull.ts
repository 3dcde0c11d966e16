import type { Database } from '../../db/connection/pool';
import { lockConnection, type AdConnection } from '../../db/connections/connections';
import { endPull } from './end-pull';

/** Ends a pull whose tries are over, unless its connection is gone. @param occurrence names the run */
export function giveUpPull(
  database: Database,
  { workspaceId, id }: Pick<AdConnection, 'workspaceId' | 'id'>,
  occurrence: string,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const connection = await lockConnection(transaction, workspaceId, id);
    if (connection === null) return;
    await endPull(transaction, connection, connection.lastError ?? 'The pull did not finish in time.', occurrence);
  });
}
