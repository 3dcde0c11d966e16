import type { Sums } from '../../domain/metrics/figures';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Whole days, both inclusive, ISO 8601. */
export interface Days {
  from: string;
  to: string;
}

/**
 * Returns the range of days up to today, in the timezone of the workspace.
 * @param count number of days, including today
 */
export async function trailingDays(
  database: Database,
  workspaceId: string,
  count: number,
  now: Date,
): Promise<Days & { tomorrow: string }> {
  const [row] = await rowsOf<Days & { tomorrow: string }>(
    database.raw(
      `select (today - (cast(:count as integer) - 1))::text as "from", today::text as "to", (today + 1)::text as tomorrow
         from (select (cast(:now as timestamptz) at time zone timezone)::date as today
                 from workspaces where id = :workspaceId) w`,
      { workspaceId, count, now },
    ),
  );
  if (row === undefined) throw new Error(`There is no workspace ${workspaceId}.`);
  return row;
}

export interface ConnectorSums extends Sums {
  connectorType: string;
  currency: string;
}

interface SumsRow {
  connectorType: string;
  currency: string;
  spend: string;
  revenue: string;
  impressions: string;
  clicks: string;
  conversions: string;
}

const sumColumns = `sum(spend_micros)::text as spend, sum(revenue_micros)::text as revenue, sum(impressions)::text as impressions,
  sum(clicks)::text as clicks, sum(conversions)::text as conversions`;

const toSums = ({
  spend,
  revenue,
  impressions,
  clicks,
  conversions,
}: Omit<SumsRow, 'connectorType' | 'currency'>): Sums => ({
  spendMicros: BigInt(spend),
  revenueMicros: BigInt(revenue),
  impressions: Number(impressions),
  clicks: Number(clicks),
  conversions: Number(conversions),
});

/**
 * Sums figures by connector and currency.
 * @param connectorType null for all connectors
 */
export async function sumConnectors(
  database: Database,
  workspaceId: string,
  connectorType: string | null,
  { from, to }: Days,
): Promise<ConnectorSums[]> {
  const rows = await rowsOf<SumsRow>(
    database.raw(
      `select connector_type as "connectorType", currency, ${sumColumns} from ad_metrics
        where workspace_id = :workspaceId and day between :from and :to
          and (cast(:connectorType as text) is null or connector_type = :connectorType)
        group by 1, 2 order by 1, 2`,
      { workspaceId, connectorType, from, to },
    ),
  );
  return rows.map((row) => ({ connectorType: row.connectorType, currency: row.currency, ...toSums(row) }));
}

export interface CampaignSums extends Sums {
  name: string;
  currency: string;
}

const maxCampaigns = 1_000;

/** Sums figures by campaign and currency, highest spend first. A campaign has its most recent name. */
export async function sumCampaigns(
  database: Database,
  workspaceId: string,
  connectorType: string,
  { from, to }: Days,
): Promise<CampaignSums[]> {
  const rows = await rowsOf<Omit<SumsRow, 'connectorType'> & { name: string }>(
    database.raw(
      `select (array_agg(campaign order by day desc))[1] as name, currency, ${sumColumns} from ad_metrics
        where workspace_id = :workspaceId and connector_type = :connectorType and day between :from and :to
        group by account_id, campaign_id, currency
        order by sum(spend_micros) desc, 1, campaign_id, currency limit :maxCampaigns`,
      { workspaceId, connectorType, from, to, maxCampaigns },
    ),
  );
  return rows.map((row) => ({ name: row.name, currency: row.currency, ...toSums(row) }));
}

/** When a connector last received figures, and why its last import failed. */
export interface Freshness {
  connectorType: string;
  lastSyncedAt: Date | null;
  lastError: string | null;
}

/**
 * Returns the freshness of every connector that has figures or a connection. For several connections: the newest import
 * and the newest error.
 */
export const readFreshness = (database: Database, workspaceId: string): Promise<Freshness[]> =>
  rowsOf<Freshness>(
    database.raw(
      `select connector_type as "connectorType", max(at) as "lastSyncedAt",
              (array_agg(error order by error_at desc) filter (where error is not null))[1] as "lastError"
         from (select connector_type, last_synced_at as at, last_error as error, last_error_at as error_at
                 from ad_connections where workspace_id = :workspaceId
               union all
               select connector_type, max(updated_at), null, null
                 from ad_metrics where workspace_id = :workspaceId and account_id = '' group by 1) sources
        group by 1 order by 1`,
      { workspaceId },
    ),
  );
