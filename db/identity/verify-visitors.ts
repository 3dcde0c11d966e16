import { recordAudit } from '../audit/audit';
import type { Database } from '../connection/pool';
import { appendLink, findCurrentLink, findVerifiedEndUsers } from './identity';

export interface VerifiedVisitor {
  workspaceId: string;
  visitorId: string;
  endUserId: string;
  actor: string;
}

/**
 * Links the visitors of authenticated events to the people that the events name. This replaces an asserted link and
 * records it in the audit log. A verified link to another person is kept, because only POST /api/identity may move
 * a visitor.
 */
export async function verifyVisitors(transaction: Database, visitors: readonly VerifiedVisitor[]): Promise<void> {
  const distinct = new Map(visitors.map((visitor) => [`${visitor.workspaceId} ${visitor.visitorId}`, visitor]));
  const inOrder = [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, visitor]) => visitor);
  for (const workspaceId of new Set(inOrder.map((visitor) => visitor.workspaceId))) {
    const theirs = inOrder.filter((visitor) => visitor.workspaceId === workspaceId);
    const ids = theirs.map(({ visitorId }) => visitorId);
    const verified = await findVerifiedEndUsers(transaction, workspaceId, ids);
    for (const visitor of theirs) {
      if (!verified.has(visitor.visitorId)) await verifyVisitor(transaction, visitor);
    }
  }
}

async function verifyVisitor(transaction: Database, visitor: VerifiedVisitor): Promise<void> {
  const { workspaceId, visitorId, endUserId, actor } = visitor;
  for (;;) {
    const current = await findCurrentLink(transaction, workspaceId, visitorId);
    if (current?.strength === 'verified' && current.endUserId !== null) return;
    const link = await appendLink(transaction, { ...visitor, strength: 'verified', source: 'event' }, current);
    if (link === null) continue;
    if (link.previousEndUserId !== null && link.previousEndUserId !== endUserId) {
      const metadata = { leadId: endUserId, previousLeadId: link.previousEndUserId };
      const entry = { workspaceId, subjectType: 'visitor', subjectId: visitorId, actor } as const;
      await recordAudit(transaction, [{ ...entry, action: 'visitor.relinked', metadata }]);
    }
    return;
  }
}
