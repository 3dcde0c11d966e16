/** Storage of the snippet: localStorage, or this page's memory if localStorage is blocked or full. */
export interface Store {
  get(name: string): string | null;
  /** Returns false if the value is only kept in memory. */
  set(name: string, value: string): boolean;
  remove(name: string): void;
  /** Returns all stored names, including those of other tabs. */
  names(): string[];
}

/** Prefix of all names of the snippet, which touches nothing else on the page's origin. */
const prefix = 'apex_';

export function createStore(): Store {
  const memory = new Map<string, string>();
  // Reading `window.localStorage` itself throws if storage is blocked.
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
