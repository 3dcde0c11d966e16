import { findPastEntries } from './enter-past';
import { storeVisits } from './fill-events';
import type { PastEntry, PastJourney } from './past-entry';
import { between, pickWeighted, seededRandom, type Random } from './random';
import type { Shop } from './shop-context';
import { products, site } from './shop';
import { orderOf, type ShopEvent, type VisitEvents } from './visit-events';

const firstOrder = 30_000;

/**
 * Stores the orders of people who clicked a link in a message of a journey. The entries are found again afterwards, and
 * then reach their goals with these orders.
 */
export async function storeResponses(shop: Shop, journeys: readonly PastJourney[]): Promise<void> {
  const random = seededRandom('responses of the demo shop');
  const counter = { random, orders: firstOrder };
  const visits: VisitEvents[] = [];
  for (const journey of journeys) {
    const campaign = journey.given.name.toLowerCase().replaceAll(' ', '-');
    for (const { entrant, course } of await findPastEntries(shop, journey, new Map())) {
      for (const { ordersAt } of course?.messages ?? []) {
        if (ordersAt === null) continue;
        const order = orderOf(counter, pickWeighted(random, products));
        visits.push({ events: responseOf(random, { entrant, at: ordersAt, campaign, order }), newPerson: null });
      }
    }
  }
  await storeVisits(shop, visits);
}

interface Response {
  entrant: PastEntry['entrant'];
  at: number;
  campaign: string;
  order: ShopEvent['data'];
}

function responseOf(random: Random, { entrant, at: clickedAt, campaign, order }: Response): ShopEvent[] {
  let at = clickedAt;
  const event = (type: string, path: string | null, more: Partial<ShopEvent> = {}): ShopEvent => {
    at += between(random, 20, 90) * 1_000;
    const url = path === null ? null : site + path;
    const { visitorId } = entrant;
    return { type, at, visitorId, url, referrer: null, data: {}, email: null, device: 'mobile', ...more };
  };
  return [
    event('pageview', `/cart?utm_source=journey&utm_medium=email&utm_campaign=${campaign}`),
    event('checkout_started', '/checkout', { data: { product: order['product'] ?? null } }),
    event('purchase', null, { email: entrant.email, data: order }),
    event('pageview', '/checkout/thanks'),
  ];
}
