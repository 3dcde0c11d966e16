import { createHash } from 'node:crypto';

/** Decides what a Content Security Policy allows, for the requests and scripts of the snippet (W3C CSP Level 3). */

/** The sources of each directive, by its name in lower case. */
type Policy = ReadonlyMap<string, readonly string[]>;

/** @param values values of headers or meta tags; each may have several policies, separated by commas */
export const parsePolicies = (values: readonly string[]): Policy[] =>
  values
    .flatMap((value) => value.split(','))
    .map(parsePolicy)
    .filter((policy) => policy.size > 0);

function parsePolicy(text: string): Policy {
  const directives = new Map<string, string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

interface ScriptTag {
  /** Null for an inline script. */
  url: URL | null;
  nonce: string | null;
  text: string;
}

/** @returns the directive that blocks a script of the page; null if all policies allow it */
export const blockedScript = (policies: readonly Policy[], page: URL, script: ScriptTag): string | null =>
  blockedBy(policies, ['script-src-elem', 'script-src', 'default-src'], (sources) => {
    if (script.nonce !== null && sources.includes(`'nonce-${script.nonce}'`)) return true;
    const isStrict = has(sources, "'strict-dynamic'");
    if (script.url !== null) return !isStrict && allowsUrl(sources, script.url, page);
    if (sources.includes(`'${scriptHash(script.text)}'`)) return true;
    // A nonce or a hash turns 'unsafe-inline' off.
    const isListed = sources.some((source) => /^'(nonce-|sha(256|384|512)-)/i.test(source));
    return has(sources, "'unsafe-inline'") && !isListed && !isStrict;
  });

/** @returns the directive that blocks requests of the page to an address; null if all policies allow them */
export const blockedConnection = (policies: readonly Policy[], page: URL, url: URL): string | null =>
  blockedBy(policies, ['connect-src', 'default-src'], (sources) => allowsUrl(sources, url, page));

/** The source that allows an inline script: `sha256-…`. */
export const scriptHash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** @param names the directive and its fallbacks */
function blockedBy(
  policies: readonly Policy[],
  names: readonly string[],
  isAllowed: (sources: readonly string[]) => boolean,
): string | null {
  for (const policy of policies) {
    const name = names.find((one) => policy.has(one));
    if (name !== undefined && !isAllowed(policy.get(name) ?? [])) return name;
  }
  return null;
}

const has = (sources: readonly string[], keyword: string): boolean =>
  sources.some((source) => source.toLowerCase() === keyword);

const allowsUrl = (sources: readonly string[], url: URL, page: URL): boolean =>
  sources.some((source) => {
    const lower = source.toLowerCase();
    if (lower === '*') return /^https?:$/.test(url.protocol);
    if (lower === "'self'") return url.host === page.host && isSameOrSafer(url.protocol, page.protocol);
    if (/^[a-z][a-z0-9+.-]*:$/.test(lower)) return isSameOrSafer(url.protocol, lower);
    return matchesHost(source, url, page);
  });

/** A source for http also allows https. */
const isSameOrSafer = (protocol: string, listed: string): boolean =>
  protocol === listed || (listed === 'http:' && protocol === 'https:');

const hostSource = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*|(?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i;

function matchesHost(source: string, url: URL, page: URL): boolean {
  const match = hostSource.exec(source);
  if (match === null) return false;
  const [, scheme, host = '', port, path] = match;
  if (!isSameOrSafer(url.protocol, scheme?.toLowerCase() ?? page.protocol)) return false;
  if (!matchesName(host.toLowerCase(), url.hostname)) return false;
  if (port !== '*' && (port ?? defaultPort(url)) !== (url.port === '' ? defaultPort(url) : url.port)) return false;
  if (path === undefined || path === '/') return true;
  return path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path;
}

const defaultPort = ({ protocol }: URL): string => (protocol === 'https:' ? '443' : '80');

const matchesName = (listed: string, name: string): boolean =>
  listed === '*' || (listed.startsWith('*.') ? name.endsWith(listed.slice(1)) : name === listed);
