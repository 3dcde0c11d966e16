import type { Role } from '../../domain/accounts/permissions';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

/** Users who sign in, and their workspace memberships. */

export interface User {
  id: string;
  email: string;
  name: string | null;
  /** Encoded Argon2id hash; null for a user who cannot sign in with a password. */
  passwordHash: string | null;
  /** Increases with each password change. Sessions with a lower epoch are no longer valid. */
  sessionEpoch: number;
}

export interface Member {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  createdAt: Date;
}

export async function insertUser(database: Database, user: Omit<User, 'sessionEpoch'>): Promise<void> {
  await database('users').insert({
    id: user.id,
    email: user.email,
    name: user.name,
    password_hash: user.passwordHash,
  });
}

/**
 * Finds a user.
 * @param by an id, or an address as stored: trimmed and in lower case
 */
export async function findUser(database: Database, by: { id: string } | { email: string }): Promise<User | null> {
  const columns = columnsOf<User>()('id', 'email', 'name', 'passwordHash', 'sessionEpoch');
  return (await database('users').where(by).first<User | undefined>(columns)) ?? null;
}

/**
 * Sets a password and ends every session of the user.
 * @param user as read before the password was checked or hashed
 * @returns false if the password was changed since then; this one is not stored
 */
export async function changePassword(
  database: Database,
  { id, sessionEpoch }: Pick<User, 'id' | 'sessionEpoch'>,
  passwordHash: string,
): Promise<boolean> {
  const changed = await database('users')
    .where({ id, session_epoch: sessionEpoch })
    .update({
      password_hash: passwordHash,
      session_epoch: database.raw('session_epoch + 1'),
      updated_at: database.fn.now(),
    });
  return changed > 0;
}

/**
 * Adds a member.
 * @returns false if the user is already a member; the role does not change
 */
export async function insertMember(
  database: Database,
  member: { workspaceId: string; userId: string; role: Role },
): Promise<boolean> {
  const rows = await database('members')
    .insert({ workspace_id: member.workspaceId, user_id: member.userId, role: member.role })
    .onConflict(['workspace_id', 'user_id'])
    .ignore()
    .returning('user_id');
  return rows.length > 0;
}

const members = (database: Database, workspaceId: string) =>
  database('members as m')
    .join('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', workspaceId)
    .select<Member[]>('u.id', 'm.role', 'm.created_at as createdAt', 'u.email', 'u.name');

export async function findMember(database: Database, workspaceId: string, userId: string): Promise<Member | null> {
  return (await members(database, workspaceId).where('m.user_id', userId).first()) ?? null;
}

/** Lists all members, newest first. */
export async function listMembers(database: Database, workspaceId: string): Promise<Member[]> {
  return members(database, workspaceId).orderBy('m.user_id', 'desc');
}

/** Finds the workspace that a user joined first. Returns null if the user is not a member of any. */
export async function findFirstWorkspaceId(database: Database, userId: string): Promise<string | null> {
  const row = await database('members')
    .where({ user_id: userId })
    .orderBy('created_at')
    .first<{ id: string } | undefined>('workspace_id as id');
  return row?.id ?? null;
}

/** Lists the workspaces that a user is a member of. */
export async function listWorkspaceIds(database: Database, userId: string): Promise<string[]> {
  return database('members').where({ user_id: userId }).orderBy('workspace_id').pluck('workspace_id');
}

/**
 * Locks the workspace's membership against other writers until the transaction ends. Other transactions can still
 * insert rows that reference the workspace.
 */
export async function lockMembership(transaction: Database, workspaceId: string): Promise<void> {
  await transaction('workspaces').where({ id: workspaceId }).forNoKeyUpdate().first('id');
}

export async function countOwners(database: Database, workspaceId: string): Promise<number> {
  const rows = await database('members').where({ workspace_id: workspaceId, role: 'owner' }).select('user_id');
  return rows.length;
}

/** Counts the workspaces that a user owns. */
export async function countOwnedWorkspaces(database: Database, userId: string): Promise<number> {
  return (await database('members').where({ user_id: userId, role: 'owner' }).select('workspace_id')).length;
}

export async function setRole(database: Database, workspaceId: string, userId: string, role: Role): Promise<void> {
  await database('members').where({ workspace_id: workspaceId, user_id: userId }).update({ role });
}

/** Removes a member. The member's sessions and user keys in the workspace are deleted with the membership. */
export async function deleteMember(database: Database, workspaceId: string, userId: string): Promise<void> {
  await database('members').where({ workspace_id: workspaceId, user_id: userId }).delete();
}
