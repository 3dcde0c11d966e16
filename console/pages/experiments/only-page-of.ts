import { isParsableUrl } from '../../../domain/parsable-url';

/** Returns the URL if a pattern matches a single page, otherwise an empty string. */
export function onlyPageOf(pattern: string): string {
  const isAddress = /^https?:\/\//i.test(pattern) && !pattern.includes('*') && isParsableUrl(pattern);
  return isAddress ? pattern : '';
}
