import { Resolver } from 'node:dns/promises';
import { domainsOf } from '../../domain/senders/mailboxes';
import { ok, type Outcome, skipped, warning } from './finding';

/** What DNS says, as far as mail needs it. */
export interface Dns {
  /** Each text in one piece; none when there is no such name. */
  texts(name: string): Promise<string[]>;
  /** Where the name leads; none when there is no such name. */
  aliases(name: string): Promise<string[]>;
}

/** @param servers of DNS, as `host:port`; those of the system unless given */
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

/** Names that DNS never has (RFC 6761): those of tests and of the sandbox. */
export const isReservedDomain = (domain: string): boolean => /(^|\.)(test|example|invalid|localhost)$/.test(domain);

/**
 * DMARC of a domain mail comes from, and the keys by which receivers check its DKIM signatures. Source: RFC 7489, section 6.6.3; SES
 * developer guide, "Easy DKIM".
 * @param tokens of Easy DKIM
 */
export async function checkDomain(dns: Dns, domain: string, tokens: readonly string[]): Promise<Outcome> {
  if (isReservedDomain(domain)) return skipped(`${domain} is a name for tests`);
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
      `lacks ${lacking.join(', ')}`,
      'add the records: Gmail and Yahoo refuse bulk mail without DKIM and DMARC',
    );
  }
  return ok(`${tokens.length === 0 ? '' : 'DKIM keys and '}DMARC (${policy})`);
}

/** The policy of the domain, else of those above it but the top one. */
async function dmarcOf(dns: Dns, domain: string): Promise<string | undefined> {
  for (const name of domainsOf(domain).slice(0, -1)) {
    const record = (await dns.texts(`_dmarc.${name}`)).find((text) => /^v=DMARC1\s*;/.test(text));
    if (record !== undefined) return /;\s*(p=\w+)/.exec(record)?.[1] ?? 'no policy';
  }
  return undefined;
}
