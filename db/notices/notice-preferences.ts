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

/** Of what a member of a workspace wants to be notified. */
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
