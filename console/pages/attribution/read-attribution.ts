import { attributionModels, type AttributionModel } from '../../../domain/attribution/models';
import { api, unwrap, type Schemas } from '../../api/client';
import type { PeriodRequest } from '../../components/period-filter';

export type Attribution = Schemas['AttributionSummary'];

/** The answers of all models for the same period and conversion. */
export type ByModel = Record<AttributionModel, Attribution>;

export interface AttributionRequest extends PeriodRequest {
  conversionId?: string;
}

export async function readModels(request: AttributionRequest): Promise<ByModel> {
  const read = async (model: AttributionModel) =>
    [model, await unwrap(api.GET('/api/attribution/summary', { params: { query: { ...request, model } } }))] as const;
  return Object.fromEntries(await Promise.all(attributionModels.map(read))) as ByModel;
}

/** What is credited: conversions, or revenue in a currency. */
export type Credited = { figure: 'conversions' } | { figure: 'revenue'; currency: string };

/** Returns the credit of a channel. Channels without credit have 0. */
export function creditOf(summary: Attribution, channel: string, credited: Credited): number {
  const own = summary.channels.find((one) => one.channel === channel);
  if (credited.figure === 'conversions') return own?.creditedConversions ?? 0;
  if (credited.currency === summary.currency) return own?.revenue ?? 0;
  const other = summary.otherCurrencies.find(({ currency }) => currency === credited.currency);
  return other?.channels.find((one) => one.channel === channel)?.revenue ?? 0;
}

/** Returns every channel with credit in any model, in the order of last touch. */
export function channelsOf(models: ByModel): string[] {
  const { last_touch: last, ...others } = models;
  return [
    ...new Set([last, ...Object.values(others)].flatMap(({ channels }) => channels.map(({ channel }) => channel))),
  ];
}
