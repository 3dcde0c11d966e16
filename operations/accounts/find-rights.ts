import { findMember } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { findKeyHolderById } from '../../db/keys/keys';
import type { Role } from '../../domain/accounts/permissions';
import { idPrefixes } from '../../domain/ids';
import { roleOfKey } from '../../domain/keys/api-key';

/** What a person or key may do in a workspace now. */
export interface Rights {
  role: Role;
  /** Null for a server key. */
  userId: string | null;
  /** When they end; null for rights without an end. */
  expiresAt: Date | null;
}

/**
 * Reads the rights that a person or key has now.
 * @param id of a user or key, as the audit log names actors
 * @returns null for a person who is not a member, and for a key that is revoked, expired or only sends
 */
export async function findRights(database: Database, workspaceId: string, id: string): Promise<Rights | null> {
  if (!id.startsWith(`${idPrefixes.apiKey}_`)) {
    const member = await findMember(database, workspaceId, id);
    return member === null ? null : { role: member.role, userId: id, expiresAt: null };
  }
  const holder = await findKeyHolderById(database, workspaceId, id);
  const role = holder === null ? null : roleOfKey(holder.kind, holder.role);
  if (holder === null || role === null) return null;
  return { role, userId: holder.userId, expiresAt: holder.expiresAt };
}
