import { mayAssign, mayGrant, type Role } from '../../domain/accounts/permissions';
import { forbidden } from '../../domain/errors';
import type { Rights } from './find-rights';

/** @throws AppError FORBIDDEN for a role above the caller's own, and for one above `member` that a server key gives */
export function assertMayAssign(caller: Rights, role: Role): void {
  if (mayAssign(caller, role)) return;
  const isAbove = !mayGrant(caller.role, role);
  throw forbidden(isAbove ? `Your role, ${caller.role}, cannot assign the role ${role}.` : onlyMembers);
}

const onlyMembers =
  'A server key can assign only the role member. To assign another role, sign in or send a user key (svc_uk_).';
