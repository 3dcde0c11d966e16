import { Resolver } from 'node:dns/promises';
import { domainsOf } from '../../domain/senders/mailboxes';
import { ok, type Outcome, skipped, warning } from './finding';

/** DNS lookups for the mail checks. */
export interface Dns {
  /** Returns the TXT records, each as one string. Empty if the name does not exist. */
  texts(name: string): Promise<string[]>;
  /** Returns the CNAME targets. Empty if the name does not exist. */
  aliases(name: string): Promise<string[]>;
}

/** @param servers DNS servers as `host:port`; the system's by default */
export function createDns(servers?: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    texts: async (name) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    aliases: (name) => orNone(resolver.resolveCname(name)),
  };
}

async function orNone<Value>(query: Promise<Value[]>): Promise<Value[]> {
  try {
    return await query;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}

/** Checks for domains that never exist in DNS (RFC 6761), which tests and the sandbox use. */
export const isReservedDomain = (domain: string): boolean => /(^|\.)(test|example|invalid|localhost)$/.test(domain);

/**
 * Checks the DMARC record of a sender domain and its DKIM keys.
 * Sources: RFC 7489, section 6.6.3; SES developer guide, "Easy DKIM".
 * @param tokens Easy DKIM tokens
 */
export async function checkDomain(dns: Dns, domain: string, tokens: readonly string[]): Promise<Outcome> {
  if (isReservedDomain(domain)) return skipped(`${domain} is a reserved test domain`);
  const lacking: string[] = [];
  for (const token of tokens) {
    const [name, target] = [`${token}._domainkey.${domain}`, `${token}.dkim.amazonses.com`];
    const found = await dns.aliases(name);
    if (!found.some((alias) => alias.startsWith(`${token}.dkim.`))) lacking.push(`CNAME ${name} → ${target}`);
  }
  const policy = await dmarcOf(dns, domain);
  if (policy === undefined) lacking.push(`TXT _dmarc.${domain} "v=DMARC1; p=none; rua=mailto:…"`);
  if (lacking.length > 0) {
    return warning(
      `missing ${lacking.join(', ')}`,
      'add the records: Gmail and Yahoo reject bulk mail without DKIM and DMARC',
    );
  }
  return ok(`${tokens.length === 0 ? '' : 'DKIM keys and '}DMARC (${policy})`);
}

/** Returns the DMARC policy of the domain or of its nearest parent, except the top-level domain. */
async function dmarcOf(dns: Dns, domain: string): Promise<string | undefined> {
  for (const name of domainsOf(domain).slice(0, -1)) {
    const record = (await dns.texts(`_dmarc.${name}`)).find((text) => /^v=DMARC1\s*;/.test(text));
    if (record !== undefined) return /;\s*(p=\w+)/.exec(record)?.[1] ?? 'no policy';
  }
  return undefined;
}
