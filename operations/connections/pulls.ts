import { replaceDays } from '../../db/ad-metrics/ad-metrics';
import type { Database } from '../../db/connection/pool';
import { type AdConnection, lockConnection, recordPull as recordRow } from '../../db/connections/connections';
import { queueMemberNotice } from '../../db/notices/member-notices';
import type { PullDays } from '../../domain/connections/pull-window';
import type { CampaignDay } from '../../domain/metrics/figures';
import type { Context } from '../ports';

interface Pull {
  days: PullDays;
  found: readonly CampaignDay[];
  at: Date;
  /** For a pull that a person requested: members are notified. Null for the daily pull. */
  requested: { occurrence: string } | null;
}

/**
 * Replaces the previous figures with those of a pull. Safe to repeat. Members are notified of a first pull.
 * @returns false without writing if the connection was changed or deleted since it was read
 */
export function recordPull(
  { database }: Pick<Context, 'database'>,
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

interface Failure {
  /** Shown to admins, so it contains no secrets. */
  error: string;
  /** False while a retry may help. */
  isFinal: boolean;
  /** Identifies the run. Retries have the same value. */
  occurrence: string;
}

/**
 * Records why an attempt of a pull failed.
 * @returns false without writing if the connection was changed or deleted since it was read
 */
export function recordPullFailure(
  { database }: Pick<Context, 'database'>,
  { workspaceId, id, revision }: Pick<AdConnection, 'workspaceId' | 'id' | 'revision'>,
  { error, isFinal, occurrence }: Failure,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const current = await lockConnection(transaction, workspaceId, id);
    if (current?.revision !== revision) return false;
    if (isFinal) await endPull(transaction, current, error, occurrence);
    else await recordRow(transaction, current, { error, isFinal });
    return true;
  });
}

/** Ends a pull without attempts left, unless its connection was deleted. @param occurrence identifies the run */
export function giveUpPull(
  { database }: Pick<Context, 'database'>,
  { workspaceId, id }: Pick<AdConnection, 'workspaceId' | 'id'>,
  occurrence: string,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const connection = await lockConnection(transaction, workspaceId, id);
    if (connection === null) return;
    await endPull(transaction, connection, connection.lastError ?? 'The pull did not finish in time.', occurrence);
  });
}

/**
 * Records that the pull of a locked connection has no attempts left. Members are notified of the first failure after a success.
 * @param occurrence identifies the run. Retries have the same value
 */
async function endPull(
  transaction: Database,
  connection: AdConnection,
  error: string,
  occurrence: string,
): Promise<void> {
  const { workspaceId, connectorType, status } = connection;
  await recordRow(transaction, connection, { error, isFinal: true });
  if (status === 'error') return;
  const template = 'integration-sync-failed';
  await queueMemberNotice(transaction, workspaceId, { template, connectorType, occurrence });
}
