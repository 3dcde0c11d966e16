import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

interface Named {
  id: string;
  name: string;
}

/** What a workspace has so far, for Getting started. */
export interface StartedParts {
  publicKey: string;
  isHidden: boolean;
  /** The last event of a page; without one, the last event. */
  event: { type: string; url: string | null; title: string | null; receivedAt: string } | null;
  /** Types of the recent events, the most frequent first. */
  types: string[];
  conversion: Named | null;
  experiment: Named | null;
  journey: Named | null;
  draftJourney: Named | null;
  communication: Named | null;
  emailSentAt: Date | null;
  admins: string[];
}

/**
 * Reads the parts of Getting started. Each part needs one row of an index, and the events at most 500, so that the
 * console can repeat it every few seconds.
 * @returns null if the workspace does not exist
 */
export async function readStartedParts(database: Database, workspaceId: string): Promise<StartedParts | null> {
  const [row] = await rowsOf<StartedParts>(
    database.raw(
      `with recent as materialized (
         -- Without crawlers and engagement with messages, which are no events of the customer's pages and servers.
         select e.type, e.url, e.data ->> 'title' as title, e.received_at, e.occurred_at from events e
          where e.workspace_id = :workspaceId and not e.is_bot and e.type not like 'message\\_%'
          order by e.occurred_at desc limit 500
       )
       select w.public_key as "publicKey", w.hide_getting_started as "isHidden",
              (select json_build_object('type', type, 'url', url, 'title', title, 'receivedAt', received_at)
                 from recent order by url is null, occurred_at desc limit 1) as event,
              array(select type from recent group by type order by count(*) desc, type limit 50) as types,
              (select json_build_object('id', id, 'name', name) from conversions
                where workspace_id = w.id order by created_at limit 1) as conversion,
              (select json_build_object('id', id, 'name', name) from experiments
                where workspace_id = w.id order by created_at limit 1) as experiment,
              (select json_build_object('id', id, 'name', name) from journeys
                where workspace_id = w.id and latest_version is not null order by created_at limit 1) as journey,
              (select json_build_object('id', id, 'name', name) from journeys
                where workspace_id = w.id and status = 'draft' order by updated_at desc limit 1) as "draftJourney",
              (select json_build_object('id', id, 'name', name) from communications
                where workspace_id = w.id and comm_type = 'marketing' order by created_at desc limit 1) as communication,
              coalesce(w.first_test_email_at, (
                select sent_at from sends
                 where workspace_id = w.id and kind in ('journey', 'transactional') and status = 'sent' limit 1
              )) as "emailSentAt",
              array(select coalesce(u.name, u.email) from members m join users u on u.id = m.user_id
                     where m.workspace_id = w.id and m.role in ('owner', 'admin')
                     order by m.role desc, m.created_at limit 5) as admins
         from workspaces w where w.id = :workspaceId`,
      { workspaceId },
    ),
  );
  return row ?? null;
}
