import { createHmac } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';

/**
 * The cookie of a sign-in with the identity provider. It is the only place of its state, so that any process of the API can
 * continue it. It is encrypted and authenticated, and each kind has its own audience.
 */

const cookieName = 'svc_oidc';
/** The start, the callback and the second step. */
const cookiePath = '/api/session/oidc';
const issuer = 'apex';

/** A sign-in at the provider, from the start to the callback. */
export const providerAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
});
export type ProviderAttempt = z.infer<typeof providerAttempt>;

/** A person who has signed in at the provider, and still has to enter a code. */
const awaitedStep = z.object({ userId: z.string(), sessionEpoch: z.number(), workspaceId: z.string() });

const kinds = {
  attempt: { schema: providerAttempt, minutes: 10 },
  'second-step': { schema: awaitedStep, minutes: 5 },
} as const;
type Kind = keyof typeof kinds;
type StateOf<Of extends Kind> = z.infer<(typeof kinds)[Of]['schema']>;

const keyOf = (secret: string): Uint8Array => createHmac('sha256', secret).update('oidc attempt').digest();

/** Returns the `Set-Cookie` header of a state. */
export async function attemptCookie<Of extends Kind>(
  kind: Of,
  state: StateOf<Of>,
  { secret, publicUrl }: { secret: string; publicUrl: string },
): Promise<string> {
  const { minutes } = kinds[kind];
  const token = await new EncryptJWT({ ...state })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuer(issuer)
    .setAudience(kind)
    .setIssuedAt()
    .setExpirationTime(`${minutes}m`)
    .encrypt(keyOf(secret));
  return header(token, minutes * 60, publicUrl);
}

export const clearedAttemptCookie = (publicUrl: string): string => header('', 0, publicUrl);

function header(value: string, maxAgeSeconds: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${value}; Path=${cookiePath}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the state in a genuine, unexpired cookie of the kind; null otherwise. */
export async function readAttempt<Of extends Kind>(
  kind: Of,
  cookies: string | undefined,
  secret: string,
): Promise<StateOf<Of> | null> {
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1));
  const [token = ''] = values;
  if (values.length !== 1) return null;
  try {
    const { payload } = await jwtDecrypt(token, keyOf(secret), { issuer, audience: kind });
    return kinds[kind].schema.parse(payload) as StateOf<Of>;
  } catch {
    return null;
  }
}
