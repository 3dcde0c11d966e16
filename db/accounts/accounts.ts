import type { Role } from '../../domain/accounts/permissions';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

/** People who sign in, and the workspaces that they are members of. */

export interface User {
  id: string;
  email: string;
  name: string | null;
  /** Argon2id in its encoded form; null for a person who cannot sign in by password. */
  passwordHash: string | null;
  /** Sessions of an earlier epoch are over: a changed password moves it on. */
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

/** @param by an id, or an address as it is matched: trimmed, in lower case */
export async function findUser(database: Database, by: { id: string } | { email: string }): Promise<User | null> {
  const columns = columnsOf<User>()('id', 'email', 'name', 'passwordHash', 'sessionEpoch');
  return (await database('users').where(by).first<User | undefined>(columns)) ?? null;
}

/**
 * Sets a password and ends every session of the user.
 * @param user as read before the password was checked or hashed
 * @returns false when another password was set since: this one is not
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

/** @returns false when the user is a member already; the role stays then */
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

/** All members, newest first. */
export async function listMembers(database: Database, workspaceId: string): Promise<Member[]> {
  return members(database, workspaceId).orderBy('m.user_id', 'desc');
}

/** The workspace that a user joined first; null for a member of none. */
export async function findFirstWorkspaceId(database: Database, userId: string): Promise<string | null> {
  const row = await database('members')
    .where({ user_id: userId })
    .orderBy('created_at')
    .first<{ id: string } | undefined>('workspace_id as id');
  return row?.id ?? null;
}

/** The workspaces that a user is a member of. */
export async function listWorkspaceIds(database: Database, userId: string): Promise<string[]> {
  return database('members').where({ user_id: userId }).orderBy('workspace_id').pluck('workspace_id');
}

/** The workspaces that a user is a member of, with their role in each, by name. */
export async function listWorkspacesOfUser(
  database: Database,
  userId: string,
): Promise<{ id: string; name: string; role: Role }[]> {
  return database('members as m')
    .join('workspaces as w', 'w.id', 'm.workspace_id')
    .where('m.user_id', userId)
    .orderBy(['w.name', 'w.id'])
    .select('w.id', 'w.name', 'm.role');
}

/** Locks the workspace's membership against other writers until the transaction ends. Rows that refer to the workspace can be written. */
export async function lockMembership(transaction: Database, workspaceId: string): Promise<void> {
  await transaction('workspaces').where({ id: workspaceId }).forNoKeyUpdate().first('id');
}

export async function countOwners(database: Database, workspaceId: string): Promise<number> {
  const rows = await database('members').where({ workspace_id: workspaceId, role: 'owner' }).select('user_id');
  return rows.length;
}

export async function setRole(database: Database, workspaceId: string, userId: string, role: Role): Promise<void> {
  await database('members').where({ workspace_id: workspaceId, user_id: userId }).update({ role });
}

/** Removes a member; sessions and user keys in the workspace go with the membership. */
export async function deleteMember(database: Database, workspaceId: string, userId: string): Promise<void> {
  await database('members').where({ workspace_id: workspaceId, user_id: userId }).delete();
}
