import { readCookie, writeCookie } from './cookies';
import { prefix, type Store } from './store';

/** Whether anything may be collected. */
export interface Consent {
  allowed(): boolean;
  /** Keeps the visitor's choice, in all tabs and on all subdomains. */
  choose(off: boolean): void;
}

export const optOutName = `${prefix}off`;
const yearSeconds = 31_536_000;

export function createConsent(store: Store, cookieDomain: () => string, respectDoNotTrack: boolean): Consent {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const isOptedOut = respectDoNotTrack && (globalPrivacyControl === true || doNotTrack === '1');
  return {
    allowed: () => !isOptedOut && store.get(optOutName) === null && readCookie(optOutName) === null,
    choose(off) {
      writeCookie(optOutName, '1', off ? yearSeconds : 0, cookieDomain());
      if (off) store.set(optOutName, '1');
      else store.remove(optOutName);
    },
  };
}
