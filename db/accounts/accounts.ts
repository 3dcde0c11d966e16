import type { Role } from '../../domain/accounts/permissions';
import type { Database } from '../connection/pool';

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

interface UserRow {
  id: string;
  email: string;
  name: string | null;
  password_hash: string | null;
  session_epoch: number;
}

export interface Member {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  createdAt: Date;
}

interface MemberRow {
  user_id: string;
  email: string;
  name: string | null;
  role: Role;
  created_at: Date;
}

const memberFromRow = (row: MemberRow): Member => ({
  id: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  createdAt: row.created_at,
});

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
  const row = await database('users').where(by).first<UserRow | undefined>();
  if (row === undefined) return null;
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    sessionEpoch: row.session_epoch,
  };
}

/** Sets a password and ends every session of the user. */
export async function changePassword(database: Database, userId: string, passwordHash: string): Promise<void> {
  await database('users')
    .where({ id: userId })
    .update({
      password_hash: passwordHash,
      session_epoch: database.raw('session_epoch + 1'),
      updated_at: database.fn.now(),
    });
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
    .select('m.user_id', 'm.role', 'm.created_at', 'u.email', 'u.name');

export async function findMember(database: Database, workspaceId: string, userId: string): Promise<Member | null> {
  const row = await members(database, workspaceId).where('m.user_id', userId).first<MemberRow | undefined>();
  return row === undefined ? null : memberFromRow(row);
}

/** All members, newest first. */
export async function listMembers(database: Database, workspaceId: string): Promise<Member[]> {
  const rows = (await members(database, workspaceId).orderBy('m.user_id', 'desc')) as MemberRow[];
  return rows.map(memberFromRow);
}

/** The workspace that a user joined first; null for a member of none. */
export async function findFirstWorkspaceId(database: Database, userId: string): Promise<string | null> {
  const row = await database('members')
    .where({ user_id: userId })
    .orderBy('created_at')
    .first<{ workspace_id: string } | undefined>('workspace_id');
  return row?.workspace_id ?? null;
}

/** The workspaces that a user is a member of. */
export async function listWorkspaceIds(database: Database, userId: string): Promise<string[]> {
  const rows = await database('members').where({ user_id: userId }).orderBy('workspace_id').select('workspace_id');
  return (rows as { workspace_id: string }[]).map(({ workspace_id }) => workspace_id);
}

/** Locks the workspace's membership against other writers until the transaction ends. */
export async function lockMembership(transaction: Database, workspaceId: string): Promise<void> {
  await transaction('workspaces').where({ id: workspaceId }).forUpdate().first('id');
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
