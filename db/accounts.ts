import type { Role } from '../domain/accounts/permissions';
import type { Database } from './connection';

export async function insertUser(
  database: Database,
  user: { id: string; email: string; name: string | null; passwordHash: string | null },
): Promise<void> {
  await database('users').insert({
    id: user.id,
    email: user.email,
    name: user.name,
    password_hash: user.passwordHash,
  });
}

export async function insertMember(
  database: Database,
  member: { workspaceId: string; userId: string; role: Role },
): Promise<void> {
  await database('members').insert({ workspace_id: member.workspaceId, user_id: member.userId, role: member.role });
}
