import { readCookie, writeCookie, yearSeconds } from './cookies';
import { randomId } from './random-id';
import type { Store } from './store';

/** The anonymous id of this browser. */
export interface Visitor {
  /** The id, made and stored when there is none. Read anew each time: another tab may have reset it. */
  id(): string;
}

/** Of the cookie, and in the storage. Where both are gone, the next event gets a new id. */
export const visitorName = 'apex_vid';
const wellFormed = /^[\w-]{8,64}$/;

/**
 * The cookie reaches across subdomains; localStorage brings the id back when cookies were cleared. Where neither keeps it, this
 * page's memory does; else it is forgotten here when another tab has both forget it.
 */
export function createVisitor(store: Store, cookieDomain: () => string): Visitor {
  let current: string | null = null;
  const keep = (id: string): string => {
    writeCookie(visitorName, id, yearSeconds, cookieDomain());
    if (!store.set(visitorName, id) && readCookie(visitorName) === id) store.remove(visitorName);
    return (current = id);
  };
  const find = (): string | null | undefined =>
    [readCookie(visitorName), store.get(visitorName)].find((id) => wellFormed.test(id ?? ''));
  return {
    id() {
      const found = find();
      return found && found === current ? found : keep(found ?? randomId());
    },
  };
}
