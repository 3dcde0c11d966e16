import { assertMay, type Role } from '../accounts/permissions';
import type { CommType } from './schemas';

/** Transactional communications go out as they are saved, so that writing one is publishing it. @throws AppError FORBIDDEN */
export function assertMayWrite(role: Role, ...commTypes: readonly (CommType | undefined)[]): void {
  if (!commTypes.includes('transactional')) return;
  assertMay(role, 'communications.write_transactional', 'Writing or deleting a transactional communication');
}
