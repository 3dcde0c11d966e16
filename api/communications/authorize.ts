import { findCommunication } from '../../db/communications';
import { assertMay, type Role } from '../../domain/accounts/permissions';
import type { CommType } from '../../domain/communications/schemas';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import type { AuthorizationRequest } from '../route';

/** Transactional communications go out as they are saved, so that writing one is publishing it. @throws AppError FORBIDDEN */
export function assertMayWrite(role: Role, ...commTypes: readonly (CommType | undefined)[]): void {
  if (!commTypes.includes('transactional')) return;
  assertMay(role, 'communications.write_transactional', 'Writing or deleting a transactional communication');
}

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
