import { assertMay, type Role } from '../accounts/permissions';
import type { CommType } from './schemas';

/**
 * Refuses writing a transactional communication without permission. Saving one publishes it immediately.
 * @throws AppError FORBIDDEN
 */
export function assertMayWrite(role: Role, ...commTypes: readonly (CommType | undefined)[]): void {
  if (!commTypes.includes('transactional')) return;
  assertMay(role, 'communications.write_transactional', 'Writing or deleting a transactional communication');
}
