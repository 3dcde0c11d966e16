import type { Database } from '../connection/pool';

/** A subject's earlier executions, for a simulated entry into a journey now. */
export interface SubjectInJourney {
  hasEntered: boolean;
  /** Whether the subject has a running execution. */
  isRunning: boolean;
  /** The arm that the subject first took at each experiment or branch step, by step. */
  arms: Map<string, string>;
}

export async function findSubjectInJourney(
  database: Database,
  workspaceId: string,
  journeyId: string,
  endUserId: string,
): Promise<SubjectInJourney> {
  const subject = { workspace_id: workspaceId, journey_id: journeyId, end_user_id: endUserId };
  const [entry, running, arms] = await Promise.all([
    database('journey_entries').where(subject).first('cause'),
    database('executions')
      .where({ ...subject, status: 'RUNNING' })
      .first('id'),
    database('journey_arm_subjects')
      .where(subject)
      .orderBy('reached_at', 'desc')
      .select<{ stepId: string; armId: string }[]>('step_id as stepId', 'arm_id as armId'),
  ]);
  return {
    hasEntered: entry !== undefined,
    isRunning: running !== undefined,
    arms: new Map(arms.map(({ stepId, armId }) => [stepId, armId])),
  };
}

/** Lists when a person received, or may have received, marketing messages since a time. */
export async function listMarketingSends(
  database: Database,
  workspaceId: string,
  endUserId: string,
  since: Date,
): Promise<Date[]> {
  const rows = await database('sends')
    .where({ workspace_id: workspaceId, end_user_id: endUserId, kind: 'journey' })
    .whereIn('status', ['sending', 'sent', 'unknown'])
    .whereRaw('coalesce(sent_at, provider_started_at) > ?', [since])
    .select<{ at: Date }[]>(database.raw('coalesce(sent_at, provider_started_at) as at'));
  return rows.map((row) => row.at);
}
