import type { Database } from '../../db/connection/pool';
import { recordAllocation } from '../../db/experiments/experiment-allocations';
import { lockExperiment, updateExperiment, type Experiment } from '../../db/experiments/experiments';
import { queueMemberNotice } from '../../db/notices/member-notices';
import type { Actor } from '../../domain/accounts/actor';
import { changedFields } from '../../domain/experiments/life';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/**
 * Changes an experiment under its lock, with what goes with it: history of the weights, audit log, notices. A change that changes
 * nothing writes nothing, so that it is safe to repeat.
 * @param decide what it is to be; `now` is the time of the change. What it throws rolls everything back
 * @returns the experiment as it is now; null when there is none
 */
export function applyChange(
  { database }: Pick<Context, 'database'>,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  experimentId: string,
  decide: (before: Experiment, now: Date) => Experiment,
): Promise<Experiment | null> {
  return database.transaction(async (transaction) => {
    const locked = await lockExperiment(transaction, actor.workspaceId, experimentId);
    if (locked === null) return null;
    const { experiment: before, now } = locked;
    const decided = decide(before, now);
    if (changedFields(before, decided).length === 0) return before;
    const after = await updateExperiment(transaction, decided);
    if (after.status !== 'draft') await recordAllocation(transaction, after, now);
    for (const { action, metadata } of actsOf(before, after)) {
      await recordAct(transaction, actor, action, { subject: { type: 'experiment', id: after.id }, metadata });
    }
    if (after.status !== before.status) await notifyMembers(transaction, after);
    return after;
  });
}

/** Members are notified of the first start and of the first end. */
async function notifyMembers(transaction: Database, { workspaceId, id, status }: Experiment): Promise<void> {
  const templates = {
    running: 'experiment-started',
    completed: 'experiment-completed',
    draft: null,
    paused: null,
  } as const;
  const template = templates[status];
  if (template !== null) await queueMemberNotice(transaction, workspaceId, { template, experimentId: id });
}

const statusActions = {
  draft: 'experiment.redrafted',
  running: 'experiment.started',
  paused: 'experiment.paused',
  completed: 'experiment.completed',
} as const;

/** What the audit log records of a change: the fields by name; values only of weights and traffic, which are figures. */
function actsOf(before: Experiment, after: Experiment): { action: string; metadata: Record<string, unknown> }[] {
  const fields = changedFields(before, after).filter((field) => field !== 'status' && field !== 'promotedVariantId');
  const { promotedVariantId, variants, trafficSplit } = after;
  const isPromoted = promotedVariantId !== null && promotedVariantId !== before.promotedVariantId;
  const weights = Object.fromEntries(variants.map(({ id, weight }) => [id, weight]));
  const metadata = {
    fields,
    ...(fields.includes('trafficSplit') ? { trafficSplit } : {}),
    ...(fields.includes('variants') ? { weights } : {}),
  };
  return [
    ...(fields.length > 0 ? [{ action: 'experiment.updated', metadata }] : []),
    ...(after.status !== before.status ? [{ action: statusActions[after.status], metadata: {} }] : []),
    ...(isPromoted ? [{ action: 'experiment.promoted', metadata: { variantId: promotedVariantId } }] : []),
  ];
}
