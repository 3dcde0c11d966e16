import type { Role } from './permissions';

/** A role as it stands in a sentence: "a member", "an admin". */
export const aRole = (role: Role): string => (role === 'member' ? 'a member' : `an ${role}`);
