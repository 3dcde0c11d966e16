import { DateTime } from 'luxon';
import { rowsOf } from '../../db/connection/statements';
import type { Database } from '../../db/connection/pool';
import type { HistoryEvent } from './event-history';
import { recountTouches } from './recount-touches';

interface VisitorDay {
  day: string;
  visitor_id: string;
  first_at: Date;
  last_at: Date;
  channel: string;
  events: number;
  pageviews: number;
}

interface ArrivalSum {
  day: string;
  previous_day: string;
  channel: string;
  visitors: number;
}

interface ChannelDay {
  day: string;
  channel: string;
  visitors: number;
  events: number;
  pageviews: number;
}

const byKey = <Row>(key: (row: Row) => string) => {
  return (a: Row, b: Row): number => (key(a) < key(b) ? -1 : 1);
};

/**
 * Returns the expected rollups of these events, counted one by one and with luxon's calendar instead of PostgreSQL's.
 */
export function recount(events: readonly HistoryEvent[], timezone: string) {
  const visitors = new Map<string, VisitorDay>();
  const inOrder = [...events].sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || (a.id < b.id ? -1 : 1));
  const undecided = new Set<VisitorDay>();
  for (const { visitorId, isBot, occurredAt, type = 'pageview', channel } of inOrder) {
    if (visitorId === null || isBot) continue;
    const day = DateTime.fromJSDate(occurredAt, { zone: timezone }).toISODate()!;
    const key = `${day} ${visitorId}`;
    let row = visitors.get(key);
    if (row === undefined) {
      row = {
        day,
        visitor_id: visitorId,
        first_at: occurredAt,
        last_at: occurredAt,
        channel: 'direct',
        events: 0,
        pageviews: 0,
      };
      visitors.set(key, row);
      undecided.add(row);
    }
    row.last_at = occurredAt;
    row.events += 1;
    if (type === 'pageview') row.pageviews += 1;
    if (channel && channel !== 'internal' && undecided.delete(row)) row.channel = channel;
  }
  const channels = new Map<string, ChannelDay>();
  for (const { day, channel, events: count, pageviews } of visitors.values()) {
    const key = `${day} ${channel}`;
    const sum = channels.get(key) ?? { day, channel, visitors: 0, events: 0, pageviews: 0 };
    channels.set(key, sum);
    sum.visitors += 1;
    sum.events += count;
    sum.pageviews += pageviews;
  }
  const days = [...visitors.values()].sort(byKey((row) => `${row.day} ${row.visitor_id}`));
  return {
    visitors: days,
    channels: [...channels.values()].sort(byKey((row) => `${row.day} ${row.channel}`)),
    arrivals: arrivalsOf(days),
    touches: recountTouches(inOrder),
  };
}

/** Counts the visitors of a day by the day of their previous visit. */
function arrivalsOf(days: readonly VisitorDay[]): ArrivalSum[] {
  const last = new Map<string, string>();
  const sums = new Map<string, ArrivalSum>();
  for (const { day, visitor_id, channel } of days) {
    const previous_day = last.get(visitor_id) ?? '-infinity';
    last.set(visitor_id, day);
    const key = `${day} ${previous_day} ${channel}`;
    const sum = sums.get(key) ?? { day, previous_day, channel, visitors: 0 };
    sums.set(key, sum);
    sum.visitors += 1;
  }
  return [...sums].sort(byKey(([key]) => key)).map(([, sum]) => sum);
}

/** Returns the events of a workspace that are stored now. */
export async function readHistory(database: Database, workspaceId: string): Promise<HistoryEvent[]> {
  return rowsOf<HistoryEvent>(
    database.raw(
      `select id, occurred_at as "occurredAt", visitor_id as "visitorId", type, channel, is_bot as "isBot", url
         from events where workspace_id = ?`,
      [workspaceId],
    ),
  );
}
