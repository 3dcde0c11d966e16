import { readCookie, writeCookie, yearSeconds } from './cookies';
import { randomId } from './random-id';
import type { Store } from './store';

/** The anonymous id of this browser. */
export interface Visitor {
  /**
   * Returns the id. Creates and stores it if there is none. Read on every call, because another tab may have reset it.
   */
  id(): string;
}

/** Name of the cookie and the storage entry. If both are deleted, the next event gets a new id. */
export const visitorName = 'apex_vid';
const wellFormed = /^[\w-]{8,64}$/;

/**
 * The cookie works across subdomains; localStorage restores the id after cookies were cleared. If neither can store it,
 * this page's memory keeps it. Otherwise a reset in another tab also applies here.
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
