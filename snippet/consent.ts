import { readCookie, writeCookie, yearSeconds } from './cookies';
import type { Store } from './store';

/** Whether anything may be collected. */
export interface Consent {
  allowed(): boolean;
  /** Stores the visitor's choice for all tabs and all subdomains. */
  choose(off: boolean): void;
}

export const optOutName = 'apex_off';

export function createConsent(store: Store, cookieDomain: () => string, respectDoNotTrack: boolean): Consent {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const isOptedOut = respectDoNotTrack && (globalPrivacyControl || doNotTrack === '1');
  return {
    allowed: () => !isOptedOut && store.get(optOutName) === null && readCookie(optOutName) === null,
    choose(off) {
      writeCookie(optOutName, '1', off ? yearSeconds : 0, cookieDomain());
      if (off) store.set(optOutName, '1');
      else store.remove(optOutName);
    },
  };
}
