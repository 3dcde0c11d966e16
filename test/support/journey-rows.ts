import type { Database } from '../../db/connection/pool';
import type { World } from './world';

/** Rows of executions, written by SQL, for tests of reports that need many without running anything. */

export interface JourneyName {
  workspaceId: string;
  journeyId: string;
}

export interface RunRow {
  id: string;
  endUserId: string;
  version?: number;
  status?: string;
  currentStepId?: string;
  startedAt?: Date;
}

export async function storeRuns(
  database: Database,
  { workspaceId, journeyId }: JourneyName,
  runs: readonly RunRow[],
): Promise<void> {
  const rows = runs.map(({ id, endUserId, version = 1, status = 'COMPLETED', currentStepId = 'end', startedAt }) => ({
    workspace_id: workspaceId,
    id,
    journey_id: journeyId,
    version,
    end_user_id: endUserId,
    exclusive: false,
    status,
    current_step_id: currentStepId,
    started_at: startedAt ?? new Date(),
    ended_at: status === 'RUNNING' ? null : new Date(),
  }));
  await database.batchInsert('executions', rows, 1_000);
}

export interface StepRow {
  runId: string;
  stepId: string;
  kind: string;
  status: 'waiting' | 'executed' | 'skipped' | 'failed';
  reason?: string;
}

export async function storeSteps(database: Database, workspaceId: string, steps: readonly StepRow[]): Promise<void> {
  const rows = steps.map(({ runId, stepId, kind, status, reason = null }) => ({
    workspace_id: workspaceId,
    execution_id: runId,
    step_id: stepId,
    kind,
    status,
    reason,
    left_at: status === 'waiting' ? null : new Date(),
  }));
  await database.batchInsert('execution_steps', rows, 1_000);
}

/** Stores subjects `from` to `to` - 1 of an arm. The first `converted` reached the goal. */
export async function storeArmSubjects(
  database: Database,
  { workspaceId, journeyId }: JourneyName,
  arm: { stepId: string; armId: string; from?: number; to: number; converted?: number; version?: number },
): Promise<void> {
  const { stepId, armId, from = 0, to, converted = 0, version = 1 } = arm;
  const rows = Array.from({ length: to - from }, (_, index) => ({
    workspace_id: workspaceId,
    journey_id: journeyId,
    step_id: stepId,
    arm_id: armId,
    end_user_id: `eus_${from + index}`,
    version,
    reached_at: new Date(),
    converted_at: index < converted ? new Date() : null,
  }));
  await database.batchInsert('journey_arm_subjects', rows, 1_000);
}

export interface SubjectRow {
  endUserId: string;
  cohort: 'exposed' | 'holdout';
  firstEnteredAt: Date;
  convertedAt?: Date | null;
  version?: number;
}

export async function storeSubjects(
  database: Database,
  { workspaceId, journeyId }: JourneyName,
  subjects: readonly SubjectRow[],
): Promise<void> {
  const rows = subjects.map(({ endUserId, cohort, firstEnteredAt, convertedAt = null, version = 1 }) => ({
    workspace_id: workspaceId,
    journey_id: journeyId,
    end_user_id: endUserId,
    version,
    cohort,
    first_entered_at: firstEnteredAt,
    converted_at: convertedAt,
  }));
  await database.batchInsert('journey_subjects', rows, 1_000);
}

/** Publishes the next version of a journey with the changed fields. */
export async function publishNextVersion(world: World, journeyId: string, changes: object): Promise<void> {
  const { body } = await world.api.get(`/api/journeys/${journeyId}`);
  const changed = await world.api.patch(`/api/journeys/${journeyId}`, { updatedAt: body.updatedAt, ...changes });
  const published = await world.api.post(`/api/journeys/${journeyId}/publish`);
  if (published.status !== 200) throw new Error(JSON.stringify([changed.body, published.body]));
}
