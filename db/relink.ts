import { conflict, notFound } from '../domain/errors';
import { recordAudit } from './audit';
import type { Database } from './connection';
import { holdEndUsers } from './end-users';
import { confirmPublicLead } from './public-leads';
import { appendLink, findCurrentLink, findPreviousLink, type VisitorLink } from './identity';

/** Links that keyed callers make and take back. Each is audited; the list stays append-only. */

interface Relink {
  workspaceId: string;
  visitorId: string;
  endUserId: string;
  source: string | null;
  actor: string;
}

/**
 * Links a visitor to an end user, superseding an earlier link. Writers at once follow one another. Asking for what is so already
 * changes nothing and gives the same answer, so that a retry is safe.
 * @throws AppError NOT_FOUND when the end user is not there (any more)
 */
export async function relinkVisitor(database: Database, link: Relink): Promise<VisitorLink> {
  return database.transaction(async (transaction) => {
    const people = await holdEndUsers(transaction, link.workspaceId, [link.endUserId]);
    if (!people.has(link.endUserId)) throw notFound('Lead', link.endUserId);
    await confirmPublicLead(transaction, link.workspaceId, { id: link.endUserId });
    for (;;) {
      const current = await findCurrentLink(transaction, link.workspaceId, link.visitorId);
      const isSo =
        current?.strength === 'verified' && current.endUserId === link.endUserId && current.source === link.source;
      if (isSo) return current;
      const linked = await appendLink(transaction, { ...link, strength: 'verified' }, current);
      if (linked === null) continue;
      await audit(transaction, link, 'visitor.linked', linked);
      return linked;
    }
  });
}

const undoSource = 'undo';

/**
 * Takes the link of a visitor to an end user back: whoever the visitor was linked to before is in force again, or nobody. Asked
 * twice, it answers the same.
 * @throws AppError NOT_FOUND for a visitor that was never linked, CONFLICT when it is linked to somebody else
 */
export async function undoLink(
  database: Database,
  undo: Pick<Relink, 'workspaceId' | 'visitorId' | 'endUserId' | 'actor'>,
): Promise<VisitorLink> {
  const { workspaceId, visitorId } = undo;
  return database.transaction(async (transaction) => {
    for (;;) {
      const current = await findCurrentLink(transaction, workspaceId, visitorId);
      if (current === null) throw notFound('A link of the visitor', visitorId);
      if (current.source === undoSource && current.previousEndUserId === undo.endUserId) return current;
      if (current.endUserId !== undo.endUserId) {
        throw conflict(`The visitor is not linked to ${undo.endUserId} now. GET /api/identity tells to whom it is.`);
      }
      const restored = await findPreviousLink(transaction, workspaceId, current);
      const linked = await appendLink(transaction, { ...undo, ...restored, source: undoSource }, current);
      if (linked === null) continue;
      await audit(transaction, undo, 'visitor.link_undone', linked);
      return linked;
    }
  });
}

async function audit(
  transaction: Database,
  { workspaceId, visitorId, actor }: Pick<Relink, 'workspaceId' | 'visitorId' | 'actor'>,
  action: 'visitor.linked' | 'visitor.link_undone',
  { endUserId, previousEndUserId }: VisitorLink,
): Promise<void> {
  const metadata = { leadId: endUserId, previousLeadId: previousEndUserId };
  await recordAudit(transaction, [
    { workspaceId, subjectType: 'visitor', subjectId: visitorId, actor, action, metadata },
  ]);
}
