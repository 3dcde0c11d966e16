import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

/** Referrers of a workspace that continue the previous visit. Each domain includes its subdomains. */
export interface ReferrerRules {
  internalDomains: readonly string[];
  ignoredReferrers: readonly string[];
}

export const noReferrerRules: ReferrerRules = { internalDomains: [], ignoredReferrers: [] };

/**
 * Checks whether a referrer is on the page's own registrable domain or on a domain of the rules.
 * @param host of the referrer, as {@link hostOf} returns it
 * @param pageHost null if the page has no address
 */
export function isInternalReferrer(host: string, pageHost: string | null, rules: ReferrerRules): boolean {
  return (
    (pageHost !== null && (host === pageHost || siteOf(host) === siteOf(pageHost))) ||
    rules.internalDomains.some((domain) => isWithin(host, domain)) ||
    rules.ignoredReferrers.some((domain) => isWithin(host, domain))
  );
}

/** Compares without creating strings, because this runs for each domain of the rules and each event. */
const isWithin = (host: string, domain: string): boolean =>
  host.endsWith(domain) && (host.length === domain.length || host[host.length - domain.length - 1] === '.');

/** Returns the registrable domain of a host. A host without one, such as an IP address, is a site of its own. */
const siteOf = (host: string): string => parseHost(withoutWww(host)).domain ?? withoutWww(host);

const parseHost = (host: string): ReturnType<typeof parse> =>
  parse(host, { allowPrivateDomains: true, extractHostname: false });

export const withoutWww = (host: string): string => (host.startsWith('www.') ? host.slice(4) : host);

/**
 * Returns why a text is not a valid domain of {@link ReferrerRules}; null if it is. A public suffix such as `com`,
 * `co.uk` or `github.io` belongs to many owners.
 */
export function domainProblem(text: string): string | null {
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(text)) {
    return 'must be a domain such as shop.example.com, without a scheme, port or path';
  }
  const { domain, isIcann, isPrivate, isIp } = parseHost(text);
  const isPublicSuffix = isIp !== true && domain === null && (isIcann === true || isPrivate === true);
  return isPublicSuffix ? `must not be ${text}, because it has many owners. Enter your own domain` : null;
}

/**
 * Returns the host of an address with a scheme, in lower case and ASCII, without the port and a final dot. Parses by
 * hand for speed, because this runs for every event.
 */
export function hostOf(address: string | null): string | null {
  const start = address === null ? -1 : address.indexOf('://');
  if (address === null || start === -1) return null;
  let end = start + 3;
  while (end < address.length && !endsAuthority(address.charCodeAt(end))) end += 1;
  const host = address.slice(start + 3, end);
  return plainHost.test(host) ? host : readAuthority(host);
}

/** Matches `/`, `?`, `#` and `\\`. */
const endsAuthority = (unit: number): boolean => unit === 47 || unit === 63 || unit === 35 || unit === 92;

/** A host that needs no normalization. */
const plainHost = /^[a-z0-9.-]*[a-z0-9-]$/;

function readAuthority(written: string): string | null {
  const authority = written.slice(written.lastIndexOf('@') + 1);
  const port = authority.lastIndexOf(':');
  const host = (port === -1 || authority.endsWith(']') ? authority : authority.slice(0, port))
    .toLowerCase()
    .replaceAll('\0', '');
  return normalizeHost(host);
}

/** Returns a host in lower case and ASCII, without a final dot; null if it is empty. An invalid host is kept. */
export function normalizeHost(host: string): string | null {
  const ascii = /^[\x21-\x7e]*$/.test(host) ? host.toLowerCase() : domainToASCII(host) || host.toLowerCase();
  const name = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  return name === '' ? null : name;
}
