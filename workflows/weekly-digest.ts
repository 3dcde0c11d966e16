import {
  executeChild,
  ParentClosePolicy,
  proxyActivities,
  setCurrentDetails,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import { digestDate } from '../domain/digest/digest-date';
import { taskQueues } from './contract/names';
import { digestWorkflowId, type DigestDueInput, type DigestInput, type DigestResult } from './contract/weekly-digest';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '5m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/**
 * Runs the digest of the day for which the schedule fired, also if the schedule catches up later. Temporal appends the
 * time to the ids of scheduled workflows. The digest itself has an id with its date, independent of what starts it.
 * Returns nothing, because the schedule would pass the result to the next week's run.
 */
export async function digestDue({ workspaceId, timezone }: DigestDueInput): Promise<void> {
  const { searchAttributes, startTime } = workflowInfo();
  const scheduledAt = searchAttributes['TemporalScheduledStartTime']?.[0];
  const date = digestDate(scheduledAt instanceof Date ? scheduledAt : startTime, timezone);
  setCurrentDetails(`Runs the digest of **${date}**.`);
  const input: DigestInput = { workspaceId, date };
  try {
    const { notices } = await executeChild(weeklyDigest, {
      workflowId: digestWorkflowId(workspaceId, date),
      taskQueue: taskQueues.maintenance,
      args: [input],
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: `Digest ${date} of ${workspaceId}`,
      searchAttributes: { WorkspaceId: [workspaceId] },
    });
    setCurrentDetails(`The digest of **${date}** has run. ${sent(notices)}`);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError')) throw error;
    setCurrentDetails(`The digest of **${date}** was run by hand before.`);
  }
}

/** Writes the digest of a date. The outbox starts a workflow for each member's message. */
export async function weeklyDigest(input: DigestInput): Promise<DigestResult> {
  const result = await maintenance.writeDigest.executeWithOptions({ summary: 'write the digest' }, [input]);
  setCurrentDetails(sent(result.notices));
  return result;
}

const sent = (notices: number): string => `Messages to members: ${notices}.`;
