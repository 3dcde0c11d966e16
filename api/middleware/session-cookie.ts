import { jwtVerify, SignJWT } from 'jose';
import type { Context } from 'koa';
import { forbidden } from '../../domain/errors';

/** The cookie of dashboard sessions: a signed JWT that names a session and says nothing else that is believed. */

export const sessionCookie = 'svc_session';
const issuer = 'apex';
const audience = 'apex-console';

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/** The cookie's header. Secure where the service is reached by https. */
export async function sessionCookieHeader(
  session: { id: string; userId: string; expiresAt: Date },
  { secret, publicUrl }: { secret: string; publicUrl: string },
): Promise<string> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(session.userId)
    .setJti(session.id)
    .setIssuedAt()
    .setExpirationTime(session.expiresAt)
    .sign(keyOf(secret));
  return cookieHeader(token, Math.floor((session.expiresAt.getTime() - Date.now()) / 1_000), publicUrl);
}

export const clearedCookieHeader = (publicUrl: string): string => cookieHeader('', 0, publicUrl);

function cookieHeader(value: string, maxAgeSeconds: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookie}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The different tokens of a request: a page of a neighbouring host can set a second cookie of the name. */
function tokensOf(context: Context): string[] {
  const values = context
    .get('cookie')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${sessionCookie}=`))
    .map((pair) => pair.slice(sessionCookie.length + 1));
  return [...new Set(values)].filter((value) => value !== '');
}

export const hasSessionCookie = (context: Context): boolean => tokensOf(context).length > 0;

/** The id of the session that a genuine, unexpired cookie names; null otherwise, and for two cookies that differ. */
export async function readSessionCookie(context: Context, secret: string): Promise<string | null> {
  const [token, second] = tokensOf(context);
  if (token === undefined || second !== undefined) return null;
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), { algorithms: ['HS256'], issuer, audience });
    return payload.jti ?? null;
  } catch {
    return null;
  }
}

/**
 * Refuses what a page of another site could have made the browser send. Browsers name the origin of every write; a program that
 * keeps a cookie names it, too.
 * @throws AppError FORBIDDEN
 */
export function requireSameOrigin(context: Context, publicUrl: string, { orNone = false } = {}): void {
  const site = context.get('sec-fetch-site');
  const origin = context.get('origin');
  if (origin !== '') {
    if (origin === new URL(publicUrl).origin || origin === `${context.protocol}://${context.host}`) return;
  } else if (site === 'same-origin' || (orNone && site === '')) return;
  throw forbidden(
    'Requests with a session cookie must come from the console. Send the origin of this service in the Origin header.',
  );
}
