/** Writes parts of Liquid. */

/** The variables that templates can read when a message is sent. */
export const apexRoots: ReadonlySet<string> = new Set(
  'email timezone attributes event journey execution unsubscribe_url view_url'.split(' '),
);

/** Returns the path below `root`, in dot notation if possible: `attributes.plan`, `attributes["Favorite Color"]`. */
export const pathBelow = (root: string, name: string): string =>
  /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/.test(name) ? `${root}.${name}` : `${root}[${JSON.stringify(name)}]`;

/** Replaces the start of a path: `customer.plan` becomes `attributes.plan`. */
export const rebase = (path: string, from: string, to: string): string => to + path.slice(from.length);

/** Returns a name for a variable of the template that does not hide a variable of Apex. */
export const localName = (name: string): string => (apexRoots.has(name) ? `${name}_local` : name);

const addressStart = /=\s*["']?$/;

/** Returns a link to a page of Apex: only its URL inside an attribute, otherwise a link with a label. */
export function link(
  address: 'unsubscribe_url' | 'view_url',
  label: string,
  { before, format }: { before: string; format: 'html' | 'text' },
): string {
  if (addressStart.test(before)) return `{{ ${address} }}`;
  return format === 'html' ? `<a href="{{ ${address} }}">${label}</a>` : `${label}: {{ ${address} }}`;
}
