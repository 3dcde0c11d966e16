import { domainToASCII } from 'node:url';

/** Octets of RFC 5321, section 4.5.3.1: before the `@`, and of the whole address as a path may carry it. */
const longestLocalPart = 64;
const longestAddress = 254;
const atom = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(\\.${atom})*$`, 'u');
const domainLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads one address to mail to, without a display name. The domain comes out in lower case and ASCII (IDNA, RFC 5891); the part
 * before the `@` is kept as it was written. Nothing that could end a header or begin a second address gets through.
 * @returns `problem`, a whole sentence, for what is not such an address
 */
export function parseAddress(text: string): { address: string } | { problem: string } {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return { problem: 'An address holds no control characters.' };
  const parts = text.trim().split('@');
  const [local = '', written = ''] = parts;
  if (parts.length !== 2) return { problem: 'An address has exactly one "@", and no display name.' };
  if (!localPart.test(local)) return { problem: 'The part before the "@" is not one that can be mailed to.' };
  if (Buffer.byteLength(local) > longestLocalPart) {
    return { problem: `The part before the "@" is longer than ${longestLocalPart} octets.` };
  }
  const domain = domainToASCII(written);
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
