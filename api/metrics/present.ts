import type { z } from 'zod';
import type { CampaignSums, ConnectorSums, Freshness } from '../../db/reports/ad-figures';
import {
  addSums,
  costPerConversion,
  mainCurrency,
  noSums,
  returnOnSpend,
  toMajor,
  type Sums,
} from '../../domain/metrics/figures';
import type { connectorFigures, connectorMetricsResponse, metricsResponse } from '../../domain/metrics/schemas';

type Figures = z.input<typeof metricsResponse>['totals'];
type Campaign = z.input<typeof connectorMetricsResponse>['campaigns'][number];

const presentSums = (sums: Sums) => ({
  spend: toMajor(sums.spendMicros),
  impressions: sums.impressions,
  clicks: sums.clicks,
  conversions: sums.conversions,
  revenue: toMajor(sums.revenueMicros),
});

const presentRatios = (sums: Sums) => ({ cpa: costPerConversion(sums), roas: returnOnSpend(sums) });

/** Presents the figures in the currency with the most spend, and lists the other currencies. */
export function presentFigures(found: readonly ConnectorSums[]): Figures {
  const byCurrency = new Map<string, Sums>();
  for (const sums of found) byCurrency.set(sums.currency, addSums(byCurrency.get(sums.currency) ?? noSums, sums));
  const currency = mainCurrency(byCurrency);
  const main = byCurrency.get(currency ?? '') ?? noSums;
  const others = [...byCurrency].filter(([name]) => name !== currency).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...presentSums(main),
    ...presentRatios(main),
    currency,
    otherCurrencies: others.map(([name, sums]) => ({ currency: name, ...presentSums(sums) })),
  };
}

/** @param fresh missing of a connector that never had figures */
export const presentConnector = (
  connectorType: string,
  sums: readonly ConnectorSums[],
  fresh: Freshness | undefined,
  maySeeErrors: boolean,
): z.input<typeof connectorFigures> => ({
  connectorType,
  ...presentFigures(sums),
  lastSyncedAt: fresh?.lastSyncedAt?.toISOString() ?? null,
  ...(maySeeErrors ? { lastError: fresh?.lastError ?? null } : {}),
});

export const presentCampaign = ({ name, currency, ...sums }: CampaignSums): Campaign => ({
  name,
  currency,
  ...presentSums(sums),
  ...presentRatios(sums),
});
