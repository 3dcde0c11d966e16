import { lockStepSend } from '../../db/email/resends';
import type { Settling } from '../../db/email/sends';
import type { Database } from '../../db/connection/pool';
import type { Execution } from '../../db/journeys/executions';
import { lockEventWait } from '../../db/journeys/event-waits';
import { findStepOutcome, type StepOutcome } from '../../db/journeys/step-outcomes';
import { abandoned, outcomeUnknown } from '../../domain/email/delivery-outcome';
import { skippedByOperator } from '../../domain/journeys/executions/actions';
import type { Outcome } from '../../domain/journeys/plan';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';
import {
  loadExecution,
  loadForStep,
  moveAfter,
  resumptionOnly,
  type Resumption,
  type StepInput,
} from './move-execution';

export interface LeaveStepInput extends StepInput {
  action: 'skip_step' | 'move_on';
  /** The operator, for the audit log. */
  by?: string;
}

export interface LeftStep extends Resumption {
  outcome: Outcome;
}

const auditActions = { skip_step: 'execution.step_skipped', move_on: 'execution.wait_ended' } as const;

/** How an execution leaves a step, and the send to settle with it. */
interface Departure {
  outcome: Outcome;
  send?: Settling;
}

/**
 * Leaves a step for an operator: skips a send or webhook, or ends a wait. Call it when no attempt at the step is running.
 * A message that may be in transit counts as one with an unknown outcome. Safe to repeat: the first outcome is kept.
 * @throws AppError NOT_FOUND if there is no such execution or step
 */
export async function leaveStep(
  { database }: Pick<Context, 'database'>,
  { action, by = 'system', ...input }: LeaveStepInput,
): Promise<LeftStep> {
  const { workspaceId, stepId } = input;
  const loaded = await loadForStep({ database }, input);
  return database.transaction(async (transaction) => {
    // Locks the record of the step, whatever its kind, so that no other attempt leaves it in between.
    const { received } = await lockEventWait(transaction, input);
    const departure: Departure =
      action === 'skip_step'
        ? await departureBySkip(transaction, input)
        : { outcome: { kind: received ? 'received' : 'elapsed' } };
    const moved = await moveAfter({ database: transaction }, loaded, { stepId, ...departure });
    if (moved.isFirstLeaving) {
      const acted = actedOn(loaded.execution, input);
      await recordAct(transaction, { workspaceId, id: by }, auditActions[action], acted);
    }
    return { outcome: departure.outcome, ...resumptionOnly(moved) };
  });
}

/** Records in the audit log that an operator retried a step. @throws AppError NOT_FOUND if there is no such execution */
export async function recordRetry(
  { database }: Pick<Context, 'database'>,
  { by = 'system', ...input }: Omit<LeaveStepInput, 'action'>,
): Promise<void> {
  const { execution } = await loadExecution({ database }, input);
  await recordAct(
    database,
    { workspaceId: input.workspaceId, id: by },
    'execution.step_retried',
    actedOn(execution, input),
  );
}

const actedOn = ({ journeyId, version }: Execution, { executionId, stepId }: StepInput) => ({
  subject: { type: 'journey' as const, id: journeyId },
  metadata: { executionId, version, stepId },
});

async function departureBySkip(transaction: Database, input: StepInput): Promise<Departure> {
  const left = await findStepOutcome(transaction, input);
  if (left !== null) return { outcome: outcomeOf(left) };
  const skipped: Outcome = { kind: 'skipped', reason: skippedByOperator };
  const send = await lockStepSend(transaction, input);
  if (send?.status === 'sending') {
    return {
      outcome: { kind: 'failed', reason: 'outcome_unknown' },
      send: { sendId: send.id, settled: outcomeUnknown },
    };
  }
  return send?.status === 'queued'
    ? { outcome: skipped, send: { sendId: send.id, settled: abandoned } }
    : { outcome: skipped };
}

/** The next step is the same after every success. */
function outcomeOf({ status, reason }: StepOutcome): Outcome {
  return status === 'executed' ? { kind: 'done' } : { kind: status, reason: reason ?? status };
}
