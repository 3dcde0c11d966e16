import type { JsonObject } from '../../domain/json/schemas';
import { cohortOf } from '../../domain/journeys/holdout';
import { rowsOf } from '../../db/connection/statements';
import { courseOf, type Entrant, type PersonEvent } from './journey-course';
import type { Unreachable } from './journey-outside';
import type { PastEntry, PastJourney } from './past-entry';
import { seededRandom } from './random';
import type { Shop } from './shop-context';

const dayMs = 86_400_000;

/**
 * Finds the people of all past events that trigger a journey, by its rules for re-entry and holdout, and what happened
 * to them in it. The same events give the same courses.
 */
export async function findPastEntries(
  shop: Shop,
  journey: PastJourney,
  unreachable: Map<string, Unreachable>,
): Promise<PastEntry[]> {
  const { workspaceId, now } = shop;
  const { journeyId, given, steps, publishedAt, messages } = journey;
  const { goalEventName = '', goalEventWindowDays, reentry, holdoutPercent } = given.settings;
  const entrants = await findEntrants(shop, given.trigger.eventName, publishedAt);
  const events = await findPersonEvents(shop, publishedAt);
  /** When the last execution of a person ended; Infinity while it runs or if it was the only one. */
  const busyUntil = new Map<string, number>();
  const entries: PastEntry[] = [];
  for (const entrant of entrants) {
    const { endUserId, at, eventId } = entrant;
    if ((busyUntil.get(endUserId) ?? 0) >= at) continue;
    const own = events.get(endUserId) ?? [];
    const goalUntil = at + goalEventWindowDays * dayMs;
    const goal = own.find((event) => event.type === goalEventName && event.at > at && event.at <= goalUntil) ?? null;
    const isHeldOut = cohortOf({ workspaceId, journeyId, endUserId }, holdoutPercent) === 'holdout';
    const random = seededRandom(`${journeyId} ${eventId}`);
    const circumstances = { random, journeyId, steps, now: now.getTime(), goal, events: own, unreachable, messages };
    const course = isHeldOut ? null : courseOf(entrant, circumstances);
    if (course !== null) busyUntil.set(endUserId, reentry === 'once' ? Infinity : (course.endedAt ?? Infinity));
    entries.push({ entrant, course, goalUntil, goal });
  }
  return entries;
}

/** Finds the people of events, also of a browser's events after its visitor was linked to a person. */
async function findEntrants({ database, workspaceId }: Shop, eventName: string, since: number): Promise<Entrant[]> {
  const rows = await rowsOf<Omit<Entrant, 'at'> & { occurredAt: Date }>(
    database.raw(
      `select u.id as "endUserId", e.visitor_id as "visitorId", u.email, u.timezone, u.attributes, e.id as "eventId", e.data, e.occurred_at as "occurredAt"
         from events e
         left join visitor_links l on l.workspace_id = e.workspace_id and l.visitor_id = e.visitor_id
          and l.linked_at <= e.occurred_at
         join end_users u on u.workspace_id = e.workspace_id and u.id = coalesce(e.end_user_id, l.end_user_id)
        where e.workspace_id = :workspaceId and e.type = :eventName and e.occurred_at >= :since
        order by e.occurred_at, e.id`,
      { workspaceId, eventName, since: new Date(since) },
    ),
  );
  return rows.map(({ occurredAt, ...entrant }) => ({ ...entrant, at: occurredAt.getTime() }));
}

/** Finds the events that goals and waits look for, by person. */
async function findPersonEvents({ database, workspaceId }: Shop, since: number): Promise<Map<string, PersonEvent[]>> {
  const rows = await rowsOf<{ endUserId: string; id: string; type: string; occurredAt: Date; data: JsonObject }>(
    database.raw(
      `select coalesce(e.end_user_id, l.end_user_id) as "endUserId", e.id, e.type, e.occurred_at as "occurredAt"
         from events e left join visitor_links l on l.workspace_id = e.workspace_id and l.visitor_id = e.visitor_id
        where e.workspace_id = :workspaceId and e.type in ('purchase', 'checkout_started') and e.occurred_at >= :since
          and coalesce(e.end_user_id, l.end_user_id) is not null
        order by e.occurred_at, e.id`,
      { workspaceId, since: new Date(since) },
    ),
  );
  const events = new Map<string, PersonEvent[]>();
  for (const { endUserId, id, type, occurredAt } of rows) {
    const own = events.get(endUserId) ?? [];
    own.push({ id, type, at: occurredAt.getTime() });
    events.set(endUserId, own);
  }
  return events;
}
