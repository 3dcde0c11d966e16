import { ApplicationFailure, Context as Activity } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { createShares } from '../domain/shares';

/**
 * Shares the slots of a queue between workspaces. An activity beyond its workspace's share ends immediately, and is retried
 * when a slot may be free. Activities without a workspace are not limited.
 */
export function shareSlots(slots: number): ActivityInterceptorsFactory {
  const shares = createShares({ slots, clock: () => performance.now() });
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const workspaceId = workspaceOf(input.args[0]);
        if (workspaceId === null) return next(input);
        const taken = shares.take(workspaceId);
        if ('retryAfterMs' in taken) {
          // The next attempt continues from them.
          if (info.heartbeatDetails !== undefined) Activity.current().heartbeat(info.heartbeatDetails);
          throw ApplicationFailure.create({
            type: 'WorkspaceBusy',
            message: `Workspace ${workspaceId} uses its share of this worker.`,
            nextRetryDelay: taken.retryAfterMs,
          });
        }
        try {
          return await next(input);
        } finally {
          taken.free();
        }
      },
    },
  });
}

function workspaceOf(given: unknown): string | null {
  const isOfWorkspace = typeof given === 'object' && given !== null && 'workspaceId' in given;
  return isOfWorkspace ? String(given.workspaceId) : null;
}
