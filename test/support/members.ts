import { passwords } from '../../context/passwords';
import { insertMember, insertUser } from '../../db/accounts/accounts';
import { newId } from '../../db/connection/ids';
import { mintKey } from '../../db/keys/keys';
import { formatInvitationToken } from '../../domain/accounts/invitation-token';
import type { Role } from '../../domain/accounts/permissions';
import { uniqueName } from './journeys';
import type { World } from './world';

/** A member of the demo workspace, with every kind of credential that a person has. */
export interface TestMember {
  id: string;
  email: string;
  password: string;
  /** As a browser sends it: `svc_session=…`. */
  cookie: string;
  /** svc_uk_, created without the API, because a member's role may not create one. */
  userKey: string;
}

/** Returns the `Cookie` header for a `Set-Cookie` response. */
export function cookieFrom(headers: Headers): string {
  const cookie = headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error('The answer sets no cookie.');
  return cookie;
}

export async function signIn(world: World, account: { email: string; password: string }): Promise<string> {
  const { email, password } = account;
  const response = await world.api.raw('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return cookieFrom(response.headers);
}

/** Invites a member and accepts, as with the link in the invitation email. */
export async function addMember(
  world: World,
  role: Role,
  address = `${uniqueName(role)}@example.com`,
): Promise<TestMember> {
  const password = `${uniqueName('password')}-0123456789`;
  const invitation = await world.api.raw('/api/members', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': world.demo.userKey },
    body: JSON.stringify({ email: address, role }),
  });
  const token = formatInvitationToken(setting(world, 'LINK_SECRET'), {
    workspaceId: world.demo.workspaceId,
    invitationId: invitation.body.id,
  });
  const accepted = await world.api.post('/api/members/accept', { token, password });
  if (accepted.status !== 200) throw new Error(JSON.stringify([invitation.body, accepted.body]));
  const { id, email } = accepted.body.user;
  const { rawKey } = await mintKey(world.database, setting(world, 'KEY_PEPPER'), {
    workspaceId: world.demo.workspaceId,
    kind: 'user',
    userId: id,
    name: role,
    createdBy: id,
  });
  return { id, email, password, cookie: cookieFrom(accepted.headers), userKey: rawKey };
}

/** Returns the address of a person with an account; a member of the demo workspace if `member`. */
export async function addAccount(
  world: World,
  { member, password }: { member: boolean; password: string | null },
): Promise<string> {
  const id = newId('user');
  const email = `${uniqueName('account')}@example.com`;
  const passwordHash = password === null ? null : await passwords.hash(password);
  await insertUser(world.database, { id, email, name: null, passwordHash });
  if (member) await insertMember(world.database, { workspaceId: world.demo.workspaceId, userId: id, role: 'member' });
  return email;
}

/** Returns a setting of the world's API. */
export function setting(world: World, name: string): string {
  const value = world.environment[name];
  if (value === undefined) throw new Error(`The world has no ${name}.`);
  return value;
}
