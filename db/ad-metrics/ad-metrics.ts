import type { CampaignDay } from '../../domain/metrics/figures';
import { acquireLock } from '../connection/advisory-locks';
import type { Database } from '../connection/pool';

/** Account id of imported rows, which belong to no account. */
const imported = '';

/**
 * Stores imported days, replacing earlier imports of the same campaign and day. `days` may contain each campaign's day
 * only once.
 */
export const storeImport = (
  database: Database,
  workspaceId: string,
  connectorType: string,
  days: readonly CampaignDay[],
): Promise<void> => upsert(database, { workspaceId, connectorType, accountId: imported }, days);

interface Source {
  workspaceId: string;
  connectorType: string;
  accountId: string;
}

/**
 * Replaces the figures of a date range with the platform's newest report. Days and campaigns that are missing from the
 * report are deleted.
 */
export async function replaceDays(
  transaction: Database,
  source: Source,
  { from, to }: { from: string; to: string },
  days: readonly CampaignDay[],
): Promise<void> {
  const { workspaceId, connectorType, accountId } = source;
  // Several connections of an account may pull at the same time.
  await acquireLock(transaction, `ad figures ${connectorType}/${accountId} ${workspaceId}`);
  await transaction('ad_metrics')
    .where({ workspace_id: workspaceId, connector_type: connectorType, account_id: accountId })
    .whereBetween('day', [from, to])
    .delete();
  for (let start = 0; start < days.length; start += rowBatchSize) {
    await upsert(transaction, source, days.slice(start, start + rowBatchSize));
  }
}

const rowBatchSize = 10_000;

/** Writes rows in a fixed order, so that two writers of the same rows cannot deadlock. */
async function upsert(database: Database, source: Source, days: readonly CampaignDay[]): Promise<void> {
  await database.raw(
    `insert into ad_metrics as m (workspace_id, connector_type, account_id, day, campaign_id, campaign, currency,
                                  spend_micros, revenue_micros, impressions, clicks, conversions)
     select :workspaceId, :connectorType, :accountId, d.*
       from unnest(cast(:day as date[]), cast(:campaignId as text[]), cast(:campaign as text[]), cast(:currency as text[]),
                   cast(:spend as bigint[]), cast(:revenue as bigint[]), cast(:impressions as bigint[]),
                   cast(:clicks as bigint[]), cast(:conversions as numeric[]))
         as d (day, campaign_id, campaign, currency, spend, revenue, impressions, clicks, conversions)
      order by d.day, d.campaign_id
     on conflict (workspace_id, connector_type, account_id, day, campaign_id) do update
       set (campaign, currency, spend_micros, revenue_micros, impressions, clicks, conversions, updated_at)
           = (excluded.campaign, excluded.currency, excluded.spend_micros, excluded.revenue_micros, excluded.impressions,
              excluded.clicks, excluded.conversions, now())`,
    {
      ...source,
      day: days.map(({ date }) => date),
      campaignId: days.map(({ campaignId }) => campaignId),
      campaign: days.map(({ campaign }) => campaign),
      currency: days.map(({ currency }) => currency),
      spend: days.map(({ spendMicros }) => String(spendMicros)),
      revenue: days.map(({ revenueMicros }) => String(revenueMicros)),
      impressions: days.map(({ impressions }) => impressions),
      clicks: days.map(({ clicks }) => clicks),
      conversions: days.map(({ conversions }) => conversions.toFixed(6)),
    },
  );
}
