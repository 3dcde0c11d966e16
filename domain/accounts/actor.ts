import type { Role } from './permissions';

/** Who acts: the audit log names the id, and permissions follow from the role. */
export interface Actor {
  workspaceId: string;
  /** A user's or key's id, or `system`. */
  id: string;
  /** A server key acts as an admin. */
  role: Role;
}
