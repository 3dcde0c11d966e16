import { wantsEverything, type NoticePreferences } from '../../domain/notices/member-notice';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

const columns = columnsOf<NoticePreferences>()(
  'weeklyDigest',
  'experimentStarted',
  'experimentCompleted',
  'integration',
  'anomaly',
);

/** Finds a member's notice preferences in a workspace. */
export async function findNoticePreferences(
  database: Database,
  workspaceId: string,
  userId: string,
): Promise<NoticePreferences> {
  const row = await database('notice_preferences')
    .where({ workspace_id: workspaceId, user_id: userId })
    .first<NoticePreferences | undefined>(columns);
  return row ?? wantsEverything;
}

/** Updates the given preferences only, so that concurrent requests for other preferences are kept. */
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
