import { newId } from '../../db/connection/ids';
import { createSubject, publishJourney } from './journeys';
import type { World } from './world';

interface ExecutionRow {
  journeyId: string;
  endUserId: string;
  /** The step that it is at. */
  stepId: string;
  eventData?: object;
}

/** Inserts an execution of a journey's first version without a workflow. @returns its id */
export async function insertExecutionAt(
  world: World,
  { journeyId, endUserId, stepId, eventData }: ExecutionRow,
): Promise<string> {
  const id = newId('execution');
  await world.database('executions').insert({
    workspace_id: world.demo.workspaceId,
    id,
    journey_id: journeyId,
    version: 1,
    end_user_id: endUserId,
    exclusive: false,
    current_step_id: stepId,
    ...(eventData && { event_data: JSON.stringify(eventData) }),
  });
  return id;
}

/** Creates an execution of a new journey for a new person, at a step and without a workflow. */
export async function createExecutionAt(
  world: World,
  stepId: string,
  steps: unknown[],
  { attributes, eventData }: { attributes?: Record<string, unknown>; eventData?: object } = {},
) {
  const { id: journeyId } = await publishJourney(world, steps);
  const { id: endUserId, email } = await createSubject(world, attributes);
  const executionId = await insertExecutionAt(world, { journeyId, endUserId, stepId, eventData });
  return { workspaceId: world.demo.workspaceId, executionId, stepId, journeyId, endUserId, email };
}
