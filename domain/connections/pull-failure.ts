import type { Credentials } from './credentials';

/** Why a platform did not give its figures. */
export interface PullFailure {
  /**
   * `expired`: the access token; a new one may do. `refused`: no repeat helps, a person has to act. `later`: a repeat
   * may help.
   */
  kind: 'expired' | 'refused' | 'later';
  /** For an admin. May hold what the platform said: see {@link withoutSecrets}. */
  message: string;
  /** Milliseconds after which the platform wants to be asked again. */
  retryAfterMs?: number;
}

export class PullError extends Error {
  override readonly name = 'PullError';

  constructor(readonly failure: PullFailure) {
    super(failure.message);
  }
}

/** @param retryAfterMs undefined when the platform does not say */
export const retryLater = (message: string, retryAfterMs?: number): PullFailure => ({
  kind: 'later',
  message,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

const longest = 500;
/** Anything shorter is in many words. */
const shortestSecret = 4;

/** A message fit to be stored and shown: without any credential, or anything that looks like one, and on one line. */
export function withoutSecrets(message: string, credentials: Credentials): string {
  const { accessTokenExpiresAt: _, ...secrets } = credentials;
  let text = message;
  for (const secret of Object.values(secrets)) {
    if (secret.length < shortestSecret) continue;
    for (const form of [secret, encodeURIComponent(secret)]) text = text.replaceAll(form, '***');
  }
  return text
    .replace(/[A-Za-z0-9_\-./+=~|%]{24,}/g, '***')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, longest);
}

/** Milliseconds that a Retry-After asks for (RFC 9110, section 10.2.3), a day at most; undefined when it says nothing. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\s*\d{1,10}\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), 86_400_000);
}
