import type { Database } from '../../db/connection/pool';
import { listUnqueuedErasures } from '../../db/erasure/erasures';
import { requeue } from '../outbox/requeue';

/** Queues the start of erasures that no command starts: one whose workflow is known continues there. @returns how many */
export const requeueErasures = (database: Database, limit: number): Promise<number> =>
  requeue(database, 'start_erasure', (transaction) => listUnqueuedErasures(transaction, limit));
