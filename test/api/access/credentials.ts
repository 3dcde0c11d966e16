import { createHmac } from 'node:crypto';
import { decodeJwt, SignJWT, type JWTPayload } from 'jose';
import type { Role } from '../../../domain/accounts/permissions';
import { addMember, setting, signIn, type TestMember } from '../../support/members';
import type { World } from '../../support/world';
import type { Access } from './access-table';
import { addWorkspace } from '../../support/workspaces';

/** A credential and its expected access. */
export interface Credential {
  kind: 'nothing' | 'session' | 'key' | 'internal' | 'transactional';
  /** The role of a session or key. */
  role?: Role;
  server?: true;
  headers: Record<string, string>;
  /** Creates a new session of the same person, for calls that end the session. */
  renew?: () => Promise<Record<string, string>>;
}

const ranks = { member: 1, admin: 2, owner: 3 };

/** Returns `allowed` or the status of the refusal. */
export function outcomeFor(access: Access, { kind, role, server }: Credential): 'allowed' | 401 | 403 {
  if (access === 'public') return 'allowed';
  if (access === 'internal' || access === 'transactional' || access === 'session') {
    return kind === access ? 'allowed' : 401;
  }
  if (role === undefined) return 401;
  if (access === 'server') return server === true ? 'allowed' : 403;
  if (access === 'people') return server !== true && ranks[role] >= ranks.admin ? 'allowed' : 403;
  return ranks[role] >= ranks[access] ? 'allowed' : 403;
}

/** Creates every kind of credential, by its name in the test reports. */
export async function allCredentials(world: World): Promise<Record<string, Credential>> {
  const member = await addMember(world, 'member');
  const admin = await addMember(world, 'admin');
  const owner = await addMember(world, 'owner');
  return {
    nothing: worthless({}),
    'the public workspace key': worthless(keyHeader(world.demo.workspaceKey)),
    'a key that never was': worthless(keyHeader(`svc_sk_${'0'.repeat(38)}`)),
    'basic authentication': worthless({ authorization: 'Basic b3duZXI6b3duZXI=' }),
    'a member’s session': sessionOf(world, member, 'member'),
    'an admin’s session': sessionOf(world, admin, 'admin'),
    'an owner’s session': sessionOf(world, owner, 'owner'),
    'a member’s user key': { kind: 'key', role: 'member', headers: keyHeader(member.userKey) },
    'an admin’s user key': { kind: 'key', role: 'admin', headers: keyHeader(admin.userKey) },
    'an owner’s user key': { kind: 'key', role: 'owner', headers: keyHeader(owner.userKey) },
    'a server key': { kind: 'key', role: 'admin', server: true, headers: keyHeader(world.demo.serverKey) },
    'a server key as bearer': { kind: 'key', role: 'admin', server: true, headers: bearer(world.demo.serverKey) },
    'another workspace’s server key': await foreignServerKey(world),
    'a transactional key': { kind: 'transactional', headers: bearer(world.demo.transactionalKey) },
    'the sync secret': { kind: 'internal', headers: bearer(setting(world, 'SYNC_API_KEY')) },
    'a wrong sync secret': worthless(bearer(`${setting(world, 'SYNC_API_KEY')}x`)),
    'an owner’s cookie beside a wrong key': worthless({
      ...cookieHeader(world, owner.cookie),
      ...keyHeader('svc_sk_x'),
    }),
    ...(await forgedSessions(world, owner)),
    ...(await endedCredentials(world)),
  };
}

const worthless = (headers: Record<string, string>): Credential => ({ kind: 'nothing', headers });
const keyHeader = (key: string) => ({ 'x-api-key': key });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** The cookie with the headers that the service’s own pages send. */
export const cookieHeader = (world: World, cookie: string) => ({ cookie, origin: world.apiUrl });

function sessionOf(world: World, member: TestMember, role: Role): Credential {
  return {
    kind: 'session',
    role,
    headers: cookieHeader(world, member.cookie),
    renew: async () => cookieHeader(world, await signIn(world, member)),
  };
}

async function foreignServerKey(world: World): Promise<Credential> {
  const { demo: other } = await addWorkspace(world);
  return { kind: 'key', role: 'admin', server: true, headers: keyHeader(other.serverKey) };
}

/** Tokens of an owner’s active session, with a signature that is not from the service. */
async function forgedSessions(world: World, owner: TestMember): Promise<Record<string, Credential>> {
  const token = (await signIn(world, owner)).replace('svc_session=', '');
  const claims = decodeJwt(token);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const secret = setting(world, 'SESSION_SECRET');
  const altered = encode({ ...claims, exp: (claims.exp ?? 0) + 86_400 });
  const { iss: _issuer, ...withoutIssuer } = claims;
  const { aud: _audience, ...withoutAudience } = claims;
  const tokens: Record<string, string> = {
    'a token signed with another secret': await sign(claims, 'another-secret-0123456789-0123456789'),
    'a token of no algorithm': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'a token of no algorithm with the signature left': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
    'a token of another algorithm': await sign(claims, secret.repeat(3), 'HS512'),
    'a token of another algorithm under the same secret': signedHeader({ alg: 'HS384', typ: 'JWT' }, payload, secret),
    'a token with an altered payload': `${header}.${altered}.${signature}`,
    'a token with a cut signature': token.slice(0, -4),
    'a token of another issuer': await sign({ ...claims, iss: 'mallory' }, secret),
    'a token without an issuer': await sign(withoutIssuer, secret),
    'a token for another audience': await sign({ ...claims, aud: 'elsewhere' }, secret),
    'a token without an audience': await sign(withoutAudience, secret),
    'a token past its time': await sign({ ...claims, exp: Math.floor(Date.now() / 1_000) - 1 }, secret),
    'a token without a session': await sign({ ...claims, jti: 'ses_none' }, secret),
    'no token at all': 'x',
  };
  const credentials = Object.entries(tokens).map(([name, value]) => [
    name,
    worthless(cookieHeader(world, `svc_session=${value}`)),
  ]);
  return {
    ...(Object.fromEntries(credentials) as Record<string, Credential>),
    'a session’s token as a bearer key': worthless(bearer(token)),
    'a user key as cookie': worthless(cookieHeader(world, `svc_session=${owner.userKey}`)),
  };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const sign = (claims: JWTPayload, secret: string, alg = 'HS256'): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).sign(new TextEncoder().encode(secret));

/** Signs by hand because libraries refuse a secret this short for the algorithm. */
function signedHeader(header: object, payload: string, secret: string): string {
  const signed = `${encode(header)}.${payload}`;
  return `${signed}.${createHmac('sha384', secret).update(signed).digest('base64url')}`;
}

/** Credentials of owners and admins that are no longer valid. */
async function endedCredentials(world: World): Promise<Record<string, Credential>> {
  const outlived = await addMember(world, 'owner');
  const { jti = '' } = decodeJwt(outlived.cookie.replace('svc_session=', ''));
  const aSecondAgo = new Date(Date.now() - 1_000);
  await world.database('sessions').where({ id: jti }).update({ expires_at: aSecondAgo });

  const signedOut = await addMember(world, 'owner');
  await call(world, { method: 'DELETE', path: '/api/session', headers: cookieHeader(world, signedOut.cookie) });

  const changed = await addMember(world, 'owner');
  const second = await signIn(world, changed);
  await call(world, {
    method: 'POST',
    path: '/api/session/password',
    headers: cookieHeader(world, second),
    body: { currentPassword: changed.password, newPassword: `${changed.password}-new` },
  });

  const headers = keyHeader(world.demo.userKey);
  const removed = await addMember(world, 'admin');
  await call(world, { method: 'DELETE', path: `/api/members/${removed.id}`, headers });
  const demoted = await addMember(world, 'owner');
  await call(world, { method: 'PATCH', path: `/api/members/${demoted.id}`, headers, body: { role: 'member' } });

  const revokedKey = async (path: string, body: object): Promise<string> => {
    const { id, rawKey } = await call(world, { method: 'POST', path, headers, body: { name: 'Brief', ...body } });
    await call(world, { method: 'DELETE', path: `${path}/${id}`, headers });
    return rawKey;
  };
  const server = await call(world, { method: 'POST', path: '/api/keys', headers, body: { name: 'Maker' } });
  const path = '/api/transactional-api-keys';
  const made = await call(world, { method: 'POST', path, headers: keyHeader(server.rawKey), body: { name: 'Made' } });
  await call(world, { method: 'DELETE', path: `/api/keys/${server.id}`, headers });
  return {
    'a session past its time': worthless(cookieHeader(world, outlived.cookie)),
    'a session that was signed out of': worthless(cookieHeader(world, signedOut.cookie)),
    'a session from before a change of password': worthless(cookieHeader(world, changed.cookie)),
    'the session that changed the password, itself': worthless(cookieHeader(world, second)),
    'a removed member’s session': worthless(cookieHeader(world, removed.cookie)),
    'a removed member’s user key': worthless(keyHeader(removed.userKey)),
    'a demoted owner’s session': sessionOf(world, demoted, 'member'),
    'a demoted owner’s user key': { kind: 'key', role: 'member', headers: keyHeader(demoted.userKey) },
    'a revoked server key': worthless(keyHeader(await revokedKey('/api/keys', {}))),
    'a revoked user key': worthless(keyHeader(await revokedKey('/api/keys', { kind: 'user' }))),
    'a transactional key of a revoked server key': worthless(bearer(made.rawKey)),
    'a revoked transactional key': worthless(bearer(await revokedKey('/api/transactional-api-keys', {}))),
  };
}

interface Call {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Makes a call that must succeed. @returns the response body */
async function call(world: World, { method, path, headers, body }: Call): Promise<{ id: string; rawKey: string }> {
  const response = await world.api.raw(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
  return response.body;
}
