import { forbidden } from '../errors';

/** The lowest role that has each permission. Owner > admin > member. */
const leastRole = {
  'workspace.read': 'member',
  'workspace.write': 'admin',
  'workspace.delete': 'owner',
  'members.read': 'admin',
  'members.write': 'admin',
  'audit.read': 'admin',
  'secrets.read': 'admin',
  'secrets.write': 'admin',
  'keys.read': 'admin',
  'keys.write': 'admin',
  'transactional_keys.read': 'admin',
  'transactional_keys.write': 'admin',
  'transactional.read': 'admin',
  'messages.read': 'member',
  'messages.retry': 'admin',
  'communications.read': 'member',
  'communications.write': 'member',
  'communications.write_transactional': 'admin',
  'end_users.read': 'member',
  'end_users.write': 'member',
  'end_users.erase': 'admin',
  'end_users.import': 'admin',
  'events.read': 'member',
  'events.replay': 'admin',
  'events.write': 'member',
  'identity.read': 'member',
  'identity.write': 'member',
  'trigger_contracts.read': 'member',
  'trigger_contracts.write': 'member',
  'audiences.read': 'member',
  'audiences.write': 'member',
  'analytics.read': 'member',
  'beliefs.read': 'member',
  'beliefs.write': 'member',
  'experiments.read': 'member',
  'experiments.write': 'member',
  'experiments.run': 'admin',
  'conversions.read': 'member',
  'conversions.write': 'member',
  'targets.read': 'member',
  'targets.write': 'member',
  'suppressions.read': 'admin',
  'suppressions.write': 'admin',
  'metrics.read': 'member',
  'metrics.write': 'admin',
  'connections.read': 'admin',
  'connections.write': 'admin',
  'journeys.read': 'member',
  'journeys.write': 'member',
  'journeys.publish': 'admin',
  'journeys.start': 'admin',
  'journeys.cancel': 'admin',
  'journeys.retry': 'admin',
  'journeys.resend': 'admin',
  'journeys.test_webhook': 'admin',
  'journeys.override': 'owner',
  'journeys.read_credentials': 'admin',
} as const satisfies Record<string, Role>;

const ranks = { member: 1, admin: 2, owner: 3 } as const;

export type Role = 'owner' | 'admin' | 'member';
/** All roles, the lowest first. */
export const roles: readonly Role[] = ['member', 'admin', 'owner'];

export type Permission = keyof typeof leastRole;

export const may = (role: Role, permission: Permission): boolean => ranks[role] >= ranks[leastRole[permission]];

/**
 * Refuses an action if the role lacks the permission.
 * @param act the attempted action, as the start of a sentence: `Starting an experiment`
 * @throws AppError FORBIDDEN; the message names the required role
 */
export function assertMay(role: Role, permission: Permission, act: string): void {
  if (may(role, permission)) return;
  const least = leastRole[permission];
  throw forbidden(`${act} requires the role ${least}${least === 'owner' ? '' : ' or above'}. Your role is ${role}.`);
}

/** Checks whether a member with a role may grant, change or remove another role. No role may do so for a higher one. */
export const mayGrant = (role: Role, granted: Role): boolean =>
  may(role, 'members.write') && ranks[role] >= ranks[granted];

/**
 * Checks whether a caller may give a person a role. A server key can only give `member`, because a person keeps the
 * role after the key is revoked.
 * @param caller `userId` is null for a server key
 */
export const mayAssign = ({ role, userId }: { role: Role; userId: string | null }, granted: Role): boolean =>
  mayGrant(role, granted) && (userId !== null || granted === 'member');
