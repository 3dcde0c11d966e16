import { publishJourney } from './journeys';
import type { World } from './world';

/**
 * Publishes a journey in which `person-999` and those before have an execution that waits for its own goal and have
 * reached an arm, in one time range (ISO 8601). Rows without a workflow.
 * @returns the journey's id
 */
export async function startRuns(
  world: World,
  goal: string,
  people: number,
  { from = '-infinity', until = 'infinity' }: { from?: string; until?: string } = {},
): Promise<string> {
  const { id } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  const named = { workspaceId: world.demo.workspaceId, id, goal, people, from, until };
  const person = `'person-' || 1000 - n as end_user_id`;
  await world.database.raw(
    `insert into executions (workspace_id, id, journey_id, version, end_user_id, exclusive, current_step_id, event_id,
                             goal_event_name, goal_until)
     select :workspaceId, :id || '-' || 1000 - n, :id, 1, ${person}, true, 'end', 'cause', :goal, cast(:until as timestamptz)
       from generate_series(1, :people) n`,
    named,
  );
  await world.database.raw(
    `insert into journey_entries (workspace_id, journey_id, end_user_id, cause, version, cohort, once, execution_id, entered_at)
     select :workspaceId, :id, ${person}, 'cause', 1, 'exposed', false, :id || '-' || 1000 - n, cast(:from as timestamptz)
       from generate_series(1, :people) n`,
    named,
  );
  await world.database.raw(
    `insert into journey_subjects (workspace_id, journey_id, end_user_id, version, cohort, first_entered_at, goal_event_name,
                                   goal_until)
     select :workspaceId, :id, ${person}, 1, 'exposed', cast(:from as timestamptz), :goal, cast(:until as timestamptz) from generate_series(1, :people) n`,
    named,
  );
  await world.database.raw(
    `insert into journey_arm_subjects (workspace_id, journey_id, step_id, arm_id, end_user_id, version, reached_at,
                                       goal_event_name, goal_until)
     select :workspaceId, :id, 'which', 'this', ${person}, 1, cast(:from as timestamptz), :goal, cast(:until as timestamptz)
       from generate_series(1, :people) n`,
    named,
  );
  return id;
}
