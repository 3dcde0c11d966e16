import type { Credentials } from './credentials';

/** Why a platform did not return its figures. */
export interface PullFailure {
  /**
   * `expired`: the access token has expired, and a new one may help. `refused`: a retry cannot help, a person must act.
   * `later`: a retry may help.
   */
  kind: 'expired' | 'refused' | 'later';
  /** A message for admins. It may contain text from the platform; see {@link withoutSecrets}. */
  message: string;
  /** The delay in milliseconds that the platform requests before a retry. */
  retryAfterMs?: number;
}

export class PullError extends Error {
  override readonly name = 'PullError';

  constructor(readonly failure: PullFailure) {
    super(failure.message);
  }
}

/** @param retryAfterMs undefined if the platform requests no delay */
export const retryLater = (message: string, retryAfterMs?: number): PullFailure => ({
  kind: 'later',
  message,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

const longest = 500;
/** Shorter values occur in many words. */
const shortestSecret = 4;

/** Makes a message safe to store and show: on one line, without credentials or anything that looks like one. */
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

/**
 * Parses Retry-After (RFC 9110, section 10.2.3). Returns milliseconds, at most one day; undefined if it is missing or
 * invalid.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\s*\d{1,10}\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), 86_400_000);
}
