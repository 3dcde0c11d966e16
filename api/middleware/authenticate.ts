import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { findKeyHolder, isExpiredKey, type KeyHolder } from '../../db/keys/keys';
import { findSession } from '../../db/accounts/sessions';
import { assertMay } from '../../domain/accounts/permissions';
import { forbidden, paused, unauthorized, type AppError } from '../../domain/errors';
import {
  apiKeyKind,
  expiredKey,
  howToAuthenticate,
  invalidKey,
  invalidTransactionalKey,
  roleOfKey,
  type KeyKind,
} from '../../domain/keys/api-key';
import { assertAdmitted } from '../../domain/transactional/throughput';
import { createCountedRequest } from '../../operations/transactional/senders';
import type { Access, Actor, SendingActor } from '../route';
import type { Services } from '../services';
import { hasSessionCookie, readSessionCookie, requireSameOrigin } from './session-cookie';

/**
 * Returns the caller, if the route permits them. A key takes precedence over a session. A session cookie that is sent with a
 * key must also be valid, because an invalid one is a mistake or an attack.
 * @throws AppError UNAUTHORIZED without a valid credential, FORBIDDEN if its role lacks the permission
 */
export async function authenticate(
  context: Context,
  access: Access,
  services: Services,
): Promise<Actor | SendingActor | undefined> {
  if (access === 'public') return undefined;
  const actor = await findCaller(context, access, services);
  if (requestKey(context) !== null) await refuseWrongCookie(context, services);
  return actor;
}

async function findCaller(
  context: Context,
  access: Exclude<Access, 'public'>,
  services: Services,
): Promise<Actor | SendingActor | undefined> {
  if (access === 'internal') {
    const secret = requestKey(context);
    if (secret === null || !sameSecret(secret, services.settings.syncApiKey)) {
      throw unauthorized('The shared secret is missing or wrong.');
    }
    return undefined;
  }
  if (access === 'transactional') return findTransactionalActor(context, services);
  const actor = await findActor(context, services);
  if (access === 'session') {
    if (actor.sessionId === null) throw unauthorized('This route needs a session. Sign in first.');
  } else assertPermitted(actor, access);
  return actor;
}

/** @throws AppError FORBIDDEN for another kind of caller than the route takes, and for a role without the permission */
function assertPermitted(actor: Actor, { permission, serverKey, person }: Exclude<Access, string>): void {
  if (serverKey === true && !isServerKey(actor)) {
    throw forbidden('This route needs a server key (svc_sk_). A signed-in user can create one with POST /api/keys.');
  }
  if (person === true && isServerKey(actor)) {
    throw forbidden('This route does not accept server keys: sign in, or send a user key (svc_uk_).');
  }
  assertMay(actor.role, permission, `The permission ${permission}`);
}

/** Finds the actor of a transactional key, which can call only the send route. Sends are counted when they are claimed. */
async function findTransactionalActor(context: Context, services: Services): Promise<SendingActor> {
  const key = requestKey(context);
  if (key === null) throw unauthorized('This route needs a transactional key (svc_tx_) as "Authorization: Bearer".');
  const sender = apiKeyKind(key) === 'transactional' ? await services.http.senders.find(key) : null;
  if (sender === null) throw await refusedKey(services, key, invalidTransactionalKey());
  const { workspaceId, keyId } = sender;
  const refused = services.http.senders.refused(sender);
  if (refused !== null) {
    services.http.keyUse.record({ workspaceId, keyId });
    services.http.limits.writeThroughput(context, refused);
    assertAdmitted(refused);
  }
  return {
    workspaceId,
    role: 'member',
    id: keyId,
    userId: null,
    credentialId: keyId,
    sessionId: null,
    countedRequest: createCountedRequest({ sends: services.sends, senders: services.http.senders }, sender),
  };
}

/** A user's key and a session act as a user. */
const isServerKey = ({ userId }: Actor): boolean => userId === null;

/** @throws AppError UNAUTHORIZED for an invalid session cookie that is sent with a key */
async function refuseWrongCookie(context: Context, services: Services): Promise<void> {
  if (hasSessionCookie(context) && (await findCookieSession(context, services)) === null) {
    throw unauthorized(
      'The request has a key and a session cookie that is not valid. Sign in again, or send the key without the cookie.',
    );
  }
}

async function findCookieSession(context: Context, services: Services) {
  const id = await readSessionCookie(context, services.settings.sessionSecret);
  return id === null ? null : findSession(services.database, id);
}

async function findActor(context: Context, services: Services): Promise<Actor> {
  const key = requestKey(context);
  if (key !== null) return actorOfKey(await findHolder(services, key, ['secret', 'user']));
  const session = await findCookieSession(context, services);
  if (session === null) throw unauthorized(`Valid credentials are required. ${howToAuthenticate}`);
  if (!['GET', 'HEAD'].includes(context.method)) requireSameOrigin(context, services.settings.publicUrl);
  const { workspaceId, role, user, id, isPaused } = session;
  refuseOtherWorkspace(context, workspaceId);
  if (isPaused) throw paused();
  services.http.sessionUse.record({ sessionId: id });
  return { workspaceId, role, id: user.id, userId: user.id, credentialId: id, sessionId: id };
}

/**
 * Refuses a request of a page that was opened in another workspace, before another tab switched the session or the
 * workspace was deleted. The console names the workspace of each page.
 * @throws AppError UNAUTHORIZED
 */
function refuseOtherWorkspace(context: Context, workspaceId: string): void {
  const named = context.get('apex-workspace');
  if (named !== '' && named !== workspaceId) {
    throw unauthorized('Your session is now in another workspace. Reload the page.');
  }
}

/** The holder of a key of one of the kinds. @throws AppError UNAUTHORIZED */
async function findHolder(services: Services, key: string, kinds: readonly KeyKind[]): Promise<KeyHolder> {
  const kind = apiKeyKind(key);
  const holder =
    kind !== null && kinds.includes(kind)
      ? await findKeyHolder(services.database, services.settings.keyPepper, key)
      : null;
  if (holder === null) throw await refusedKey(services, key, invalidKey());
  if (holder.isPaused) throw paused();
  services.http.keyUse.record(holder);
  return holder;
}

/** Returns the refusal of a key that is not valid. Only the holder of an expired key learns that it has expired. */
async function refusedKey(services: Services, key: string, otherwise: AppError): Promise<AppError> {
  if (apiKeyKind(key) === null) return otherwise;
  return (await isExpiredKey(services.database, services.settings.keyPepper, key)) ? expiredKey() : otherwise;
}

function actorOfKey({ workspaceId, keyId, kind, userId, role }: KeyHolder): Actor {
  const acting = roleOfKey(kind, role);
  if (acting === null)
    throw unauthorized('The user of this key is no longer a member of the workspace. Use another key.');
  return { workspaceId, role: acting, id: userId ?? keyId, userId, credentialId: keyId, sessionId: null };
}

/**
 * Returns the key of the request; null if there is none. If both headers are present, `Authorization` counts.
 * @throws AppError UNAUTHORIZED for two `Authorization` headers that differ
 */
function requestKey(context: Context): string | null {
  const [authorization = '', second] = new Set(
    context.req.headersDistinct['authorization']?.map((text) => text.trim()),
  );
  if (second !== undefined) throw unauthorized('The request has two different "Authorization" headers. Send one.');
  const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  if (authorization !== '' && bearer === '') throw unauthorized('"Authorization" must be "Bearer" followed by a key.');
  const key = bearer === '' ? context.get('x-api-key').trim() : bearer;
  return key === '' ? null : key;
}

/** Compares in constant time, whatever the lengths. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
