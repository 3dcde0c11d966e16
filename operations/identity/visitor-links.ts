import { lockEndUsers } from '../../db/end-users/end-users';
import { confirmPublicLead } from '../../db/end-users/public-leads';
import { appendLink, findCurrentLink, findPreviousLink, type VisitorLink } from '../../db/identity/identity';
import { stitchVisitor } from '../../db/identity/stitch';
import type { Actor } from '../../domain/accounts/actor';
import { conflict, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/**
 * Links a visitor to an end user and supersedes an earlier link. Links are append-only. Concurrent changes run one after another. If
 * the visitor is already linked to this end user, that link is returned, so that a retry is safe.
 * @throws AppError NOT_FOUND if the end user does not exist
 */
export function relinkVisitor(
  { database }: Pick<Context, 'database'>,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  { visitorId, endUserId, source }: { visitorId: string; endUserId: string; source: string | null },
): Promise<VisitorLink> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const people = await lockEndUsers(transaction, workspaceId, [endUserId]);
    if (!people.has(endUserId)) throw notFound('Lead', endUserId);
    await confirmPublicLead(transaction, workspaceId, { id: endUserId });
    for (;;) {
      const current = await findCurrentLink(transaction, workspaceId, visitorId);
      const isInForce =
        current?.strength === 'verified' && current.endUserId === endUserId && current.source === source;
      if (isInForce) return current;
      const link = { workspaceId, visitorId, endUserId, source, actor: actor.id, strength: 'verified' } as const;
      const linked = await appendLink(transaction, link, current);
      if (linked === null) continue;
      const { previousEndUserId } = linked;
      const metadata = { leadId: linked.endUserId, previousLeadId: previousEndUserId };
      // Lists of a workspace's actions omit first links, because every visitor has one.
      const isMoved = previousEndUserId !== null && previousEndUserId !== linked.endUserId;
      const action = isMoved ? 'visitor.relinked' : 'visitor.linked';
      await recordAct(transaction, actor, action, { subject: { type: 'visitor', id: visitorId }, metadata });
      return linked;
    }
  });
}

const source = 'undo';

/**
 * Undoes the link of a visitor to an end user and restores the previous link, if there was one. Safe to repeat.
 * @throws AppError NOT_FOUND if the visitor was never linked, CONFLICT if it is linked to another end user
 */
export function undoLink(
  { database }: Pick<Context, 'database'>,
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

/**
 * Links a visitor without a link to the lead of an email address, as a public caller asserts. Creates the lead if the address is
 * unknown. Neither the result nor its duration shows whether it was.
 */
export const assertVisitorLink = (
  { database }: Pick<Context, 'database'>,
  link: { workspaceId: string; visitorId: string; email: string },
): Promise<void> => stitchVisitor(database, link);
