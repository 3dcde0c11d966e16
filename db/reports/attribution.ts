import type { Channel } from '../../domain/analytics/channel';
import {
  creditCompletion,
  creditUnits,
  lookbackDays,
  type ChannelCredit,
  type TouchPath,
} from '../../domain/attribution/credit';
import type { AttributionModel } from '../../domain/attribution/models';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import { pathsTo } from '../conversions/touch-paths';
import { findMainCurrency, isInPeriod, isOfDefinition, type ReportPeriod } from './period-columns';

export interface PeriodCredits {
  channels: Map<Channel, ChannelCredit>;
  /** The currency with the most completions. */
  currency: string;
}

/**
 * Returns the channel credits of a model in a period: the sums of its days, plus the completions without stored
 * credits, which are credited here. There are few of these once the waiting completions have been credited
 * (operations/analytics/credit-completions.ts).
 */
export async function readCredits(
  transaction: Database,
  period: ReportPeriod,
  model: AttributionModel,
): Promise<PeriodCredits> {
  const credits = [
    ...(await readSums(transaction, period, model)),
    ...(await readUncredited(transaction, period, model)),
  ];
  const channels = new Map<Channel, ChannelCredit>();
  for (const { channel, currency, units, revenueMicros } of credits) {
    const total = channels.get(channel) ?? { completions: 0, revenueMicros: {} };
    channels.set(channel, total);
    total.completions += units;
    if (currency !== null) total.revenueMicros[currency] = (total.revenueMicros[currency] ?? 0) + revenueMicros;
  }
  for (const total of channels.values()) total.completions /= creditUnits;
  return { channels, currency: await findMainCurrency(transaction, period) };
}

interface Credit {
  channel: Channel;
  currency: string | null;
  units: number;
  revenueMicros: number;
}

async function readSums(transaction: Database, period: ReportPeriod, model: AttributionModel): Promise<Credit[]> {
  const rows = await rowsOf<{ channel: Channel; currency: string | null; units: string; revenue: string }>(
    transaction.raw(
      `select s.channel, nullif(s.currency, '') as currency, sum(s.credit)::text as units, sum(s.revenue)::text as revenue
         from credit_sums s
        where s.workspace_id = :workspaceId and s.model = :model and ${isOfDefinition('s')}
          and s.day between cast(:from as date) and cast(:to as date)
        group by 1, 2 having sum(s.credit) <> 0 order by 1, 2`,
      { ...period, model },
    ),
  );
  return rows.map(({ channel, currency, units, revenue }) => ({
    channel,
    currency,
    units: Number(units),
    revenueMicros: Number(revenue) / creditUnits,
  }));
}

const uncredited = `
  select c.occurred_at, c.visitor_id, c.end_user_id, c.currency, c.revenue_micros::float8 as "revenueMicros"
    from conversion_completions c
   where c.workspace_id = :workspaceId and c.credits is null and ${isOfDefinition('c')} and ${isInPeriod('c.occurred_at')}`;

async function readUncredited(transaction: Database, period: ReportPeriod, model: AttributionModel): Promise<Credit[]> {
  const rows = await rowsOf<TouchPath & { currency: string | null; revenueMicros: number | null }>(
    transaction.raw(pathsTo(uncredited, ['currency', 'revenueMicros']), { ...period, lookbackDays }),
  );
  return rows.flatMap(({ currency, revenueMicros, ...path }) =>
    Object.entries(creditCompletion(path)[model]).map(([channel, units]) => ({
      channel: channel as Channel,
      currency,
      units,
      revenueMicros: ((revenueMicros ?? 0) * units) / creditUnits,
    })),
  );
}
