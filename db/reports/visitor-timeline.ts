import { internalVisit, type Channel } from '../../domain/analytics/channel';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { findCurrentLink, findVisitorsOf } from '../identity/identity';

/** The events of a visitor; if the visitor is linked to a lead, those of all visitors of that lead. */
export interface VisitorTimeline {
  leadId: string | null;
  firstSeen: Date;
  lastSeen: Date;
  /** Newest first. */
  events: TimelineEvent[];
  /** The first event with a page, preferably one that does not continue a previous visit; null if there is none. */
  firstTouch: FirstTouch | null;
}

interface FirstTouch {
  url: string;
  referrer: string | null;
  channel: Channel | typeof internalVisit;
}

export interface TimelineEvent {
  type: string;
  url: string | null;
  occurredAt: Date;
  visitorId: string | null;
}

const newest = 100;
/** Maximum number of visitors of a lead to read, latest link first. */
const maxVisitors = 1_000;

/**
 * Finds the timeline of a visitor.
 * @returns null for a visitor without an event or a link
 */
export async function findVisitorTimeline(
  database: Database,
  workspaceId: string,
  visitorId: string,
): Promise<VisitorTimeline | null> {
  const link = await findCurrentLink(database, workspaceId, visitorId);
  const leadId = link?.endUserId ?? null;
  const visitors = leadId === null ? [visitorId] : await findVisitorsOf(database, workspaceId, leadId, maxVisitors);
  const subject = { workspaceId, visitors, leadId };
  const events = await newestEvents(database, subject);
  if (events.length === 0 && link === null) return null;
  const linkedAt = link?.linkedAt ?? new Date(0);
  return {
    leadId,
    events,
    firstSeen: (await firstEvent(database, subject))?.at ?? linkedAt,
    lastSeen: events[0]?.occurredAt ?? linkedAt,
    firstTouch:
      (await firstTouch(database, subject, `channel <> '${internalVisit}'`)) ??
      (await firstTouch(database, subject, 'url is not null')),
  };
}

interface Subject {
  workspaceId: string;
  visitors: string[];
  leadId: string | null;
}

/**
 * Returns a query for the first or last events of each visitor and of the lead, with one index lookup each: a lead with
 * 100,000 events costs as little as one with 200. `as` lists the columns to return. A server event with both the
 * visitor and the lead counts once.
 */
function outermost(
  columns: string,
  order: 'asc' | 'desc',
  { limit, as = columns, where = 'true' }: { limit: number; as?: string; where?: string },
) {
  const some = (of: string): string =>
    `select ${columns}, id from events where workspace_id = :workspaceId and ${of} and ${where}
      order by occurred_at ${order}, id ${order} limit ${limit}`;
  return `select ${as} from (
      select e.* from unnest(cast(:visitors as text[])) v (visitor) cross join lateral (${some('visitor_id = v.visitor')}) e
      union
      (${some('end_user_id = :leadId')})
    ) story order by occurred_at ${order}, id ${order} limit ${limit}`;
}

async function newestEvents(database: Database, subject: Subject): Promise<TimelineEvent[]> {
  const statement = outermost('type, url, occurred_at, visitor_id', 'desc', {
    limit: newest,
    as: 'type, url, occurred_at as "occurredAt", visitor_id as "visitorId"',
  });
  return rowsOf<TimelineEvent>(database.raw(statement, { ...subject }));
}

async function firstEvent(database: Database, subject: Subject): Promise<{ at: Date } | undefined> {
  const statement = outermost('occurred_at', 'asc', { limit: 1, as: 'occurred_at as at' });
  return (await rowsOf<{ at: Date }>(database.raw(statement, { ...subject })))[0];
}

async function firstTouch(database: Database, subject: Subject, where: string): Promise<FirstTouch | null> {
  const statement = outermost('url, referrer, channel, occurred_at', 'asc', {
    limit: 1,
    as: 'url, referrer, channel',
    where,
  });
  const [row] = await rowsOf<FirstTouch>(database.raw(statement, { ...subject }));
  return row ?? null;
}
