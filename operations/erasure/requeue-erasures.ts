import { listUnqueuedErasures } from '../../db/erasure/erasures';
import { requeue } from '../outbox/requeue';
import type { Context } from '../ports';

/** Queues the start of erasures that no command starts: one whose workflow is known continues there. @returns how many */
export const requeueErasures = ({ database }: Pick<Context, 'database'>, limit: number): Promise<number> =>
  requeue(database, 'start_erasure', (transaction) => listUnqueuedErasures(transaction, limit));
