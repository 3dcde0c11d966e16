import type { ExecutionStatus } from './schemas';

/**
 * Checks whether an execution may have no more effects: it has ended, has reached its goal, or is being ended from
 * outside.
 */
export const isOver = ({
  status,
  goalEventId,
  cancelReason,
}: {
  status: ExecutionStatus;
  goalEventId: string | null;
  cancelReason: string | null;
}): boolean => status !== 'RUNNING' || goalEventId !== null || cancelReason !== null;
