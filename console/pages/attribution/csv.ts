import { attributionModels } from '../../../domain/attribution/models';
import { toCsv } from '../../components/chart/chart-data';
import type { Campaign } from './campaigns';
import { channelsOf, creditOf, type ByModel } from './read-attribution';

type Cell = string | number | null;

const csvOf = (csvColumns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  toCsv({ columns: [], csvColumns, rows: rows.map((values, index) => ({ id: String(index), texts: [], values })) });

/** Returns the credit of every channel and model as CSV. Revenue has a row for each currency. */
export function creditCsv(models: ByModel): string {
  const { currency, otherCurrencies } = models.last_touch;
  const currencies = [currency, ...otherCurrencies.map((other) => other.currency)];
  const rows = channelsOf(models).flatMap((channel) => [
    [
      channel,
      'conversions',
      '',
      ...attributionModels.map((model) => creditOf(models[model], channel, { figure: 'conversions' })),
    ],
    ...currencies.map((one) => [
      channel,
      'revenue',
      one,
      ...attributionModels.map((model) => creditOf(models[model], channel, { figure: 'revenue', currency: one })),
    ]),
  ]);
  return csvOf(['channel', 'figure', 'currency', ...attributionModels], rows);
}

/** Returns spend by channel as CSV. */
export const costCsv = ({ model, costs }: ByModel['linear']): string =>
  csvOf(
    ['channel', 'platforms', 'model', 'currency', 'spend', 'conversions', 'cost_per_conversion', 'revenue', 'return'],
    costs.map((cost) => [
      cost.channel,
      cost.connectors.join(' '),
      model,
      cost.currency,
      cost.spend,
      cost.creditedConversions,
      cost.cpa,
      cost.revenue,
      cost.roas,
    ]),
  );

/** Returns campaigns as CSV. */
export const campaignCsv = (campaigns: readonly Campaign[]): string =>
  csvOf(
    ['platform', 'campaign', 'currency', 'spend', 'impressions', 'clicks', 'conversions', 'revenue', 'cpa', 'return'],
    campaigns.map((one) => [
      one.connectorType,
      one.name,
      one.currency,
      one.spend,
      one.impressions,
      one.clicks,
      one.conversions,
      one.revenue,
      one.cpa,
      one.roas,
    ]),
  );
