import type { Role } from './permissions';

/** Who acts: the audit log names the id, and permissions follow from the role. */
export interface Actor {
  workspaceId: string;
  /** A user's or key's id, or `system`. */
  id: string;
  /** A server key acts as an admin. */
  role: Role;
}

/** An actor of the API: a person, signed in or by a user key, or a server key. */
export interface Caller extends Actor {
  /** Null for a server key. */
  userId: string | null;
}
