import { newId, rowsOf, type Database } from './connection';

/**
 * Visitors and whom they are linked to: an append-only list, read newest first. Events are never rewritten. A link is `asserted`
 * by a public caller or `verified` by a keyed one: only verified links reach journeys.
 */

interface LinkRow {
  id: string;
  end_user_id: string;
  linked_at: Date;
}

const current = `select l.id, l.end_user_id, l.linked_at from visitor_links l
   where l.workspace_id = ? and l.visitor_id = ?
     and not exists (select 1 from visitor_links n
                      where n.workspace_id = l.workspace_id and n.visitor_id = l.visitor_id and n.supersedes = l.id)`;

/**
 * Links a visitor to an end user and supersedes an earlier link, in the caller's transaction. Two writers at once follow one
 * another: the loser of the unique index looks again.
 */
export async function relinkVisitor(
  transaction: Database,
  link: { workspaceId: string; visitorId: string; endUserId: string; source: string | null; actor: string },
): Promise<{ previousEndUserId: string | null; linkedAt: Date }> {
  for (;;) {
    const [previous] = await rowsOf<LinkRow>(transaction.raw(current, [link.workspaceId, link.visitorId]));
    const [row] = await transaction('visitor_links')
      .insert({
        workspace_id: link.workspaceId,
        id: newId('link'),
        visitor_id: link.visitorId,
        end_user_id: link.endUserId,
        strength: 'verified',
        source: link.source,
        actor: link.actor,
        supersedes: previous?.id ?? null,
      })
      .onConflict()
      .ignore()
      .returning<LinkRow[]>(['id', 'end_user_id', 'linked_at']);
    if (row !== undefined) return { previousEndUserId: previous?.end_user_id ?? null, linkedAt: row.linked_at };
  }
}

/** The end user that each visitor is verified to be; visitors without such a link are left out. */
export async function findVerifiedEndUsers(
  database: Database,
  workspaceId: string,
  visitorIds: readonly string[],
): Promise<Map<string, string>> {
  if (visitorIds.length === 0) return new Map();
  const rows = await rowsOf<{ visitor_id: string; end_user_id: string }>(
    database.raw(
      `select l.visitor_id, l.end_user_id from visitor_links l
        where l.workspace_id = ? and l.visitor_id = any(?::text[]) and l.strength = 'verified'
          and not exists (select 1 from visitor_links n
                           where n.workspace_id = l.workspace_id and n.visitor_id = l.visitor_id and n.supersedes = l.id)`,
      [workspaceId, [...visitorIds]],
    ),
  );
  return new Map(rows.map((row) => [row.visitor_id, row.end_user_id]));
}
