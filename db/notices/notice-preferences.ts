import { wantsEverything, type NoticePreferences } from '../../domain/notices/member-notice';
import type { Database } from '../connection/pool';

interface PreferencesRow {
  weekly_digest: boolean;
  experiment_started: boolean;
  experiment_completed: boolean;
  integration: boolean;
  anomaly: boolean;
}

/** What a member of a workspace wants to be told of. */
export async function findNoticePreferences(
  database: Database,
  workspaceId: string,
  userId: string,
): Promise<NoticePreferences> {
  const row = await database('notice_preferences')
    .where({ workspace_id: workspaceId, user_id: userId })
    .first<PreferencesRow | undefined>();
  if (row === undefined) return wantsEverything;
  return {
    weeklyDigest: row.weekly_digest,
    experimentStarted: row.experiment_started,
    experimentCompleted: row.experiment_completed,
    integration: row.integration,
    anomaly: row.anomaly,
  };
}

/** Changes the preferences that are given; the others stay, also when another request changes them at the same time. */
export async function changeNoticePreferences(
  database: Database,
  workspaceId: string,
  userId: string,
  changes: { [Name in keyof NoticePreferences]?: boolean | undefined },
): Promise<void> {
  const given = Object.entries({
    weekly_digest: changes.weeklyDigest,
    experiment_started: changes.experimentStarted,
    experiment_completed: changes.experimentCompleted,
    integration: changes.integration,
    anomaly: changes.anomaly,
  }).filter(([, value]) => value !== undefined);
  await database('notice_preferences')
    .insert({ workspace_id: workspaceId, user_id: userId, ...Object.fromEntries(given) })
    .onConflict(['workspace_id', 'user_id'])
    .merge({ ...Object.fromEntries(given), updated_at: database.fn.now() });
}
