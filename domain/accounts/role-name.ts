import type { Role } from './permissions';

/** Returns a role with its article, for use in a sentence: "a member", "an admin". */
export const aRole = (role: Role): string => (role === 'member' ? 'a member' : `an ${role}`);
