import {
  deleteErasedWorkflows,
  endErasedExecutions,
  eraseAllEvents,
  eraseAllRecords,
  failErasure,
  finishErasure,
  type StageContext,
} from '../operations/erasure/erasure-stages';
import { deleteWorkspaceRows } from '../operations/workspaces/delete-workspace';
import { endWorkspaceWork, type EndingContext } from '../operations/workspaces/end-workspace-work';
import type { DeletionInput } from '../workflows/contract/delete-workspace';
import type { ErasureInput } from '../workflows/contract/forget-end-user';
import { attempt } from './attempt';

/** Activities for the stages of erasures and of deletions of workspaces. */
export function createDeletionActivities(context: StageContext & EndingContext) {
  const stage =
    (operation: (given: typeof context, erasureId: string) => Promise<void>) =>
    ({ erasureId }: ErasureInput): Promise<void> =>
      attempt(context, (given) => operation(given, erasureId));
  return {
    endErasedRuns: stage(endErasedExecutions),
    deleteErasedRuns: stage(deleteErasedWorkflows),
    eraseRecords: stage(eraseAllRecords),
    eraseEvents: stage(eraseAllEvents),
    completeErasure: stage(finishErasure),
    failErasure: (input: ErasureInput): Promise<void> => failErasure(context, input),

    endWorkspaceWork: ({ workspaceId }: DeletionInput): Promise<void> =>
      attempt(context, (given) => endWorkspaceWork(given, workspaceId)),
    deleteWorkspaceRows: ({ workspaceId }: DeletionInput): Promise<void> =>
      attempt(context, (given) => deleteWorkspaceRows(given, workspaceId)),
  };
}
