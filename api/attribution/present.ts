import type { z } from 'zod';
import type { LeadPath } from '../../db/reports/lead-path';
import { touchOf, type Channel } from '../../domain/analytics/channel';
import type { ChannelCost } from '../../domain/attribution/costs';
import type { ChannelCredit } from '../../domain/attribution/credit';
import type { attributionPath, attributionSummary } from '../../domain/attribution/schemas';

const microsPerUnit = 1_000_000;

/** To twelve digits, as the last whole unit of a credit that is split by three is no one's. */
const shown = (value: number): number => Number(value.toPrecision(12));

type Summary = z.input<typeof attributionSummary>;

export function presentAttribution(
  head: Pick<Summary, 'model' | 'period' | 'currency'>,
  credits: ReadonlyMap<Channel, ChannelCredit>,
  costs: readonly ChannelCost[],
): Summary {
  const ranked = [...credits].sort(([a, { completions }], [b, other]) =>
    other.completions === completions ? (a < b ? -1 : 1) : other.completions - completions,
  );
  const currencies = new Set(ranked.flatMap(([, { revenueMicros }]) => Object.keys(revenueMicros)));
  currencies.delete(head.currency);
  const revenueIn = (currency: string, { revenueMicros }: ChannelCredit): number =>
    shown((revenueMicros[currency] ?? 0) / microsPerUnit);
  return {
    ...head,
    channels: ranked.map(([channel, credit]) => ({
      channel,
      creditedConversions: shown(credit.completions),
      revenue: revenueIn(head.currency, credit),
    })),
    otherCurrencies: [...currencies].sort().map((currency) => ({
      currency,
      channels: ranked
        .filter(([, { revenueMicros }]) => currency in revenueMicros)
        .map(([channel, credit]) => ({ channel, revenue: revenueIn(currency, credit) })),
    })),
    costs: costs.map((cost) => ({ ...cost, creditedConversions: shown(cost.creditedConversions) })),
  };
}

export function presentLeadPath(leadId: string, path: LeadPath): z.input<typeof attributionPath> {
  return {
    leadId,
    touches: path.touches.map(({ at, channel, url, referrer, visitorId }) => {
      const { source, medium, campaign, landingPage } = touchOf({ url, referrer });
      return { timestamp: at.toISOString(), channel, source, medium, campaign, landingPage, visitorId };
    }),
    conversions: path.completions.map(({ conversionId, at, revenueMicros, currency }) => ({
      conversionId,
      timestamp: at.toISOString(),
      revenue: revenueMicros === null ? null : Number(revenueMicros) / microsPerUnit,
      currency,
    })),
  };
}
