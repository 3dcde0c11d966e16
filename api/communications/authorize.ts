import { findCommunication } from '../../db/communications/communications';
import { assertMayWrite } from '../../domain/communications/permissions';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import type { AuthorizationRequest } from '../route';

/** For requests that create, change or delete a communication. @throws AppError FORBIDDEN as {@link assertMayWrite} */
export async function authorizeWrite({ actor, params, body, services }: AuthorizationRequest): Promise<void> {
  const { id, commType } = body;
  const isOverride = typeof id === 'string' && findCatalogTemplate(id) !== null;
  assertMayWrite(actor.role, commType === 'transactional' || isOverride ? 'transactional' : undefined);
  const named = params['id'];
  if (named === undefined) return;
  const stored = await findCommunication(services.database, actor.workspaceId, named);
  assertMayWrite(actor.role, stored?.commType);
}
