import type { Sender } from './schemas';

/** From and Reply-To of a message (RFC 5322, section 3.4; encoded words: RFC 2047). */

/** Domains that the installation has verified at its provider, each for one workspace, or for all (`*`). */
export type SenderDomains = ReadonlyMap<string, string>;

/** For whom a message goes out. */
export interface MessageSender extends Pick<Sender, 'name' | 'email' | 'replyTo'> {
  workspaceId: string;
}

export interface Mailbox {
  name: string;
  address: string;
}

/** The workspace's `sender` setting as a message carries it; null when there is none. */
export const messageSenderOf = ({ id, sender }: { id: string; sender: Sender | null }): MessageSender | null =>
  sender === null ? null : { workspaceId: id, name: sender.name, email: sender.email, replyTo: sender.replyTo };

/**
 * The From address is the sender's own when the installation allows the workspace its domain, or a domain below it. Otherwise it is the
 * installation's under the sender's name, and replies go to the sender's: a provider refuses what it has not verified, and
 * one workspace must not write in another's name.
 * @param installation.from as `MAIL_FROM` has it, `Name <address>` or an address
 */
export function mailboxesOf(
  { workspaceId, name, email = null, replyTo = null }: MessageSender,
  installation: { from: string; domains: SenderDomains },
): { from: Mailbox; replyTo: string | null } {
  const isOwn = email !== null && isAllowed(installation.domains, email, workspaceId);
  const from = { name, address: isOwn ? email : addressIn(installation.from) };
  return { from, replyTo: replyTo ?? (isOwn ? null : email) };
}

function isAllowed(domains: SenderDomains, email: string, workspaceId: string): boolean {
  return domainsOf(email).some((domain) => ['*', workspaceId].includes(domains.get(domain) ?? ''));
}

/** The domain of an address, and those above it. */
export function domainsOf(address: string): string[] {
  const labels = (address.split('@').at(-1) ?? '').toLowerCase().split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** @param from `Name <address>`, or an address */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/** Bytes of text in one encoded word: with what stands around it, it has at most 75 characters. */
const wordBytes = 45;

/** A mailbox for a header, in ASCII. */
export function formatMailbox({ name, address }: Mailbox): string {
  if (/^[\x20-\x7e]*$/.test(name)) return `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`;
  const words: string[] = [''];
  for (const character of name) {
    const word = words.at(-1) ?? '';
    if (Buffer.byteLength(word + character) > wordBytes) words.push(character);
    else words[words.length - 1] = word + character;
  }
  return `${words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')} <${address}>`;
}
