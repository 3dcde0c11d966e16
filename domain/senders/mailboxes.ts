import type { Sender } from './schemas';

/** From and Reply-To of a message (RFC 5322, section 3.4; encoded words: RFC 2047). */

/** Domains that the installation has verified at its provider, each for one workspace or for all (`*`). */
export type SenderDomains = ReadonlyMap<string, string>;

export interface MessageSender extends Pick<Sender, 'name' | 'email' | 'replyTo'> {
  workspaceId: string;
}

export interface Mailbox {
  name: string;
  address: string;
}

/** Returns the workspace's `sender` setting for a message; null if it is not set. */
export const messageSenderOf = ({ id, sender }: { id: string; sender: Sender | null }): MessageSender | null =>
  sender === null ? null : { workspaceId: id, name: sender.name, email: sender.email, replyTo: sender.replyTo };

/**
 * Returns the From and Reply-To of a message. From is the sender's own address if the installation allows the workspace
 * to use its domain or a parent domain. Otherwise it is the installation's address with the sender's name, and replies
 * go to the sender. A provider refuses unverified domains, and no workspace may write in the name of another.
 * @param installation.from in the format of `MAIL_FROM`: `Name <address>` or an address
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

/** Returns the domain of an address and its parent domains. */
export function domainsOf(address: string): string[] {
  const labels = (address.split('@').at(-1) ?? '').toLowerCase().split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** @param from `Name <address>`, or an address */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/** Bytes of text in one encoded word. In base64 and with delimiters, the word has at most 75 characters. */
const wordBytes = 45;

/** Formats a mailbox for a header, in ASCII. */
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
