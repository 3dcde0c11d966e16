import { lockMembership } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import { unauthorized } from '../../domain/errors';
import { findRights, type Rights } from './find-rights';

/**
 * Locks the workspace's membership and reads the caller's rights under the lock. A change of role, a removal and a revocation take
 * the same lock, so that what the caller makes is either refused or withdrawn with their rights.
 * @throws AppError UNAUTHORIZED when the rights ended after the request was authenticated
 */
export async function lockRights(
  transaction: Database,
  { workspaceId, id }: Pick<Actor, 'workspaceId' | 'id'>,
): Promise<Rights> {
  await lockMembership(transaction, workspaceId);
  const rights = await findRights(transaction, workspaceId, id);
  if (rights === null) throw unauthorized('You lost access to this workspace while the request was processed.');
  return rights;
}
