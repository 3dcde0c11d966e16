import type { Channel } from '../analytics/channel';
import { sourceOfName, type SourceCategory } from '../analytics/traffic-sources';
import { costPerConversion, returnOnSpend, toMajor, type Sums } from '../metrics/figures';
import type { ChannelCredit } from './credit';

/** Spend of a connector in one currency. */
type ConnectorSpend = Pick<Sums, 'spendMicros'> & { connectorType: string; currency: string };

/** Spend on a channel in one currency, compared with the credit of the channel. Money is in major units. */
export interface ChannelCost {
  channel: Channel;
  connectors: string[];
  currency: string;
  spend: number;
  creditedConversions: number;
  /** Spend per credited conversion. Null without credit, or if the channel has spend in several currencies. */
  cpa: number | null;
  /** Credited revenue in this currency. */
  revenue: number;
  /** Revenue per unit of spend. */
  roas: number | null;
}

const channelOfCategory: Partial<Record<SourceCategory, Channel>> = {
  search: 'paid_search',
  social: 'paid_social',
  video: 'paid_video',
};

/** Sources that ad platforms are named after, but visits are not. */
const platforms = new Map<string, Channel>([
  ['meta', 'paid_social'],
  ['microsoft', 'paid_search'],
  ['apple_search', 'paid_search'],
]);

/**
 * Returns the channel that visits from a connector's ads belong to: `google_ads` is paid search, `tiktok_ads` paid
 * social. A name with `display`, `affiliate` or `video` is that channel. Unknown names are `other`.
 */
export function channelOfConnector(connectorType: string): Channel {
  if (connectorType.includes('display')) return 'display';
  if (connectorType.includes('affiliate')) return 'affiliates';
  if (connectorType.includes('video')) return 'paid_video';
  const platform = connectorType.replace(/[_-]ads$/, '');
  const category = sourceOfName(platform)?.category;
  return platforms.get(platform) ?? (category === undefined ? undefined : channelOfCategory[category]) ?? 'other';
}

/** Compares the spend on each channel with its credit, the highest spend first. Channels without spend are omitted. */
export function costsOf(spend: readonly ConnectorSpend[], credits: ReadonlyMap<Channel, ChannelCredit>): ChannelCost[] {
  const rows = new Map<string, { channel: Channel; currency: string; connectors: Set<string>; spendMicros: bigint }>();
  const currencies = new Map<Channel, Set<string>>();
  for (const { connectorType, currency, spendMicros } of spend) {
    if (spendMicros === 0n) continue;
    const channel = channelOfConnector(connectorType);
    const key = `${channel} ${currency}`;
    const row = rows.get(key) ?? { channel, currency, connectors: new Set(), spendMicros: 0n };
    rows.set(key, {
      ...row,
      connectors: row.connectors.add(connectorType),
      spendMicros: row.spendMicros + spendMicros,
    });
    currencies.set(channel, (currencies.get(channel) ?? new Set()).add(currency));
  }
  return [...rows.values()]
    .sort((one, other) => (one.spendMicros === other.spendMicros ? 0 : one.spendMicros > other.spendMicros ? -1 : 1))
    .map(({ channel, currency, connectors, spendMicros }) => {
      const credit = credits.get(channel);
      const conversions = credit?.completions ?? 0;
      const revenueMicros = BigInt(Math.round(credit?.revenueMicros[currency] ?? 0));
      const sums = { spendMicros, revenueMicros, conversions, impressions: 0, clicks: 0 };
      return {
        channel,
        connectors: [...connectors].sort(),
        currency,
        spend: toMajor(spendMicros),
        creditedConversions: conversions,
        cpa: currencies.get(channel)?.size === 1 ? costPerConversion(sums) : null,
        revenue: toMajor(revenueMicros),
        roas: returnOnSpend(sums),
      };
    });
}
