import { newId } from '../../db/connection/ids';
import type { World } from './world';

export interface RunToInsert {
  journeyId: string;
  endUserId: string;
  /** The step that it is at. */
  stepId: string;
  eventData?: object;
}

/** Inserts an execution of a journey's first version without a workflow. @returns its id */
export async function insertRunAt(
  world: World,
  { journeyId, endUserId, stepId, eventData }: RunToInsert,
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
