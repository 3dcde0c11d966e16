import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { findKeyHolder, type KeyHolder } from '../../db/keys';
import { may, type Permission, type Role } from '../../domain/accounts/permissions';
import { forbidden, unauthorized } from '../../domain/errors';
import { apiKeyKind } from '../../domain/keys/api-key';
import type { Access, Actor } from '../route';
import type { Services } from '../services';

const howTo = 'Send a key as "x-api-key" or as "Authorization: Bearer".';

/**
 * Who calls, if the route lets them.
 * @throws AppError UNAUTHORIZED without a valid credential, FORBIDDEN when its role lacks the permission
 */
export async function authenticate(context: Context, access: Access, services: Services): Promise<Actor | undefined> {
  if (access === 'public') return undefined;
  const key = givenKey(context);
  if (access === 'internal') {
    if (key === null || !sameSecret(key, services.syncApiKey))
      throw unauthorized('The shared secret is missing or wrong.');
    return undefined;
  }
  if (key === null) throw unauthorized(`This route needs a credential. ${howTo}`);
  const kind = apiKeyKind(key);
  if (kind === null || kind === 'transactional') throw unauthorized(`The key is not valid here. ${howTo}`);
  const holder = await findKeyHolder(services.database, services.keyPepper, key);
  if (holder === null) throw unauthorized(`The key is not valid here. ${howTo}`);
  requirePermission(roleOf(holder), access.permission);
  return { workspaceId: holder.workspaceId, id: holder.userId ?? holder.keyId };
}

/** A server key acts as an admin, a user key as its user. */
const roleOf = ({ kind, role }: KeyHolder): Role | null => (kind === 'secret' ? 'admin' : role);

function requirePermission(role: Role | null, permission: Permission): void {
  if (role === null || !may(role, permission)) throw forbidden(`Your role does not have the permission ${permission}.`);
}

/** The key that the request carries; null for none. @throws AppError UNAUTHORIZED when two headers disagree */
export function givenKey(context: Context): string | null {
  const header = context.get('x-api-key').trim();
  const bearer = /^Bearer +(\S+) *$/i.exec(context.get('authorization'))?.[1] ?? '';
  if (header !== '' && bearer !== '' && header !== bearer) {
    throw unauthorized('"x-api-key" and "Authorization" carry different keys. Send one of them.');
  }
  return header !== '' ? header : bearer === '' ? null : bearer;
}

/** Compares in constant time, whatever the lengths. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
