import { link, rebase } from './liquid-text';
import { liquidDialect } from './liquid-dialect';
import type { Dialect } from './translate-template';
import { unknownVariable } from './untranslatable';

/** Addresses, written as an output or as a tag. Subscription preferences lead to the page for unsubscribing. */
const addresses: Record<string, 'unsubscribe_url' | 'view_url'> = {
  unsubscribe_url: 'unsubscribe_url',
  manage_subscription_preferences_url: 'unsubscribe_url',
  view_in_browser_url: 'view_url',
};
/** The same as a link with a text. */
const links: Record<string, [address: 'unsubscribe_url' | 'view_url', label: string]> = {
  unsubscribe: ['unsubscribe_url', 'Unsubscribe'],
  manage_subscription_preferences: ['unsubscribe_url', 'Manage preferences'],
  view_in_browser: ['view_url', 'View in browser'],
};

/** Customer.io uses Liquid. Source: "Liquid syntax list" in Customer.io's documentation. */
export const customerioDialect: Dialect = liquidDialect({
  delimiters: { hashComments: false, dollarNames: false },
  mapPath,
  special: ({ code }, place) => {
    const address = Object.hasOwn(addresses, code) ? addresses[code] : undefined;
    if (address !== undefined) return `{{ ${address} }}`;
    const [target, label] = (Object.hasOwn(links, code) ? links[code] : undefined) ?? [];
    if (target !== undefined && label !== undefined) return link(target, label, place);
    return /^cio_link\s+url:\s*(https?:\/\/[^\s{}"'<>]+)/.exec(code)?.[1] ?? null;
  },
});

function mapPath(path: string): string {
  if (/^customer(\.email|\[(['"])email\2\])$/.test(path)) return 'email';
  if (path === 'customer.timezone') return 'timezone';
  if (/^customer[.[]/.test(path)) return rebase(path, 'customer', 'attributes');
  if (/^event[.[]/.test(path)) return rebase(path, 'event', 'event.data');
  if (/^trigger[.[]/.test(path)) return rebase(path, 'trigger', 'event.data');
  throw unknownVariable(path);
}
