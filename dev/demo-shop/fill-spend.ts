import { DateTime } from 'luxon';
import { storeImport } from '../../db/ad-metrics/ad-metrics';
import type { CampaignDay } from '../../domain/metrics/figures';
import { seededRandom } from './random';
import type { Shop } from './shop-context';
import type { VisitEvents } from './visit-events';
import type { Visit } from './visits';

/** Paid campaigns of the shop: a click's price in euros, and how many people who see an ad click it. */
const campaigns = [
  { name: 'brand', connector: 'google_ads', price: 0.32, clickRate: 0.11 },
  { name: 'espresso-beans', connector: 'google_ads', price: 0.74, clickRate: 0.034 },
  { name: 'autumn-gifts', connector: 'meta_ads', price: 0.48, clickRate: 0.013 },
  { name: 'come-back', connector: 'meta_ads', price: 0.39, clickRate: 0.021 },
] as const;

interface Counted {
  visits: number;
  orders: number;
  /** In euros. */
  revenue: number;
}

/** Days of the shop's timezone. */
const dateOf = (at: number): string => DateTime.fromMillis(at, { zone: 'Europe/Berlin' }).toISODate() ?? '';

/** Counts visits of paid campaigns and the orders in them, by day and campaign. */
export function countCampaigns() {
  const counts = new Map<string, Counted>();
  return {
    add({ at, source }: Visit, { events }: VisitEvents): void {
      const campaign = campaigns.find(({ name }) => source.landing.includes(`utm_campaign=${name}`));
      if (campaign === undefined) return;
      const key = `${dateOf(at)} ${campaign.name}`;
      const counted = counts.get(key) ?? { visits: 0, orders: 0, revenue: 0 };
      const orders = events.filter(({ type }) => type === 'purchase');
      const revenue = orders.reduce((sum, { data }) => sum + Number(data['revenue']), 0);
      counts.set(key, {
        visits: counted.visits + 1,
        orders: counted.orders + orders.length,
        revenue: counted.revenue + revenue,
      });
    },
    counts,
  };
}

const micros = (amount: number): bigint => BigInt(Math.round(amount * 100)) * 10_000n;

/** Imports what the campaigns cost: a little more clicks than visits, because some people leave before the page loads. */
export async function fillSpend({ database, workspaceId }: Shop, { counts }: ReturnType<typeof countCampaigns>) {
  const random = seededRandom('spend of the demo shop');
  const days = new Map<string, CampaignDay[]>();
  for (const [key, { visits, orders, revenue }] of counts) {
    const [date = '', name = ''] = key.split(' ');
    const campaign = campaigns.find((one) => one.name === name) ?? campaigns[0];
    const clicks = Math.round(visits * (1.04 + 0.05 * random()));
    const price = campaign.price * (0.92 + 0.16 * random());
    const rows = days.get(campaign.connector) ?? [];
    rows.push({
      date,
      campaignId: name,
      campaign: name,
      currency: 'EUR',
      spendMicros: micros(clicks * price),
      revenueMicros: micros(revenue),
      impressions: Math.round(clicks / (campaign.clickRate * (0.9 + 0.2 * random()))),
      clicks,
      conversions: orders,
    });
    days.set(campaign.connector, rows);
  }
  for (const [connector, rows] of days) await storeImport(database, workspaceId, connector, rows);
}
