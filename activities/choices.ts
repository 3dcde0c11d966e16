import { ApplicationFailure } from '@temporalio/activity';
import { findArmOfSubject, findArmWeights, findChosenArm } from '../db/journeys/arms';
import { gatherFacts } from '../db/audiences/condition-facts';
import type { Database } from '../db/connection/pool';
import { findEndUser } from '../db/end-users/end-users';
import { findEventData } from '../db/journeys/executions';
import { evaluate } from '../domain/conditions/evaluate';
import { elseArm, type Outcome } from '../domain/journeys/plan';
import { armOfSubject } from '../domain/journeys/steps/experiment/arm-of-subject';
import type { JourneyStep } from '../domain/journeys/schemas';
import { recordMovement } from '../operations/journeys/record-movement';
import { resumptionOf, leaveWait, loadRun, movementAfter, stepOf, type Resumption, type Run } from './run';

export interface ChooseInput {
  workspaceId: string;
  executionId: string;
  stepId: string;
  /** The wait that is over, if the run comes from one. */
  leftStepId?: string;
}

export interface ChooseResult extends Resumption {
  outcome: Outcome;
}

/** Activities that decide on a way out of a step. */
export function createChoiceActivities({ database }: { database: Database }) {
  return {
    /** Chooses an arm of a branch or experiment step, once whatever the number of attempts, and moves the run on. */
    async chooseArm({ workspaceId, executionId, stepId, leftStepId }: ChooseInput): Promise<ChooseResult> {
      const run = await loadRun(database, workspaceId, executionId);
      await leaveWait(database, run, leftStepId);
      const name = { workspaceId, executionId, stepId };
      const earlier = await findChosenArm(database, name);
      const outcome = { kind: 'arm', armId: earlier ?? (await armOf(database, run, stepOf(run, stepId))) } as const;
      const movement = await movementAfter(database, run, stepId, outcome);
      const recorded = await recordMovement(database, movement);
      if (recorded.isFirstLeaving) return { outcome, ...(await resumptionOf(database, movement, recorded)) };
      // Another attempt chose meanwhile, perhaps by other facts: what it recorded stands.
      const chosen = { kind: 'arm', armId: (await findChosenArm(database, name)) ?? outcome.armId } as const;
      const way = await movementAfter(database, run, stepId, chosen);
      return { outcome: chosen, ...(await resumptionOf(database, way, recorded)) };
    },
  };
}

function armOf(database: Database, run: Run, step: JourneyStep): Promise<string> {
  if (step.kind === 'branch') return armByCondition(database, run, step);
  if (step.kind === 'experiment') return armByHash(database, run, step);
  throw ApplicationFailure.nonRetryable(`Step "${step.id}" has no arms.`, 'NoArms');
}

async function armByCondition(
  database: Database,
  { execution }: Run,
  step: Extract<JourneyStep, { kind: 'branch' }>,
): Promise<string> {
  const { workspaceId, endUserId, id } = execution;
  const endUser = await findEndUser(database, workspaceId, endUserId);
  const event = { data: await findEventData(database, workspaceId, id) };
  const conditions = step.arms.map(({ when }) => when);
  const facts = await gatherFacts(database, { workspaceId, endUserId, endUser, event, now: new Date() }, conditions);
  return step.arms.find(({ when }) => evaluate(when, facts))?.id ?? elseArm;
}

/** A subject who was in the step before stays in their arm, also when its weight has changed. */
async function armByHash(
  database: Database,
  { execution }: Run,
  step: Extract<JourneyStep, { kind: 'experiment' }>,
): Promise<string> {
  const { workspaceId, journeyId, version, endUserId } = execution;
  const subject = { workspaceId, journeyId, stepId: step.id, endUserId };
  const before = await findArmOfSubject(database, subject);
  if (before !== null && step.arms.some(({ id }) => id === before)) return before;
  const weights = await findArmWeights(database, { workspaceId, journeyId, version, stepId: step.id });
  return armOfSubject(
    subject,
    step.arms.map(({ id, weight }) => ({ id, weight: weights?.[id] ?? weight })),
  );
}
