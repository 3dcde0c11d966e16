import { page } from '../native';

/** Where a link or a form leads. */
interface PlaceOfLink {
  /** Empty for other protocols than the web's. */
  origin: string;
  path: string;
}

/**
 * Without query and fragment, which may name people; of other protocols only their name, as `mailto:` names one. Null for what cannot
 * be read.
 */
export function placeOf(address: string): PlaceOfLink | null {
  try {
    const { protocol, origin, pathname } = new URL(address, page.baseURI);
    return /^https?:$/.test(protocol) ? { origin, path: pathname } : { origin: '', path: protocol };
  } catch {
    return null;
  }
}
