import { gatherFacts } from '../../db/audiences/condition-facts';
import type { Database } from '../../db/connection/pool';
import { findEndUser } from '../../db/end-users/end-users';
import { findArmOfSubject, findArmWeights, findChosenArm } from '../../db/journeys/arms';
import { findEventData, type Execution } from '../../db/journeys/executions';
import type { StepOf } from '../../domain/journeys/schemas';
import { decideBranch } from '../../domain/journeys/steps/branch/rules';
import { decideExperiment } from '../../domain/journeys/steps/experiment/rules';
import type { Context } from '../ports';
import { moveAfter, resumptionOnly, type LoadedExecution, type PerformedStep } from './move-execution';

/** Chooses an arm of a branch or experiment step, once for all attempts, and moves the execution on. */
export async function chooseArm(
  { database }: Pick<Context, 'database'>,
  loaded: LoadedExecution,
  step: StepOf<'branch' | 'experiment'>,
): Promise<PerformedStep> {
  const { workspaceId, id: executionId } = loaded.execution;
  const name = { workspaceId, executionId, stepId: step.id };
  const armId =
    (await findChosenArm(database, name)) ??
    (step.kind === 'branch'
      ? await armOfBranch(database, loaded.execution, step)
      : await armOfExperiment(database, loaded.execution, step));
  const outcome = { kind: 'arm', armId } as const;
  const moved = await moveAfter({ database }, loaded, { stepId: step.id, outcome });
  if (moved.isFirstLeaving) return { outcome, ...resumptionOnly(moved) };
  // Another attempt chose first, perhaps from other facts. Its arm is kept.
  const kept = { kind: 'arm', armId: (await findChosenArm(database, name)) ?? armId } as const;
  return {
    outcome: kept,
    ...resumptionOnly(await moveAfter({ database }, loaded, { stepId: step.id, outcome: kept })),
  };
}

async function armOfBranch(
  database: Database,
  { workspaceId, endUserId, id }: Execution,
  step: StepOf<'branch'>,
): Promise<string> {
  const endUser = await findEndUser(database, workspaceId, endUserId);
  const event = { data: await findEventData(database, workspaceId, id) };
  const conditions = step.arms.map(({ when }) => when);
  const person = { workspaceId, endUserId, endUser, event, now: new Date() };
  return decideBranch(step, await gatherFacts(database, person, conditions));
}

async function armOfExperiment(
  database: Database,
  { workspaceId, journeyId, version, endUserId }: Execution,
  step: StepOf<'experiment'>,
): Promise<string> {
  const stepId = step.id;
  const earlierArm = await findArmOfSubject(database, { workspaceId, journeyId, stepId, endUserId });
  const weights = await findArmWeights(database, { workspaceId, journeyId, version, stepId });
  return decideExperiment(step, { journeyId, endUserId, earlierArm }, weights);
}
