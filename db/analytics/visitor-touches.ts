import { campaignParameters, internalVisit } from '../../domain/analytics/channel';
import { acquireLock } from '../connection/advisory-locks';
import type { Database } from '../connection/pool';

/**
 * Touches: the first events of sessions. A visitor's session ends after 30 minutes without a page event, or when an
 * event comes from a different campaign than the session. The campaign is the utm parameters of the page address and
 * the name of its first click id. An event with an internal or ignored referrer and no campaign can start a session,
 * but is never a touch. Events without a page, which servers send, are not visits, and neither are events of
 * crawlers.
 *
 * `visitor_touches` has every event that may start a session: an event after idle minutes, and an event with a
 * different campaign than the event before it. Whether it does start one follows from the previous row, so an event
 * that arrives out of order changes few rows. The queue of db/analytics/rollups.ts keeps the table up to date.
 */

/** A quarter of an hour in which a visitor was seen. */
export interface TouchVisit {
  visitorId: string;
  /** Any instant of the quarter. */
  time: Date;
}

const { tags, clicks } = campaignParameters;

/**
 * The campaign of an address, as written: its parameters that have a value, and the name of its first click id. Null if
 * there are none. `page` is the address before its fragment, and `query` is the same with each `?` replaced by `&`.
 *
 * In PostgreSQL, a matching regular expression costs twenty times as much as a text search. If each parameter has a
 * value and no value contains a question mark, which is true of nearly all addresses, searching for the name gives the
 * same result.
 */
const campaignOfPage = `case
  when page not like '%=%' then null
  when page like '%=%\\?%' or query like '%=&%' or query like '%=' then ${campaignBy(matchedTag, matchedClick())}
  else ${campaignBy(foundTag, foundClick())} end`;

function campaignBy(tag: (name: string) => string, click: string): string {
  return `nullif(concat_ws('&', ${[...tags.map(tag), click].join(', ')}), '')`;
}

/** Captures no group, because finding the bounds of a group would cost more than the match itself. */
function matchedTag(name: string): string {
  return `substr(substring(page from '[\\?&]${name}=[^&]+'), 2)`;
}

function matchedClick(): string {
  return `split_part(substr(substring(page from '[\\?&](\\?:${clicks.join('|')})=[^&]'), 2), '=', 1)`;
}

function foundTag(name: string): string {
  return `'${name}=' || nullif(split_part(split_part(query, '&${name}=', 2), '&', 1), '')`;
}

/**
 * Most pages have no click id, and the names of click ids share a few endings, so checking the endings first is faster.
 * The ending for `gad_source` is longer, because `utm_source` ends with the same letters.
 */
function foundClick(): string {
  const endings = [...new Set(clicks.map((name) => (name.endsWith('_source') ? name : name.slice(-2))))];
  const positions = clicks.map((name) => `nullif(strpos(query, '&${name}='), 0)`);
  return `case when ${endings.map((ending) => `page like '%${ending}=%'`).join(' or ')}
    then split_part(substr(query, least(${positions.join(', ')}) + 1), '=', 1) end`;
}

/**
 * Events that may start a session, for the visitors and times that a condition on `e` selects. `offset 0` keeps the
 * values derived from an address as columns, so that each is computed once.
 */
const candidatesOf = (where: string): string => `
  select visitor_id, at, event_id, channel, begins, campaign from (
    select visitor_id, at, event_id, channel, campaign, lag(campaign) over before as campaign_before,
           coalesce(at - lag(at) over before >= interval '30 minutes', true) as begins
      from (
        select visitor_id, at, event_id, channel, ${campaignOfPage} as campaign from (
          select e.visitor_id, e.occurred_at as at, e.id as event_id, e.channel, split_part(e.url, '#', 1) as page,
                 translate(split_part(e.url, '#', 1), '\\?', '&') as query
            from events e where e.workspace_id = :workspaceId and not e.is_bot and e.channel is not null and ${where} offset 0
        ) e offset 0
      ) e window before as (partition by visitor_id order by at, event_id)
  ) c where begins or (campaign is not null and campaign is distinct from campaign_before)`;

/**
 * The planner does not know the size of temporary results and may compare every row of one with every row of another.
 * `not in` is hashed, and `offset 0` keeps each lookup separate. An event also determines whether the visitor was idle
 * before the events of the next half hour.
 */
const recountStatement = `
  with visits as materialized (
    select distinct visitor_id, slot as lower_at, slot + interval '45 minutes' as upper_at
      from unnest(cast(:visitors as text[]), cast(:times as timestamptz[])) as v (visitor_id, time)
      cross join lateral (select date_bin('15 minutes', time, '2000-01-01Z') as slot) s
  ), counted as materialized (
    select distinct on (c.visitor_id, c.at, c.event_id) c.* from visits v cross join lateral (
      ${candidatesOf(`e.visitor_id = v.visitor_id and e.occurred_at >= v.lower_at - interval '30 minutes' and e.occurred_at < all(array[v.upper_at])`)}
    ) c where c.at >= v.lower_at
  ), gone as (
    delete from visitor_touches where ctid = any(array(
      select t.row_id from visits v cross join lateral (
        select ctid as row_id, visitor_id, at, event_id from visitor_touches
         where workspace_id = :workspaceId and visitor_id = v.visitor_id and at >= v.lower_at and at < v.upper_at offset 0
      ) t where (t.visitor_id, t.at, t.event_id) not in (select visitor_id, at, event_id from counted)))
  )
  insert into visitor_touches as t (workspace_id, visitor_id, at, event_id, channel, begins, campaign, is_touch)
  select :workspaceId, visitor_id, at, event_id, channel, begins, campaign, begins and channel <> '${internalVisit}' from counted
  on conflict (workspace_id, visitor_id, at, event_id) do update
    set (channel, begins, campaign, is_touch) = (excluded.channel, excluded.begins, excluded.campaign, excluded.is_touch)
    where (t.channel, t.begins, t.campaign) is distinct from (excluded.channel, excluded.begins, excluded.campaign)`;

/** Compares each touch within the visits, and the first one after them, with the touch before it. */
const classifyStatement = `
  with visits as materialized (
    select distinct visitor_id, slot as lower_at, slot + interval '45 minutes' as upper_at
      from unnest(cast(:visitors as text[]), cast(:times as timestamptz[])) as v (visitor_id, time)
      cross join lateral (select date_bin('15 minutes', time, '2000-01-01Z') as slot) s
  ), doubtful as materialized (
    select distinct t.* from visits v cross join lateral (
      (select ctid as row_id, visitor_id, at, event_id, channel, begins, campaign, is_touch from visitor_touches
        where workspace_id = :workspaceId and visitor_id = v.visitor_id and at >= v.lower_at and at < v.upper_at offset 0)
      union all
      (select ctid, visitor_id, at, event_id, channel, begins, campaign, is_touch from visitor_touches
        where workspace_id = :workspaceId and visitor_id = v.visitor_id and at >= v.upper_at
        order by at, event_id limit 1)
    ) t where not t.begins
  )
  update visitor_touches set is_touch = not is_touch where ctid = any(array(
    select d.row_id from doubtful d left join lateral (
      select p.campaign from visitor_touches p
       where p.workspace_id = :workspaceId and p.visitor_id = d.visitor_id and (p.at, p.event_id) < (d.at, d.event_id)
       order by p.at desc, p.event_id desc limit 1
    ) p on true
     where d.is_touch <> (d.channel <> '${internalVisit}' and d.campaign is distinct from p.campaign)))`;

/**
 * Locks the touches of a workspace. A transaction other than the rollup lock's owner may recount touches, and it may
 * briefly outlive the owner when a connection breaks. With this lock, each recount sees the result of the previous one.
 */
const lockTouches = (transaction: Database, workspaceId: string): Promise<void> =>
  acquireLock(transaction, `touches ${workspaceId}`);

/** Updates the touches of the given visits from their events. The caller holds the rollup lock of the workspace. */
export async function recountTouches(
  transaction: Database,
  workspaceId: string,
  visits: readonly TouchVisit[],
): Promise<void> {
  if (visits.length === 0) return;
  await lockTouches(transaction, workspaceId);
  const values = {
    workspaceId,
    visitors: visits.map(({ visitorId }) => visitorId),
    times: visits.map(({ time }) => time.toISOString()),
  };
  await transaction.raw(recountStatement, values);
  await transaction.raw(classifyStatement, values);
}

/** Recomputes every touch. The caller holds the rollup lock of the workspace. */
export async function rebuildTouches(transaction: Database, workspaceId: string): Promise<void> {
  await lockTouches(transaction, workspaceId);
  await transaction.raw(`delete from visitor_touches where workspace_id = ?`, [workspaceId]);
  await transaction.raw(
    `insert into visitor_touches (workspace_id, visitor_id, at, event_id, channel, begins, campaign, is_touch)
     select :workspaceId, visitor_id, at, event_id, channel, begins, campaign,
            channel <> '${internalVisit}'
              and (begins or campaign is distinct from lag(campaign) over (partition by visitor_id order by at, event_id))
       from (${candidatesOf('e.visitor_id is not null')}) all_candidates`,
    { workspaceId },
  );
}
