import type { Database } from '../db/connection/pool';

/**
 * Events of a shop: four per visit, and one in a hundred is a purchase. The number of visitors is a tenth of the
 * events.
 */

const portion = 500_000;

export interface StoredShop {
  database: Database;
  workspaceId: string;
  events: number;
}

/**
 * Stores events of the last 90 days, in chronological order, over five channels. Every other visit has a campaign. The
 * earlier and the later half are stored in parallel, each in its own partitions except for the month they share.
 */
export async function storeShopEvents({ database, workspaceId, events }: StoredShop): Promise<void> {
  await database.raw(`select ensure_event_partitions((now() - interval '4 months')::date, now()::date)`);
  const half = Math.ceil(events / 2);
  const now = new Date();
  const storeBetween = async (first: number, last: number): Promise<void> => {
    for (let start = first; start < last; start += portion) {
      const end = Math.min(start + portion, last) - 1;
      await database.raw(storePortion, { workspaceId, events, visitors: visitorsOf(events), start, end, now });
    }
  };
  await Promise.all([storeBetween(0, half), storeBetween(half, events)]);
}

const storePortion = `
  insert into events (workspace_id, occurred_at, id, received_at, type, visitor_id, channel, url, data)
  select :workspaceId, cast(:now as timestamptz) - interval '90 days' * (1 - (n + 0.5) / cast(:events as bigint)),
         'evt_' || lpad(n::text, 12, '0'), now(), case when n % 100 = 0 then 'purchase' else 'pageview' end,
         'v' || (n / 4 * 104729 % cast(:visitors as bigint)),
         (array['direct', 'email', 'paid_search', 'organic_search', 'referral'])[1 + abs(hashint8(n / 4)) % 5],
         'https://shop.example/' || case when n / 4 % 2 = 0 then '\\?utm_source=news' else '' end,
         case when n % 100 = 0 then '{"revenue": 19.9}' else '{}' end::jsonb
    from generate_series(cast(:start as bigint), cast(:end as bigint)) n`;

const visitorsOf = (events: number): number => Math.ceil(events / 10);

let arrived = 0;

/** Returns the next event to send, by one of the stored visitors. */
function arrivingEvent(visitors: number): Record<string, unknown> {
  arrived += 1;
  return {
    type: arrived % 100 === 0 ? 'purchase' : 'pageview',
    visitorId: `v${(Math.floor(arrived / 4) * 104_729) % visitors}`,
    url: 'https://shop.example/?gclid=1',
  };
}

/** Returns the body of a batch of the next events, by visitors of the `stored` events. */
export function shopBatch(workspaceKey: string, { size, stored }: { size: number; stored: number }): string {
  const visitors = visitorsOf(stored);
  return JSON.stringify({ workspaceKey, events: Array.from({ length: size }, () => arrivingEvent(visitors)) });
}
