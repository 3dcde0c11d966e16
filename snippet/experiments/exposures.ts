import { readCookie, writeCookie, yearSeconds } from '../cookies';
import { attempt } from './attempt';
import { maxKept, longestCookie } from '../limits';
import { toJson } from '../to-json';

/** Variants that this visitor was exposed to, by experiment. */
export interface Exposures {
  variantOf(experimentId: string): string | null;
  /** @param active the experiments stored in the cookie, which shares their variants with the site's other hosts */
  add(experimentId: string, variantId: string, active: readonly { id: string }[]): void;
}

/** Key-value text storage of this origin. */
export interface TextStorage {
  get(name: string): string | null;
  set(name: string, value: string): void;
}

/** Name of the storage entry and the cookie. */
export const exposuresName = 'apex_exposures';

/**
 * Creates exposures in storage and in a cookie, which is shared across subdomains and works if storage is blocked. Read
 * on every call, because another tab may have written.
 */
export function createExposures(storage: TextStorage, cookieDomain: () => string): Exposures {
  const read = (): Record<string, string> => ({
    ...attempt(() => JSON.parse(storage.get(exposuresName) ?? '{}') as object),
    ...attempt(() => JSON.parse(decodeURIComponent(readCookie(exposuresName) ?? '{}')) as object),
  });
  const write = (entries: string[][]): string => toJson(Object.fromEntries(entries));
  return {
    variantOf: (experimentId) => read()[experimentId] ?? null,
    add(experimentId, variantId, active) {
      const { [experimentId]: _before, ...others } = read();
      const known = [...Object.entries(others), [experimentId, variantId]].slice(-maxKept);
      attempt(() => storage.set(exposuresName, write(known)));
      const shared = known.filter(([one]) => active.some(({ id }) => id === one));
      let text: string;
      while ((text = encodeURIComponent(write(shared))).length > longestCookie) shared.shift();
      writeCookie(exposuresName, text, yearSeconds, cookieDomain());
    },
  };
}
