import type { Database } from '../../db/connection/pool';
import { appendLink, findCurrentLink, findPreviousLink, type VisitorLink } from '../../db/identity/identity';
import type { Actor } from '../../domain/accounts/actor';
import { conflict, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

const source = 'undo';

/**
 * Takes the link of a visitor to an end user back: the link before it is in force again, if there was one. Safe to repeat.
 * @throws AppError NOT_FOUND for a visitor that was never linked, CONFLICT when it is linked to another end user
 */
export function undoLink(
  database: Database,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  { visitorId, endUserId }: { visitorId: string; endUserId: string },
): Promise<VisitorLink> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    for (;;) {
      const current = await findCurrentLink(transaction, workspaceId, visitorId);
      if (current === null) throw notFound('A link for visitor', visitorId);
      if (current.source === source && current.previousEndUserId === endUserId) return current;
      if (current.endUserId !== endUserId) {
        throw conflict(`The visitor is not linked to ${endUserId}. GET /api/identity returns its current link.`);
      }
      const restored = await findPreviousLink(transaction, workspaceId, current);
      const link = { workspaceId, visitorId, actor: actor.id, ...restored, source };
      const linked = await appendLink(transaction, link, current);
      if (linked === null) continue;
      const metadata = { leadId: linked.endUserId, previousLeadId: linked.previousEndUserId };
      await recordAct(transaction, actor, 'visitor.link_undone', {
        subject: { type: 'visitor', id: visitorId },
        metadata,
      });
      return linked;
    }
  });
}
