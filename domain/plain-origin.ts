import { isParsableUrl } from './parsable-url';

/** The form in which URL writes a host after IDNA, with an optional port. */
const plainHttpsOrigin = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/;

/**
 * Returns the origin of an https address if it is safe in a header or a Content-Security-Policy. URL also accepts hosts
 * such as `*` and `a;sandbox`, which a policy reads as a wildcard and as the start of a directive.
 * @returns null for any other address, and for an IPv6 host, which a policy cannot name (CSP Level 3, section 2.3.1)
 */
export function plainOrigin(text: string): string | null {
  if (!isParsableUrl(text)) return null;
  const { origin } = new URL(text);
  return plainHttpsOrigin.test(origin) ? origin : null;
}
