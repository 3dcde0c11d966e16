import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { columnsOf, listColumns } from '../connection/rows';

/**
 * Links from visitors to people: an append-only list, read newest first (`current_visitor_links`). Events are never
 * rewritten. A link is `asserted` by a public caller or `verified` by an authenticated one; only verified links are used
 * by journeys. A link without a person makes the visitor anonymous again.
 *
 * Each change of a visitor's links queues the visitor for the rollups (db/analytics/rollups.ts) with the time `epoch`,
 * which no event has, because credits of completions (db/conversions/completion-credits.ts) depend on links.
 */
export interface VisitorLink {
  id: string;
  endUserId: string | null;
  strength: 'asserted' | 'verified';
  source: string | null;
  linkedAt: Date;
  /** The previous link, and its person. */
  supersedes: string | null;
  previousEndUserId: string | null;
}

type LinkRow = Omit<VisitorLink, 'previousEndUserId'>;

const columns = columnsOf<LinkRow>()('id', 'endUserId', 'strength', 'source', 'linkedAt', 'supersedes');

/** Finds the visitor's current link. Returns null if the visitor never had one. */
export async function findCurrentLink(
  database: Database,
  workspaceId: string,
  visitorId: string,
): Promise<VisitorLink | null> {
  const [row] = await rowsOf<VisitorLink>(
    database.raw(
      `select ${listColumns(columns, 'l')}, p.end_user_id as "previousEndUserId"
         from current_visitor_links l
         left join visitor_links p on p.workspace_id = l.workspace_id and p.id = l.supersedes
        where l.workspace_id = ? and l.visitor_id = ?`,
      [workspaceId, visitorId],
    ),
  );
  return row ?? null;
}

export interface NewLink {
  workspaceId: string;
  visitorId: string;
  endUserId: string | null;
  strength: 'asserted' | 'verified';
  source: string | null;
  actor: string;
}

/**
 * Appends a link after `previous`.
 * @returns null if another writer appended one first: read the current link and decide again
 */
export async function appendLink(
  transaction: Database,
  link: NewLink,
  previous: VisitorLink | null,
): Promise<VisitorLink | null> {
  const [row] = await rowsOf<LinkRow>(
    transaction.raw(
      `with linked as (
         insert into visitor_links (workspace_id, id, visitor_id, end_user_id, strength, source, actor, supersedes)
         values (:workspaceId, :id, :visitorId, :endUserId, :strength, :source, :actor, :supersedes)
         on conflict do nothing returning *
       ), queued as (
         insert into rollup_queue (workspace_id, visitor_ids, times)
         select workspace_id, array_agg(visitor_id), array_agg(timestamptz 'epoch')
           from (select distinct workspace_id, visitor_id from linked) l group by workspace_id
       )
       select ${listColumns(columns, 'l')} from linked l`,
      { ...link, id: newId('link'), supersedes: previous?.id ?? null },
    ),
  );
  return row === undefined ? null : { ...row, previousEndUserId: previous?.endUserId ?? null };
}

/** Finds the person that becomes current when `link` is reverted: that of the link before it. */
export async function findPreviousLink(
  database: Database,
  workspaceId: string,
  link: VisitorLink,
): Promise<Pick<VisitorLink, 'endUserId' | 'strength'>> {
  if (link.supersedes === null) return { endUserId: null, strength: 'verified' };
  const row = await database('visitor_links')
    .where({ workspace_id: workspaceId, id: link.supersedes })
    .first<Pick<VisitorLink, 'endUserId' | 'strength'> | undefined>('end_user_id as endUserId', 'strength');
  return row ?? { endUserId: null, strength: 'verified' };
}

/** Lists visitors that are linked to a person, latest link first. */
export async function findVisitorsOf(
  database: Database,
  workspaceId: string,
  endUserId: string,
  limit: number,
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database.raw(
      `select l.visitor_id as id from current_visitor_links l where l.workspace_id = ? and l.end_user_id = ?
        order by l.linked_at desc, l.id desc limit ?`,
      [workspaceId, endUserId, limit],
    ),
  );
  return rows.map(({ id }) => id);
}

/** Finds the person that each visitor is verified as. Visitors without such a link are omitted. */
export async function findVerifiedEndUsers(
  database: Database,
  workspaceId: string,
  visitorIds: readonly string[],
): Promise<Map<string, string>> {
  if (visitorIds.length === 0) return new Map();
  const rows = await rowsOf<{ visitorId: string; endUserId: string }>(
    database.raw(
      `select l.visitor_id as "visitorId", l.end_user_id as "endUserId" from current_visitor_links l
        where l.workspace_id = ? and l.visitor_id = any(?::text[]) and l.strength = 'verified' and l.end_user_id is not null`,
      [workspaceId, [...visitorIds]],
    ),
  );
  return new Map(rows.map(({ visitorId, endUserId }) => [visitorId, endUserId]));
}
