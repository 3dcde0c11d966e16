import { page } from '../native';

/** The target of a link or a form. */
interface PlaceOfLink {
  /** Empty for protocols other than http and https. */
  origin: string;
  path: string;
}

/**
 * Returns the target without query and fragment, which may contain personal data. Other protocols return only their
 * name, because `mailto:` names a person. Null for an invalid address.
 */
export function placeOf(address: string): PlaceOfLink | null {
  try {
    const { protocol, origin, pathname } = new URL(address, page.baseURI);
    return /^https?:$/.test(protocol) ? { origin, path: pathname } : { origin: '', path: protocol };
  } catch {
    return null;
  }
}
