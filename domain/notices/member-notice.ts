import { platformNames } from '../connections/platform-names';

/** What members are notified of by mail: ids and figures, as rows keep it. What a message says is put together when it is sent. */
export type MemberNotice =
  | { template: 'weekly-digest'; date: string }
  | { template: 'experiment-started' | 'experiment-completed'; experimentId: string }
  | {
      template: 'integration-connected' | 'integration-sync-failed';
      connectorType: string;
      /** Tells this time from others: the id or the time of the connection or of the sync. */
      occurrence: string;
    }
  | { template: 'integration-sync-complete'; connectorType: string; occurrence: string; rowCount: number }
  | { template: 'anomaly-detected'; metric: string; date: string }
  | { template: 'plan-upgrade' | 'plan-downgrade'; from: string; to: string; occurrence: string };

/** What a member can turn off. */
export interface NoticePreferences {
  weeklyDigest: boolean;
  experimentStarted: boolean;
  experimentCompleted: boolean;
  integration: boolean;
  anomaly: boolean;
}

export const wantsEverything: NoticePreferences = {
  weeklyDigest: true,
  experimentStarted: true,
  experimentCompleted: true,
  integration: true,
  anomaly: true,
};

/** Who gets a notice: the members who have not turned its preference off, or, of the plan, every owner and admin. */
export function audienceOf(template: MemberNotice['template']): keyof NoticePreferences | 'owners_and_admins' {
  switch (template) {
    case 'weekly-digest':
      return 'weeklyDigest';
    case 'experiment-started':
      return 'experimentStarted';
    case 'experiment-completed':
      return 'experimentCompleted';
    case 'integration-connected':
    case 'integration-sync-failed':
    case 'integration-sync-complete':
      return 'integration';
    case 'anomaly-detected':
      return 'anomaly';
    case 'plan-upgrade':
    case 'plan-downgrade':
      return 'owners_and_admins';
  }
}

/** Names the subject of a notice: a second notice of the same name is none. */
export function noticeKey(notice: MemberNotice): string {
  switch (notice.template) {
    case 'weekly-digest':
      return `${notice.template}:${notice.date}`;
    case 'experiment-started':
    case 'experiment-completed':
      return `${notice.template}:${notice.experimentId}`;
    case 'integration-connected':
    case 'integration-sync-failed':
    case 'integration-sync-complete':
      return `${notice.template}:${notice.connectorType}:${notice.occurrence}`;
    case 'anomaly-detected':
      return `${notice.template}:${notice.metric}:${notice.date}`;
    case 'plan-upgrade':
    case 'plan-downgrade':
      return `${notice.template}:${notice.occurrence}`;
  }
}

/** A connection as its notices name it: by its own name, and by the platform's unless they are one. */
export function integrationName(connectorType: string, ownName: string | null): string {
  const platform = (platformNames as Readonly<Record<string, string>>)[connectorType] ?? connectorType;
  return ownName === null || ownName === platform ? platform : `${ownName} (${platform})`;
}

/** The connection that an occurrence is of: its id stands alone or before a colon. */
export const connectionOf = (occurrence: string): string => occurrence.split(':', 1)[0] ?? '';
