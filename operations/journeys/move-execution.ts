import type { Database } from '../../db/connection/pool';
import type { Settling } from '../../db/email/sends';
import { readLocalTime } from '../../db/end-users/end-users';
import { findExecution, findResumption, type Execution } from '../../db/journeys/executions';
import { readSteps, type PublishedSteps } from '../../db/journeys/published-steps';
import { insertMovement, type Movement, type RecordedMovement } from '../../db/journeys/movements';
import { notFound } from '../../domain/errors';
import { advance, arriveAt, type Position } from '../../domain/journeys/advance';
import type { Outcome } from '../../domain/journeys/plan';
import type { StepKind, StepOf } from '../../domain/journeys/schemas';
import { placeOf, type Place } from '../../domain/journeys/place';
import { stepEntry } from '../../domain/journeys/step-entry';
import type { Context } from '../ports';

/** A step that an execution performs. */
export interface StepInput {
  workspaceId: string;
  executionId: string;
  stepId: string;
  /** The wait that has ended, if the execution comes from one. */
  leftStepId?: string;
  /** Whether the result has the place after the step. */
  showsPlace?: true;
}

/** An execution with the steps of its version. */
export interface LoadedExecution extends PublishedSteps {
  execution: Execution;
  showsPlace: boolean;
}

export interface Resumption {
  /** ISO 8601 instant of the end of the wait that the execution is at. Missing if it is at no wait. */
  resumesAt?: string;
  /** The execution has reached its goal or was ended from outside. `recordEnding` returns why. */
  halted?: true;
  /** The place after the step, if the input asks for it. */
  place?: Place;
}

/** The outcome of a step, and where the execution is after it. */
export interface PerformedStep extends Resumption {
  /** Null if the execution is over and nothing was done. */
  outcome: Outcome | null;
}

/** @throws AppError NOT_FOUND if the execution or its version does not exist */
export async function loadExecution(
  { database }: Pick<Context, 'database'>,
  {
    workspaceId,
    executionId,
    showsPlace = false,
  }: Pick<StepInput, 'workspaceId' | 'executionId'> & { showsPlace?: boolean },
): Promise<LoadedExecution> {
  const execution = await findExecution(database, workspaceId, executionId);
  if (execution === null) throw notFound('Execution', executionId);
  const published = await readSteps(database, execution);
  if (published === null) throw notFound('Version', String(execution.version));
  return { execution, ...published, showsPlace };
}

/**
 * Loads the execution of a step, and leaves the wait that it comes from.
 * @throws AppError NOT_FOUND as {@link loadExecution}
 */
export async function loadForStep(context: Pick<Context, 'database'>, input: StepInput): Promise<LoadedExecution> {
  const loaded = await loadExecution(context, input);
  const { leftStepId } = input;
  if (leftStepId !== undefined) await moveAfter(context, loaded, { stepId: leftStepId, outcome: { kind: 'elapsed' } });
  return loaded;
}

/** @throws AppError NOT_FOUND if the version has no such step of these kinds */
export function stepOf<Kind extends StepKind = StepKind>(
  { steps }: LoadedExecution,
  stepId: string,
  ...kinds: readonly Kind[]
): StepOf<Kind> {
  const step = steps.find(({ id, kind }) => id === stepId && (kinds.length === 0 || kinds.some((one) => one === kind)));
  if (step === undefined) throw notFound(kinds.length === 0 ? 'Step' : `Step of kind ${kinds.join(' or ')}`, stepId);
  return step as StepOf<Kind>;
}

/** A step that an execution leaves. */
export interface Leaving {
  stepId: string;
  outcome: Outcome;
  /** The send to settle with it. */
  send?: Settling | null;
}

/** Where an execution is after a movement, and whether this attempt was the first to leave the step. */
export type Moved = Resumption & Pick<RecordedMovement, 'isFirstLeaving'>;

/**
 * Records the outcome of a step, settles its send, and moves the execution to its next step or its end, in one statement.
 * Safe to repeat: the first outcome of a step is kept.
 */
export async function moveAfter(
  { database }: Pick<Context, 'database'>,
  loaded: LoadedExecution,
  { stepId, outcome, send = null }: Leaving,
): Promise<Moved> {
  const position = advance(loaded.plan, stepId, outcome);
  const left = {
    stepId,
    kind: stepOf(loaded, stepId).kind,
    status: leftStatus(outcome),
    ...('reason' in outcome ? { reason: outcome.reason } : {}),
    ...('armId' in outcome ? { armId: outcome.armId } : {}),
  };
  const moved = await record(database, { ...(await movementTo(database, loaded, position, outcome)), left }, send);
  return loaded.showsPlace ? { ...moved, place: placeOf(loaded.plan, loaded.titles, position) } : moved;
}

/**
 * Finds the place after a step, for a workflow whose activity did not report it.
 * @throws AppError NOT_FOUND as {@link loadExecution}
 */
export async function locate(
  context: Pick<Context, 'database'>,
  { stepId, outcome, ...name }: Pick<StepInput, 'workspaceId' | 'executionId' | 'stepId'> & { outcome: Outcome | null },
): Promise<Place> {
  const { plan, titles } = await loadExecution(context, name);
  return placeOf(plan, titles, outcome === null ? arriveAt(plan, stepId) : advance(plan, stepId, outcome));
}

/** Records that an execution is at a step, and that the wait before it is over. Safe to repeat. */
export async function arriveAtStep(
  context: Pick<Context, 'database'>,
  { workspaceId, executionId, leftStepId, stepId }: StepInput,
): Promise<Resumption> {
  const loaded = await loadExecution(context, { workspaceId, executionId });
  if (leftStepId !== undefined) {
    return resumptionOnly(await moveAfter(context, loaded, { stepId: leftStepId, outcome: { kind: 'elapsed' } }));
  }
  const position = arriveAt(loaded.plan, stepId);
  return resumptionOnly(await record(context.database, await movementTo(context.database, loaded, position), null));
}

export const resumptionOnly = ({ isFirstLeaving: _, ...resumption }: Moved): Resumption => resumption;

async function movementTo(
  database: Database,
  loaded: LoadedExecution,
  position: Position,
  outcome?: Outcome,
): Promise<Movement> {
  const { workspaceId, id: executionId, endUserId } = loaded.execution;
  if (position.status === 'ended') {
    const step = stepOf(loaded, position.stepId);
    if (position.ending === 'failed') {
      const cause = outcome !== undefined && 'reason' in outcome ? outcome.reason : null;
      const at = { stepId: position.stepId, kind: step.kind };
      return { workspaceId, executionId, at, ended: { status: 'FAILED', reason: step.kind, cause } };
    }
    const reason = position.ending === 'exit' && step.kind === 'exit' ? (step.reason ?? 'end') : position.ending;
    const at = { stepId: position.stepId, kind: step.kind };
    return { workspaceId, executionId, at, ended: { status: 'COMPLETED', reason } };
  }
  const step = stepOf(loaded, position.step.id);
  if (step.kind !== 'wait') return { workspaceId, executionId, at: stepEntry(step, new Date(), 'UTC') };
  // Waits use the clock of the database, because the clock of this process may be wrong.
  const { now, timezone } = await readLocalTime(database, workspaceId, endUserId);
  return { workspaceId, executionId, at: stepEntry(step, now, timezone) };
}

async function record(database: Database, movement: Movement, send: Settling | null): Promise<Moved> {
  const { isFirstLeaving, isFirstEntry, isHalted } = await insertMovement(database, movement, send);
  if (isHalted) return { isFirstLeaving, halted: true };
  const { workspaceId, executionId, at } = movement;
  if (at.resumesAt === undefined) return { isFirstLeaving };
  // The first recorded end of a wait applies to all attempts.
  const earlier = isFirstEntry ? null : await findResumption(database, workspaceId, executionId, at.stepId);
  return { isFirstLeaving, resumesAt: (earlier ?? at.resumesAt).toISOString() };
}

const leftStatus = ({ kind }: Outcome): 'executed' | 'skipped' | 'failed' =>
  kind === 'skipped' || kind === 'failed' ? kind : 'executed';
