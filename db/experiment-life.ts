import { changedFields } from '../domain/experiments/life';
import { recordAudit, type AuditEntry } from './audit';
import type { Database } from './connection';
import { recordAllocation } from './experiment-allocations';
import { holdExperiment, updateExperiment, type Experiment } from './experiments';
import { queueMemberNotice } from './member-notices';

/** Changes of experiments, each with all that goes with it: history of the weights, log, notices. */

export interface ExperimentName {
  workspaceId: string;
  experimentId: string;
}

/**
 * Changes an experiment that nobody else changes meanwhile. A change that changes nothing writes nothing, so that a repeat is
 * harmless.
 * @param actor a user's or key's id, or `system`
 * @param decide what it is to be; `now` is the time of the change. What it throws undoes everything
 * @returns the experiment as it is now; null when there is none
 */
export async function changeStoredExperiment(
  database: Database,
  { workspaceId, experimentId }: ExperimentName,
  actor: string,
  decide: (before: Experiment, now: Date) => Experiment,
): Promise<Experiment | null> {
  return database.transaction(async (transaction) => {
    const held = await holdExperiment(transaction, workspaceId, experimentId);
    if (held === null) return null;
    const { experiment: before, now } = held;
    const decided = decide(before, now);
    if (changedFields(before, decided).length === 0) return before;
    const after = await updateExperiment(transaction, decided);
    if (after.status !== 'draft') await recordAllocation(transaction, after, now);
    await recordAudit(transaction, entriesOf(before, after, actor));
    if (after.status !== before.status) await announce(transaction, after);
    return after;
  });
}

/** Members are told of the first start and of the first end. */
async function announce(transaction: Database, { workspaceId, id, status }: Experiment): Promise<void> {
  const template = {
    running: 'experiment-started',
    completed: 'experiment-completed',
    draft: null,
    paused: null,
  } as const;
  const told = template[status];
  if (told !== null) await queueMemberNotice(transaction, workspaceId, { template: told, experimentId: id });
}

const statusActions = {
  draft: 'experiment.redrafted',
  running: 'experiment.started',
  paused: 'experiment.paused',
  completed: 'experiment.completed',
} as const;

/** What the log says of a change: the fields by name; values only of weights and traffic, which are figures. */
function entriesOf(before: Experiment, after: Experiment, actor: string): AuditEntry[] {
  const fields = changedFields(before, after).filter((field) => field !== 'status' && field !== 'promotedVariantId');
  const { promotedVariantId, variants, trafficSplit } = after;
  const isPromoted = promotedVariantId !== null && promotedVariantId !== before.promotedVariantId;
  const metadata = {
    fields,
    ...(fields.includes('trafficSplit') ? { trafficSplit } : {}),
    ...(fields.includes('variants')
      ? { weights: Object.fromEntries(variants.map(({ id, weight }) => [id, weight])) }
      : {}),
  };
  return [
    ...(fields.length > 0 ? [logEntry(after, actor, 'experiment.updated', metadata)] : []),
    ...(after.status !== before.status ? [logEntry(after, actor, statusActions[after.status])] : []),
    ...(isPromoted ? [logEntry(after, actor, 'experiment.promoted', { variantId: promotedVariantId })] : []),
  ];
}

/** An entry of the log about an experiment. */
export const logEntry = (
  { workspaceId, id }: Pick<Experiment, 'workspaceId' | 'id'>,
  actor: string,
  action: string,
  metadata: Record<string, unknown> = {},
): AuditEntry => ({ workspaceId, subjectType: 'experiment', subjectId: id, actor, action, metadata });
