import { ApplicationFailure } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { readLocalTime } from '../db/end-users/end-users';
import { findResumption, type Execution } from '../db/journeys/executions';
import type { Movement, RecordedMovement } from '../db/journeys/movements';
import { findRun } from '../db/journeys/runs';
import { advance, type Position } from '../domain/journeys/advance';
import type { Outcome } from '../domain/journeys/plan';
import { planOf } from '../domain/journeys/steps/registry';
import type { JourneyStep } from '../domain/journeys/schemas';
import { stepEntry } from '../domain/journeys/step-entry';
import { recordMovement } from '../operations/journeys/record-movement';

/** A run with the steps of its pinned version, as the activities of a journey see it. */
export interface Run {
  execution: Execution;
  steps: JourneyStep[];
}

/** @throws a failure that is not retried when the run or its version is not there (any more) */
export async function loadRun(database: Database, workspaceId: string, executionId: string): Promise<Run> {
  const run = await findRun(database, workspaceId, executionId);
  if (run === null) throw ApplicationFailure.nonRetryable('The execution does not exist.', 'ExecutionMissing');
  const { execution, steps } = run;
  if (steps === null) throw ApplicationFailure.nonRetryable('The version does not exist.', 'VersionMissing');
  return { execution, steps };
}

/** Whether nothing of the run may act any more: it has ended, reached its goal, or is being ended from outside. */
export const isOver = ({ execution }: Run): boolean =>
  execution.status !== 'RUNNING' || execution.goalEventId !== null || execution.cancelReason !== null;

export function stepOf(run: Run, stepId: string): JourneyStep {
  const step = run.steps.find((candidate) => candidate.id === stepId);
  if (step === undefined) throw ApplicationFailure.nonRetryable(`The version has no step "${stepId}".`, 'StepMissing');
  return step;
}

/** The movement that an outcome makes: what is left, where the run stands then, and how it ends if it does. */
export async function movementAfter(database: Database, run: Run, stepId: string, outcome: Outcome): Promise<Movement> {
  const position = advance(planOf(run.steps), stepId, outcome);
  const left = {
    stepId,
    kind: stepOf(run, stepId).kind,
    status: leftStatus(outcome),
    ...('reason' in outcome ? { reason: outcome.reason } : {}),
    ...('armId' in outcome ? { armId: outcome.armId } : {}),
  };
  return { ...(await movementTo(database, run, position)), left };
}

/** The movement to a position, without leaving one. */
export async function movementTo(database: Database, run: Run, position: Position): Promise<Movement> {
  const { workspaceId, id: executionId } = run.execution;
  if (position.status === 'ended') {
    const step = stepOf(run, position.stepId);
    const reason = position.ending === 'exit' && step.kind === 'exit' ? (step.reason ?? 'end') : position.ending;
    return {
      workspaceId,
      executionId,
      at: { stepId: position.stepId, kind: step.kind },
      ended: { status: 'COMPLETED', reason },
    };
  }
  const step = stepOf(run, position.step.id);
  if (step.kind !== 'wait') return { workspaceId, executionId, at: stepEntry(step, new Date(), 'UTC') };
  // A wait begins by the database's clock: that of this process may be wrong, and would make it longer or shorter.
  const { now, timezone } = await readLocalTime(database, workspaceId, run.execution.endUserId);
  return { workspaceId, executionId, at: stepEntry(step, now, timezone) };
}

/** Leaves the wait that the run comes from, as its time is over; nothing when it comes from none. */
export async function leaveWait(database: Database, run: Run, stepId: string | undefined): Promise<void> {
  if (stepId === undefined) return;
  const movement = await movementAfter(database, run, stepId, { kind: 'elapsed' });
  await recordMovement(database, movement);
}

export interface Resumption {
  /** ISO 8601 instant at which the wait that the run is at ends; absent when it is at no wait. */
  resumesAt?: string;
  /** The run has reached its goal or was ended from outside. `recordEnding` returns why. */
  halted?: true;
}

/** The arrival that a recorded movement led to. The instant that was recorded first stands, whichever attempt asks. */
export async function resumptionOf(
  database: Database,
  { workspaceId, executionId, at }: Movement,
  { isFirstEntry, isHalted }: RecordedMovement,
): Promise<Resumption> {
  if (isHalted) return { halted: true };
  if (at.resumesAt === undefined) return {};
  const earlier = isFirstEntry ? null : await findResumption(database, workspaceId, executionId, at.stepId);
  return { resumesAt: (earlier ?? at.resumesAt).toISOString() };
}

function leftStatus(outcome: Outcome): 'executed' | 'skipped' | 'failed' {
  return outcome.kind === 'skipped' || outcome.kind === 'failed' ? outcome.kind : 'executed';
}
