import { campaignParameters } from '../../domain/analytics/channel';
import { isCurrent } from '../identity';

/**
 * Touches as SQL. A session of a visitor ends when 30 minutes pass without a page's event, or when one comes from another campaign
 * than the session did: by the utm parameters of its page's address and the name of its first click id. The first event of a session is a touch.
 * Events without a page, which servers send, are no visits.
 */

const idle = `interval '30 minutes'`;

const parameter = (name: string): string => `substring(page from '[\\?&](${name}=[^&]+)')`;

/** What an address says of a campaign, as it was written; null when it says nothing. `page` is the address before its fragment. */
const campaignOfPage = `nullif(concat_ws('&', ${campaignParameters.tags.map(parameter).join(', ')},
  substring(page from '[\\?&](${campaignParameters.clicks.join('|')})=[^&]')), '')`;

/** @param visitors a query that gives `visitor_id`, without repeats */
export const touchesOf = (visitors: string): string => `
  select visitor_id, at, id, channel from (
    select *, lag(campaign) over (partition by visitor_id order by at, id) as previous_campaign from (
      select e.visitor_id, e.occurred_at as at, e.id, e.channel, k.campaign,
             coalesce(e.occurred_at - lag(e.occurred_at) over (partition by e.visitor_id order by e.occurred_at, e.id) >= ${idle},
                      true) as begins
        from (${visitors}) of_visitors
        join events e on e.workspace_id = :workspaceId and e.visitor_id = of_visitors.visitor_id
             and not e.is_bot and e.channel is not null
        cross join lateral (select split_part(e.url, '#', 1) as page) u
        cross join lateral (select ${campaignOfPage} as campaign) k
    ) visits where begins or campaign is not null
  ) arrivals where begins or campaign is distinct from previous_campaign`;

/** The visitors that are linked to a person. */
export const visitorsOf = (person: string): string => `
  select l.visitor_id from visitor_links l
   where l.workspace_id = :workspaceId and l.end_user_id = ${person} and ${isCurrent}`;

/** The channel of a person's first touch, over all of their visitors. */
export const firstTouchOf = (person: string): string =>
  `select t.channel from (${touchesOf(visitorsOf(person))}) t order by t.at, t.id limit 1`;
