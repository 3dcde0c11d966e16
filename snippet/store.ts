/** What the snippet keeps in the browser: localStorage, or this page's memory where that is blocked or full. */
export interface Store {
  get(name: string): string | null;
  /** False when it is kept in memory only. */
  set(name: string, value: string): boolean;
  remove(name: string): void;
  /** The names of all that is stored, of other tabs, too. */
  names(): string[];
}

/** All names of the snippet begin like this; nothing else on the page's origin is touched. */
const prefix = 'apex_';

export function createStore(): Store {
  const memory = new Map<string, string>();
  // Reading `window.localStorage` itself throws where storage is blocked.
  const attempt = <Result>(run: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return run(localStorage);
    } catch {
      return otherwise;
    }
  };
  return {
    get: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name), null),
    set(name, value) {
      const kept = attempt((storage) => (storage.setItem(name, value), true), false);
      if (kept) memory.delete(name);
      else memory.set(name, value);
      return kept;
    },
    remove(name) {
      memory.delete(name);
      attempt((storage) => storage.removeItem(name), undefined);
    },
    names: () =>
      [...memory.keys(), ...attempt((storage) => Object.keys(storage), [])].filter((name) => name.startsWith(prefix)),
  };
}
