import { may, type Permission, type Role } from '../../../domain/accounts/permissions';

const roles: Role[] = ['member', 'admin', 'owner'];
const everybody = roles;
const fromAdmin: Role[] = ['admin', 'owner'];

/** Members read everything and write drafts. Publishing requires an admin. */
const expected: Partial<Record<Permission, Role[]>> = {
  'communications.read': everybody,
  'communications.write': everybody,
  'end_users.read': everybody,
  'end_users.write': everybody,
  'identity.write': everybody,
  'trigger_contracts.read': everybody,
  'trigger_contracts.write': everybody,
  'journeys.read': everybody,
  'journeys.write': everybody,
  'journeys.publish': fromAdmin,
};

describe('may', () => {
  it.each(Object.entries(expected) as [Permission, Role[]][])('%s: %j', (permission, allowed) => {
    expect(roles.filter((role) => may(role, permission))).toEqual(allowed);
  });
});
