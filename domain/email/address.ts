import { domainToASCII, domainToUnicode } from 'node:url';

/** Octets of RFC 5321, section 4.5.3.1: before the `@`, and of the whole address as a path may carry it. */
const longestLocalPart = 64;
const longestAddress = 254;
const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(\\.${atom})*$`, 'u');
const domainLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads one address, without a display name, into the form in which every route keeps and compares it: trimmed and in lower case, the
 * domain in ASCII (IDNA, RFC 5891), the part before the `@` in NFC (RFC 6532, section 3.1). An address that takes mail can so be
 * suppressed, invited and erased under each spelling. Nothing that could end a header or begin a second address gets through.
 * @returns `problem`, a whole sentence, for what is not such an address
 */
export function parseAddress(given: string): { address: string } | { problem: string } {
  const text = given.trim();
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return { problem: 'An address holds no control characters.' };
  const parts = text.split('@');
  const [writtenLocal = '', writtenDomain = ''] = parts;
  const local = writtenLocal.toLowerCase().normalize('NFC');
  if (parts.length !== 2) return { problem: 'An address has exactly one "@", and no display name.' };
  if (!localPart.test(local)) return { problem: 'The part before the "@" is not one that can be mailed to.' };
  if (Buffer.byteLength(local) > longestLocalPart) {
    return { problem: `The part before the "@" is longer than ${longestLocalPart} octets.` };
  }
  const domain = domainToASCII(writtenDomain);
  const labels = domain.split('.');
  const isDomain =
    labels.length > 1 && labels.every((label) => domainLabel.test(label)) && /[a-z]/.test(labels.at(-1) ?? '');
  if (!isDomain) return { problem: 'The part behind the "@" is not the name of a domain.' };
  const address = `${local}@${domain}`;
  if (Buffer.byteLength(address) > longestAddress) {
    return { problem: `The address is longer than ${longestAddress} octets.` };
  }
  return { address };
}

/** The address as `parseAddress` has it; what is none is trimmed and in lower case. */
export function canonicalAddress(text: string): string {
  const parsed = parseAddress(text);
  return 'address' in parsed ? parsed.address : text.trim().toLowerCase();
}

/** How an address may stand in text that came unread: as it is kept, and with its domain in its own script. */
export function spellingsOf(address: string): string[] {
  const at = address.lastIndexOf('@') + 1;
  return [...new Set([address, address.slice(0, at) + domainToUnicode(address.slice(at))])];
}
