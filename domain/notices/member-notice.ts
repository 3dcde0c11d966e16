import { platformNames } from '../connections/platform-names';

/** An email notification for members: ids and figures, as stored in rows. Its text is created when it is sent. */
export type MemberNotice =
  | { template: 'weekly-digest'; date: string }
  | { template: 'experiment-started' | 'experiment-completed'; experimentId: string }
  | {
      template: 'integration-connected' | 'integration-sync-failed';
      connectorType: string;
      /** Distinguishes repeated notices: the id or the time of the connection or sync. */
      occurrence: string;
    }
  | { template: 'integration-sync-complete'; connectorType: string; occurrence: string; rowCount: number }
  | { template: 'anomaly-detected'; metric: string; date: string }
  | { template: 'plan-upgrade' | 'plan-downgrade'; from: string; to: string; occurrence: string };

/** The notices that a member can turn off. */
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

/**
 * Returns who gets a notice: members who have not turned off this preference, or, for plan changes, all owners and
 * admins.
 */
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

/** Returns the key of a notice. A second notice with the same key is not sent. */
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

/** Returns the name of a connection in notices: its own name and the platform's, unless they are the same. */
export function integrationName(connectorType: string, ownName: string | null): string {
  const platform = (platformNames as Readonly<Record<string, string>>)[connectorType] ?? connectorType;
  return ownName === null || ownName === platform ? platform : `${ownName} (${platform})`;
}

/** Returns the connection's id from an occurrence: the part before the first colon. */
export const connectionOf = (occurrence: string): string => occurrence.split(':', 1)[0] ?? '';
