import { readCookie, writeCookie } from './cookies';
import { randomId } from './random-id';
import { prefix, type Store } from './store';

/** The anonymous id of this browser. */
export interface Visitor {
  /** The id, made and stored when there is none. Read anew each time: another tab may have reset it. */
  id(): string;
  /** Removes the id. The next event gets a new one. */
  clear(): void;
}

const name = `${prefix}vid`;
const yearSeconds = 31_536_000;
const wellFormed = /^[\w-]{8,64}$/;

/**
 * The cookie reaches across subdomains; localStorage brings the id back when cookies were cleared. Where neither keeps it, this
 * page's memory does; else it is forgotten here when another tab has both forget it.
 */
export function createVisitor(store: Store, cookieDomain: () => string): Visitor {
  let current: string | null = null;
  const keep = (id: string): string => {
    writeCookie(name, id, yearSeconds, cookieDomain());
    if (!store.set(name, id) && readCookie(name) === id) store.remove(name);
    return (current = id);
  };
  const find = (): string | null =>
    [readCookie(name), store.get(name)].find((id) => id !== null && wellFormed.test(id)) ?? null;
  return {
    id() {
      const found = find();
      return found !== null && found === current ? found : keep(found ?? randomId());
    },
    clear() {
      current = null;
      writeCookie(name, '', 0, cookieDomain());
      store.remove(name);
    },
  };
}
