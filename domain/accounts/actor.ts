import type { Role } from './permissions';

/** The author of an action. The audit log records its id, and its role determines its permissions. */
export interface Actor {
  workspaceId: string;
  /** The id of a user or key, or `system`. */
  id: string;
  /** A server key acts as an admin. */
  role: Role;
}

/** A caller of the API: a user (signed in or with a user key), or a server key. */
export interface Caller extends Actor {
  /** Null for a server key. */
  userId: string | null;
}
