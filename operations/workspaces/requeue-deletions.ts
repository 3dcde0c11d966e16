import type { Database } from '../../db/connection/pool';
import { listUnqueuedDeletions } from '../../db/workspaces/deletions';
import { requeue } from '../outbox/requeue';

/** Queues the start of deletions again. One with a running workflow continues there. @returns how many */
export const requeueDeletions = (database: Database, limit: number): Promise<number> =>
  requeue(database, 'delete_workspace', (transaction) => listUnqueuedDeletions(transaction, limit));
