import { gatherFacts } from '../../db/audiences/condition-facts';
import type { Database } from '../../db/connection/pool';
import { findEndUser, lockEndUser, updateEndUser, type EndUser } from '../../db/end-users/end-users';
import { findArmOfSubject, findStepRecord, type StepRecord } from '../../db/journeys/step-outcomes';
import { renderedTextOrNull } from '../../domain/email/render';
import { notFound } from '../../domain/errors';
import { isOver } from '../../domain/journeys/is-over';
import type { Outcome } from '../../domain/journeys/plan';
import type { StepOf } from '../../domain/journeys/schemas';
import { conditionsOf, decideStep, isDecided, rulesOf, type DecidedKind } from '../../domain/journeys/steps/registry';
import type { Circumstances } from '../../domain/journeys/steps/step-rules';
import { templateContext } from '../../domain/journeys/template-context';
import type { Context } from '../ports';
import {
  loadForStep,
  moveAfter,
  resumptionOnly,
  stepOf,
  type LoadedExecution,
  type PerformedStep,
  type StepInput,
} from './move-execution';

type DecidedStep = StepOf<DecidedKind>;

/**
 * Performs a step that changes only the database, and moves the execution on. Safe to repeat: the first outcome is kept.
 * @throws AppError NOT_FOUND if there is no such execution or step
 */
export async function performStep({ database }: Pick<Context, 'database'>, input: StepInput): Promise<PerformedStep> {
  const loaded = await loadForStep({ database }, input);
  const step = stepOf(loaded, input.stepId);
  if (!isDecided(step)) throw notFound('Step that changes only the database', step.id);
  // A choice of an arm needs no transaction, because the statement that moves the execution records it.
  if ('arms' in step) return perform(database, loaded, step);
  return database.transaction((transaction) => perform(transaction, loaded, step));
}

async function perform(database: Database, loaded: LoadedExecution, step: DecidedStep): Promise<PerformedStep> {
  const { execution } = loaded;
  const { workspaceId, id: executionId, endUserId } = execution;
  const find = 'arms' in step ? findEndUser : lockEndUser;
  const person = await find(database, workspaceId, endUserId);
  const record = await findStepRecord(database, { workspaceId, executionId, stepId: step.id });
  if (record === null) throw notFound('Execution', executionId);
  if (record.left !== null) {
    const outcome = outcomeOf(record.left);
    return { outcome, ...resumptionOnly(await moveAfter({ database }, loaded, { stepId: step.id, outcome })) };
  }
  if (!('arms' in step) && isOver(execution)) return { outcome: null, halted: true };
  const decision = decideStep(step, await circumstancesOf(database, loaded, { step, person, record }));
  const { outcome, attributes } = decision;
  const moved = await moveAfter({ database }, loaded, { stepId: step.id, outcome });
  // Another attempt decided first, perhaps with other facts. Its outcome is kept.
  if (!moved.isFirstLeaving) return perform(database, loaded, step);
  if (attributes !== undefined) {
    await updateEndUser(database, { workspaceId, id: endUserId }, { attributes, by: execution.journeyId });
  }
  return { outcome, ...resumptionOnly(moved) };
}

async function circumstancesOf(
  database: Database,
  { execution: { workspaceId, id: executionId, journeyId, endUserId } }: LoadedExecution,
  { step, person, record }: { step: DecidedStep; person: EndUser | null; record: StepRecord },
): Promise<Circumstances> {
  const { eventData, weights } = record;
  const about = { workspaceId, endUserId, endUser: person, event: { data: eventData }, now: new Date() };
  const variables = person === null ? null : templateContext(person, { eventData, journeyId, executionId });
  const subject = { workspaceId, journeyId, stepId: step.id, endUserId };
  return {
    journeyId,
    endUserId,
    isErased: person === null,
    facts: await gatherFacts(database, about, conditionsOf([step])),
    earlierArm: rulesOf(step).keepsArm === true ? await findArmOfSubject(database, subject) : null,
    weights,
    renderText: (source) => (variables === null ? null : renderedTextOrNull(source, variables)),
  };
}

function outcomeOf({ status, reason, armId }: NonNullable<StepRecord['left']>): Outcome {
  if (status !== 'executed') return { kind: status, reason: reason ?? status };
  return armId === null ? { kind: 'done' } : { kind: 'arm', armId };
}
