import { replaceDays } from '../../db/ad-metrics/ad-metrics';
import type { Database } from '../../db/connection/pool';
import { lockConnection, recordPull as recordRow, type AdConnection } from '../../db/connections/connections';
import { queueMemberNotice } from '../../db/notices/member-notices';
import type { PullDays } from '../../domain/connections/pull-window';
import type { CampaignDay } from '../../domain/metrics/figures';

interface Pull {
  days: PullDays;
  found: readonly CampaignDay[];
  at: Date;
  /** Of a pull that a person requested: members are notified of it. Null for the daily one. */
  requested: { occurrence: string } | null;
}

/**
 * Puts the figures of a pull in place of those from before. Repeated, it does the same. Members are notified of a first pull.
 * @returns false, and nothing is written, when the connection was changed or deleted since it was read
 */
export function recordPull(
  database: Database,
  { workspaceId, connectorType, id, revision }: AdConnection,
  { days, found, at, requested }: Pull,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const current = await lockConnection(transaction, workspaceId, id);
    if (current?.revision !== revision) return false;
    await replaceDays(transaction, current, days, found);
    await recordRow(transaction, current, { rows: found.length, at });
    if (current.status === 'pending') {
      const template = 'integration-connected';
      await queueMemberNotice(transaction, workspaceId, { template, connectorType, occurrence: id });
    }
    if (requested !== null) {
      const notice = { connectorType, ...requested, rowCount: found.length };
      await queueMemberNotice(transaction, workspaceId, { template: 'integration-sync-complete', ...notice });
    }
    return true;
  });
}
