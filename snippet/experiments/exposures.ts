import { readCookie, writeCookie, yearSeconds } from '../cookies';
import { attempt } from './attempt';
import { maxKept, longestCookie } from '../limits';

/** Variants that this visitor was exposed to, by experiment. */
export interface Exposures {
  variantOf(experimentId: string): string | null;
  /** @param active of these experiments, the site's other hosts know the variants, too */
  add(experimentId: string, variantId: string, active: readonly { id: string }[]): void;
}

/** What keeps texts by name: the storage of this origin. */
export interface TextStorage {
  get(name: string): string | null;
  set(name: string, value: string): void;
}

/** Of the storage, and of the cookie. */
export const exposuresName = 'apex_exposures';

/**
 * Kept by the storage, and by a cookie that reaches across subdomains and is there where storage is blocked. Read at each question,
 * as another tab may have written.
 */
export function createExposures(storage: TextStorage, cookieDomain: () => string): Exposures {
  const read = (): Record<string, string> => ({
    ...attempt(() => JSON.parse(storage.get(exposuresName) ?? '{}') as object),
    ...attempt(() => JSON.parse(decodeURIComponent(readCookie(exposuresName) ?? '{}')) as object),
  });
  const write = (entries: string[][]): string => JSON.stringify(Object.fromEntries(entries));
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
