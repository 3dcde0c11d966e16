import { listUnqueuedNotices } from '../../db/notices/notices';
import { requeue } from '../outbox/outbox';
import type { Context } from '../ports';

/**
 * Queues the start of notices that were not settled five minutes after they were written, and that no command starts. One whose
 * workflow is known to Temporal continues there; one whose workflow was lost is started again.
 * @returns how many
 */
export const requeueNotices = ({ database }: Pick<Context, 'database'>, limit: number): Promise<number> =>
  requeue(database, 'send_notice', (transaction) => listUnqueuedNotices(transaction, limit));
