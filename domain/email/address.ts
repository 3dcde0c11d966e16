import { domainToASCII, domainToUnicode } from 'node:url';

/** Limits in bytes from RFC 5321, section 4.5.3.1: the part before the `@`, and the whole address in a path. */
const longestLocalPart = 64;
const longestAddress = 254;
const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(\\.${atom})*$`, 'u');
const domainLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Parses one address without a display name into the canonical form that all routes store and compare: trimmed and in
 * lower case, the domain in ASCII (IDNA, RFC 5891), the part before the `@` in NFC (RFC 6532, section 3.1). So an
 * address can be suppressed, invited and erased in any spelling. Characters that could end a header or start a second
 * address are refused.
 * @returns `problem`, a complete sentence, if it is not a valid address
 */
export function parseAddress(given: string): { address: string } | { problem: string } {
  const text = given.trim();
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return { problem: 'The address must not contain control characters.' };
  const parts = text.split('@');
  const [writtenLocal = '', writtenDomain = ''] = parts;
  const local = writtenLocal.toLowerCase().normalize('NFC');
  if (parts.length !== 2) return { problem: 'The address must have exactly one "@" and no display name.' };
  if (!localPart.test(local)) return { problem: 'The part before the "@" is not valid.' };
  if (Buffer.byteLength(local) > longestLocalPart) {
    return { problem: `The part before the "@" must be at most ${longestLocalPart} bytes.` };
  }
  const domain = domainToASCII(writtenDomain);
  const labels = domain.split('.');
  const isDomain =
    labels.length > 1 && labels.every((label) => domainLabel.test(label)) && /[a-z]/.test(labels.at(-1) ?? '');
  if (!isDomain) return { problem: 'The part after the "@" must be a domain name.' };
  const address = `${local}@${domain}`;
  if (Buffer.byteLength(address) > longestAddress) {
    return { problem: `The address must be at most ${longestAddress} bytes.` };
  }
  return { address };
}

/** Returns the canonical form from `parseAddress`. An invalid address is only trimmed and lower-cased. */
export function canonicalAddress(text: string): string {
  const parsed = parseAddress(text);
  return 'address' in parsed ? parsed.address : text.trim().toLowerCase();
}

/** Encodes the domain of an address in ASCII. It stays unchanged if it has no valid domain. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/** Checks whether an address needs SMTPUTF8 (RFC 6531): only the part before the `@` cannot be encoded in ASCII. */
export const needsSmtpUtf8 = (address: string): boolean => /[^\x20-\x7e]/.test(withAsciiDomain(address));

/** Returns the spellings of an address in unparsed text: the canonical one, and the one with its domain in Unicode. */
export function spellingsOf(address: string): string[] {
  const at = address.lastIndexOf('@') + 1;
  return [...new Set([address, address.slice(0, at) + domainToUnicode(address.slice(at))])];
}
