import { AppError } from '../../domain/errors';
import type { InvitationFacts, PasswordResetFacts } from '../../domain/accounts/link-facts';
import { plainOrigin } from '../../domain/plain-origin';
import { newNonce, type ConsoleFiles } from './console-files';

interface Shown {
  /** Whether the request has a session cookie, valid or not. */
  session: 'given' | 'none';
  facts?: InvitationFacts | PasswordResetFacts;
}

/** Renders the console's page with its headers. @returns null if the console is not built */
export async function renderConsole(
  files: ConsoleFiles,
  { session, facts }: Shown,
): Promise<{ body: string; headers: Record<string, string> } | null> {
  const nonce = newNonce();
  const body = await files.page({ nonce, session, facts: facts === undefined ? '' : JSON.stringify(facts) });
  const logoUrl = facts !== undefined && 'sender' in facts ? facts.sender?.logoUrl : null;
  const headers = { 'Content-Security-Policy': policyOf(nonce, plainOrigin(logoUrl ?? '')), 'X-Robots-Tag': 'noindex' };
  return body === null ? null : { body, headers };
}

/**
 * Renders the console's page for a link with a secret, which no referrer may contain.
 * @throws AppError SERVICE_UNAVAILABLE if the console is not built
 */
export async function renderLinkPage(
  files: ConsoleFiles,
  facts?: Shown['facts'],
): Promise<{ body: string; headers: Record<string, string> }> {
  const page = await renderConsole(files, facts === undefined ? { session: 'none' } : { session: 'none', facts });
  if (page === null) throw new AppError('SERVICE_UNAVAILABLE', 'This page needs the console, which is not built.');
  return { ...page, headers: { ...page.headers, 'Referrer-Policy': 'no-referrer' } };
}

/** Allows resources of this origin, and scripts and styles in the page only with the nonce of the response. */
const policyOf = (nonce: string, logoOrigin: string | null): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:${logoOrigin === null ? '' : ` ${logoOrigin}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
