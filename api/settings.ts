import { z } from 'zod';
import { oneOf, wholeNumber, type RefuseSetting } from '../temporal/settings';

const defaultRequestTimeoutMs = 10_000;

/** Limits for network connections of one process, and timeouts. */
export const connectionShape = {
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(5_000),
  HEADERS_TIMEOUT_MS: wholeNumber(100, 600_000).optional(),
  REQUEST_TIMEOUT_MS: wholeNumber(100, 600_000).default(defaultRequestTimeoutMs),
  KEEP_ALIVE_TIMEOUT_MS: wholeNumber(100, 3_600_000).default(65_000),
};

const role = oneOf('owner', 'admin', 'member');

/** A provider on this machine may use http, because its traffic stays on the machine. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an https URL' })
  .refine(
    (url) => /^https:|^http:\/\/(localhost|127(\.\d+){3}|\[::1\])([:/]|$)/.test(url),
    'must be an https URL, except for a provider on this machine',
  );

/** Roles by the values of the role claim: `apex-admins=admin,staff=member`. The first value that a person has counts. */
const claimRoles = z
  .string()
  .default('')
  .transform((text) =>
    text.split(',').flatMap((part) => (part.trim() === '' ? [] : [/^(.+)=(\w+)$/.exec(part.trim())])),
  )
  .refine(
    (parts) => parts.every((part) => part !== null && role.safeParse(part[2]).success),
    'must be a list such as apex-admins=admin,staff=member, with the roles owner, admin and member',
  )
  .transform((parts) => new Map(parts.map((part) => [part![1]!.trim(), role.parse(part![2])] as const)));

/** Sign-in with a provider of OpenID Connect. It is off without OIDC_ISSUER. */
export const oidcShape = {
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_SCOPES: z
    .string()
    .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'must be names separated by spaces')
    .refine((scopes) => scopes.split(' ').includes('openid'), 'must include openid')
    .default('openid email profile'),
  OIDC_LABEL: z.string().trim().min(1).max(60).default('Sign in with single sign-on'),
  OIDC_WORKSPACE: z.string().min(1).optional(),
  OIDC_ROLE_CLAIM: z.string().min(1).optional(),
  OIDC_ROLES: claimRoles,
};

/** Checks settings of the API that belong together. */
export function checkApi(given: NodeJS.ProcessEnv, refuse: RefuseSetting): void {
  const { NODE_ENV, RATE_LIMITS, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } = given;
  if (NODE_ENV === 'production' && RATE_LIMITS === 'off') {
    refuse('RATE_LIMITS', 'must not be off when NODE_ENV is production');
  }
  if (Number(HEADERS_TIMEOUT_MS ?? 0) > Number(REQUEST_TIMEOUT_MS ?? defaultRequestTimeoutMs)) {
    refuse('HEADERS_TIMEOUT_MS', 'must not be longer than REQUEST_TIMEOUT_MS');
  }
  checkOidc(given, refuse);
}

function checkOidc(given: NodeJS.ProcessEnv, refuse: RefuseSetting): void {
  if (given['OIDC_ISSUER'] === undefined) {
    const names = Object.keys(oidcShape).filter((name) => given[name] !== undefined);
    for (const name of names) refuse(name, 'is set without OIDC_ISSUER');
    return;
  }
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const) {
    if (given[name] === undefined) refuse(name, 'must be set with OIDC_ISSUER');
  }
  const ofNewMembers = ['OIDC_WORKSPACE', 'OIDC_ROLE_CLAIM', 'OIDC_ROLES'] as const;
  if (ofNewMembers.every((name) => given[name] === undefined)) return;
  for (const name of ofNewMembers) {
    if (given[name] === undefined) refuse(name, `must be set together with ${ofNewMembers.join(', ')}`);
  }
}
