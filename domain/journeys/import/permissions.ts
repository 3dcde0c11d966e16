import { assertMay, type Permission, type Role } from '../../accounts/permissions';
import { assertMayWrite } from '../../communications/permissions';
import { listOf, objectOf } from './read-json';

const permissions: Record<string, Permission> = {
  journeys: 'journeys.write',
  communications: 'communications.write',
  audiences: 'audiences.write',
  triggerContracts: 'trigger_contracts.write',
};

/**
 * Refuses a bundle that contains anything the role must not write.
 * @param bundle the raw bundle, because permissions are checked before the content is validated
 * @throws AppError FORBIDDEN
 */
export function assertMayImport(role: Role, bundle: unknown): void {
  const given = objectOf(bundle);
  for (const [list, permission] of Object.entries(permissions)) {
    if (listOf(given[list]).length > 0) assertMay(role, permission, `Importing ${list}`);
  }
  const isTransactional = listOf(given['communications']).some((one) => objectOf(one)['commType'] === 'transactional');
  if (isTransactional) assertMayWrite(role, 'transactional');
}
