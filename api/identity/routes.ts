import { recordAudit } from '../../db/audit';
import { findEndUser } from '../../db/end-users';
import { relinkVisitor } from '../../db/identity';
import { notFound } from '../../domain/errors';
import { linkVisitorBody, visitorLink } from '../../domain/identity/schemas';
import { ok } from '../answers';
import { defineRoute, type Route } from '../route';

export const identityRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/identity',
    tag: 'identity',
    summary: 'Link a visitor to a lead',
    description:
      'A verified link: the visitor’s events reach the lead’s journeys from now on. It supersedes an earlier one.',
    access: { permission: 'identity.write' },
    limit: 'write',
    request: { body: linkVisitorBody },
    responses: { 200: visitorLink },
    errors: ['NOT_FOUND'],
    handler: async ({ body: { visitorId, leadId, source = null }, actor, services: { database } }) => {
      const { workspaceId } = actor;
      if ((await findEndUser(database, workspaceId, leadId)) === null) throw notFound('Lead', leadId);
      const link = { workspaceId, visitorId, endUserId: leadId, source, actor: actor.id };
      const { previousEndUserId, linkedAt } = await database.transaction(async (transaction) => {
        const relinked = await relinkVisitor(transaction, link);
        const metadata = { leadId, previousLeadId: relinked.previousEndUserId };
        const entry = { workspaceId, subjectType: 'visitor', subjectId: visitorId, actor: actor.id } as const;
        await recordAudit(transaction, [{ ...entry, action: 'visitor.linked', metadata }]);
        return relinked;
      });
      return ok({ visitorId, leadId, previousLeadId: previousEndUserId, source, linkedAt: linkedAt.toISOString() });
    },
  }),
];
