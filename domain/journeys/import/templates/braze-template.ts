import { liquidDialect } from './liquid-dialect';
import { pathBelow } from './liquid-text';
import type { Dialect } from './translate-template';
import { Untranslatable, unknownVariable } from './untranslatable';

/** The variables of Apex for `prefix.${name}`, by prefix. */
const prefixes: Record<string, string> = {
  custom_attribute: 'attributes',
  event_properties: 'event.data',
  canvas_entry_properties: 'event.data',
  api_trigger_properties: 'event.data',
  context: 'event.data',
};

/** Names of `${name}` that are not attributes in Apex. */
const own: Record<string, string> = {
  email_address: 'email',
  time_zone: 'timezone',
  unsubscribe_url: 'unsubscribe_url',
  set_user_to_unsubscribed_url: 'unsubscribe_url',
  set_user_to_one_click_list_unsubscribe: 'unsubscribe_url',
  preference_center_url: 'unsubscribe_url',
  view_in_browser_url: 'view_url',
};

/** Values that only Braze has. */
const unavailable =
  /^(user_id|braze_id|random_bucket_number|last_used_app_date|most_recent_\w+|set_user_to_\w+|push_\w+)$/;

const marker = 'braze_';

/**
 * Braze uses Liquid with names such as `${first_name}`, and allows outputs inside tags. Source: "Supported
 * personalization tags" in Braze's documentation.
 */
export const brazeDialect: Dialect = liquidDialect({
  delimiters: { hashComments: false, dollarNames: true },
  plain: (code) =>
    code
      .replace(/\{\{|\}\}/g, '')
      .replace(/(?<=\})\.\$\{([^{}]+)\}/g, (_, name: string) => `[${JSON.stringify(name.trim())}]`)
      .replace(/(?:\b(\w+)\.)?\$\{([^{}]+)\}/g, (_, prefix: string | undefined, name: string) =>
        plainPath(prefix, name.trim()),
      ),
  mapPath: (path) => {
    if (path.startsWith(marker)) return path.slice(marker.length);
    throw unknownVariable(path);
  },
  special: ({ kind, code }) => {
    const reason = kind === 'tag' ? reasons[/^\w+/.exec(code)?.[0] ?? ''] : undefined;
    if (reason !== undefined) throw new Untranslatable(reason);
    return null;
  },
});

const reasons: Record<string, string> = {
  abort_message: 'Braze does not send the message to these people. Add a branch before the step.',
  connected_content: 'A message cannot load content from other addresses. Send it with the event.',
  catalog_items: 'Apex has no catalogs. Send the item with the event.',
  catalog_selection_items: 'Apex has no catalogs. Send the items with the event.',
};

/** Translates a path and marks it as translated, so that other names are not mistaken for variables of Apex. */
function plainPath(prefix: string | undefined, name: string): string {
  if (prefix === 'preference_center') return `${marker}unsubscribe_url`;
  if (prefix !== undefined) {
    const root = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined;
    if (root === undefined) throw unknownVariable(`${prefix}.\${${name}}`);
    return marker + pathBelow(root, name);
  }
  if (Object.hasOwn(own, name)) return marker + (own[name] as string);
  if (unavailable.test(name)) throw unknownVariable(`\${${name}}`);
  return marker + pathBelow('attributes', name);
}
