import { isParsableUrl } from '../../../domain/parsable-url';

/** The address of the page that a pattern names, when it is the address of a single one; else empty. */
export function onlyPageOf(pattern: string): string {
  const isAddress = /^https?:\/\//i.test(pattern) && !pattern.includes('*') && isParsableUrl(pattern);
  return isAddress ? pattern : '';
}
