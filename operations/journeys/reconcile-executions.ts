import { listUnfinishedHistories } from '../../db/conversions/completion-history';
import { findStillRunning, readClosedUntil, saveClosedUntil } from '../../db/journeys/closed-executions';
import { endExecution, readClock, takeExecutionsToReconcile, type Execution } from '../../db/journeys/executions';
import { listPendingSteps, markPendingSteps } from '../../db/journeys/pending-steps';
import { enqueue } from '../../db/outbox/outbox';
import { requeueHistory } from '../conversions/history';
import { requeueErasures } from '../erasure/erasures';
import { inGroups } from '../in-groups';
import { requeueNotices } from '../notices/send-notice';
import type { Context } from '../ports';
import type { WorkflowState } from '../workflows-port';
import { requeueDeletions } from '../workspaces/delete-workspace';
import { requeueBulks } from './bulk-executions';

type Counts = Pick<Reconciled, 'checked' | 'restarted' | 'ended'>;

export type ReconcileContext = Pick<Context, 'database' | 'workflows' | 'signal'>;

interface ReconcileRequest {
  /** Maximum number of executions to compare while some differ, and of commands of each kind to queue. */
  limit: number;
  /** Seconds after which an execution is checked again. */
  recheckAfterSeconds: number;
}

interface Reconciled {
  checked: number;
  restarted: number;
  ended: number;
  /** Overdue notices that were queued again. */
  notices: number;
  /** Executions that received a signal because their step has been pending for over a minute. */
  pending: number;
}

/**
 * Records the ends of workflows that closed since the last round, and compares a sample of the running executions with
 * their workflows ({@link checkSample}). Queues overdue notices again, and erasures, deletions of workspaces, bulk actions and
 * histories of conversions that have lost their workflow. Signals executions with a step that has been pending for over
 * a minute.
 */
export async function reconcileExecutions(context: ReconcileContext, request: ReconcileRequest): Promise<Reconciled> {
  const { limit } = request;
  await requeueErasures(context, limit);
  await requeueDeletions(context, limit);
  await requeueBulks(context, limit);
  await resumeHistories(context, limit);
  const result = { checked: 0, restarted: 0, ended: 0, notices: await requeueNotices(context, limit) };
  await checkSample(context, request, result);
  const pending = await signalPendingSteps(context, limit);
  // Last, because it needs visibility, which may be unavailable when the rest of Temporal is not.
  await recordClosed(context, result);
  return { ...result, pending };
}

/** The list of closed workflows may lack those that closed less than this ago, and clocks may differ by as much. */
const overlapMs = 60_000;
/** After a long pause, closed workflows are recorded by the hour, so that a failed round repeats an hour at most. */
const longestPeriodMs = 3_600_000;
const periodsPerRound = 24;
const closedPerStatement = 1_000;

/**
 * Records the ends of workflows that closed since the last round. Nearly all have recorded their end themselves. The
 * others were terminated, canceled or timed out in Temporal.
 */
async function recordClosed(context: ReconcileContext, counts: Counts): Promise<void> {
  const { database, workflows } = context;
  const { closedUntil, now } = await readClosedUntil(database);
  // The clock may have been set back.
  let since = Math.min(closedUntil.getTime(), now.getTime());
  for (let period = 0; period < periodsPerRound; period += 1) {
    const until = new Date(Math.min(since + longestPeriodMs, now.getTime()));
    let names: { workspaceId: string; id: string }[] = [];
    for await (const name of workflows.listClosed(new Date(since - overlapMs), until)) {
      names.push(name);
      if (names.length < closedPerStatement) continue;
      await compare(context, await findStillRunning(database, names), counts);
      names = [];
    }
    if (names.length > 0) await compare(context, await findStillRunning(database, names), counts);
    await saveClosedUntil(database, until);
    since = until.getTime();
    if (since >= now.getTime()) return;
  }
}

/** Executions of a round that are compared with their workflows if none of them differs. */
const sampleSize = 100;
const growth = 4;

/**
 * Compares the running executions that were compared the longest ago with their workflows. While some differ, Temporal
 * may have lost many, so it compares more, up to the limit.
 */
async function checkSample(
  context: ReconcileContext,
  { limit, recheckAfterSeconds }: ReconcileRequest,
  counts: Counts,
): Promise<void> {
  const unchecked = { forSeconds: recheckAfterSeconds };
  for (let checked = 0, size = sampleSize; checked < limit; size *= growth) {
    const wanted = Math.min(size, limit - checked);
    const executions = await takeExecutionsToReconcile(context.database, { unchecked, limit: wanted });
    const differing = await compare(context, executions, counts);
    checked += executions.length;
    if (executions.length < wanted || differing === 0) return;
  }
}

/** Compares executions with their workflows, as {@link reconcileExecution}. @returns how many differed */
async function compare(context: ReconcileContext, executions: readonly Execution[], counts: Counts): Promise<number> {
  const { workflows, signal } = context;
  const repairs = await inGroups(signal, executions, async (execution) => {
    const repair = await reconcileExecution(context, execution, await workflows.describe(execution.id));
    counts.checked += 1;
    if (repair !== null) counts[repair] += 1;
    return repair;
  });
  return repairs.filter((repair) => repair !== null).length;
}

/** Resumes histories without a running workflow. A running workflow would only check again for changes. */
async function resumeHistories({ database, workflows, signal }: ReconcileContext, limit: number): Promise<void> {
  await inGroups(signal, await listUnfinishedHistories(database, limit), async ({ workspaceId, id }) => {
    if (await workflows.isHistoryRunning({ workspaceId, conversionId: id })) return;
    await requeueHistory({ database }, { workspaceId, id });
  });
}

/**
 * Signals executions, and then marks their steps. After a failure in between, the signals are repeated, which changes
 * nothing.
 * @returns the number of signaled executions
 */
async function signalPendingSteps({ database, workflows, signal }: ReconcileContext, limit: number): Promise<number> {
  const steps = await listPendingSteps(database, limit);
  const running = steps.filter(({ isRunning }) => isRunning);
  await inGroups(signal, running, ({ executionId, stepId }) => workflows.signalStepPending(executionId, stepId));
  if (steps.length > 0) await markPendingSteps(database, steps);
  return running.length;
}

/** Number of executions that {@link reconcileAll} compares at the same time. */
const batchSize = 20;

/**
 * Compares every running execution, of one workspace or all, with its workflow, and logs those that differed. Safe to run next to
 * {@link reconcileExecutions}: each takes its own executions. Skips executions that the outbox has not started yet.
 */
export async function reconcileAll(
  { database, workflows, log }: Pick<Context, 'database' | 'workflows' | 'log'>,
  workspaceId: string | undefined,
): Promise<Counts> {
  const counts = { checked: 0, restarted: 0, ended: 0 };
  // Executions checked after this time are done, so the rounds end even if new executions start.
  const before = await readClock(database);
  const reconcile = async (execution: Execution): Promise<void> => {
    const state = await workflows.describe(execution.id);
    const repair = await reconcileExecution({ database }, execution, state);
    counts.checked += 1;
    if (repair === null) return;
    counts[repair] += 1;
    const { workspaceId: owner, id, journeyId, currentStepId } = execution;
    const text = `${owner} ${journeyId} ${id} at ${currentStepId}: ${state} in Temporal, ${repair}`;
    log.info({ executionId: id, state, repair }, text);
  };
  for (;;) {
    const executions = await takeExecutionsToReconcile(database, {
      workspaceId,
      unchecked: { before },
      limit: batchSize,
    });
    if (executions.length === 0) return counts;
    await Promise.all(executions.map(reconcile));
  }
}

/** The change to an execution that differed from its workflow: a start at its step, or the end that Temporal reported. */
type Repair = 'restarted' | 'ended';

const endings = {
  completed: { status: 'COMPLETED', reason: 'end' },
  failed: { status: 'FAILED', reason: 'failed' },
  canceled: { status: 'CANCELED', reason: 'canceled' },
  terminated: { status: 'TERMINATED', reason: 'terminated' },
} as const;

/**
 * Changes a running execution to match its workflow. Safe to repeat and to run concurrently.
 * @returns null if nothing had to be changed
 */
async function reconcileExecution(
  { database }: Pick<Context, 'database'>,
  { workspaceId, id, retries }: Execution,
  state: WorkflowState,
): Promise<Repair | null> {
  if (state === 'running') return null;
  return database.transaction(async (transaction) => {
    if (state === 'gone') {
      await enqueue(transaction, [{ workspaceId, kind: 'start_execution', subjectId: id }]);
      return 'restarted';
    }
    // The state may be that of the workflow before a retry.
    return (await endExecution(transaction, workspaceId, id, { ...endings[state], retries })) ? 'ended' : null;
  });
}
