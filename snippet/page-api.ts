import { guard } from './guard';

/** The functions for pages: `apex.track(…)` and others. */
export interface PageApi {
  track(type: string, data?: Record<string, unknown>): void;
  identify(email: string): void;
  reset(): void;
  optOut(): void;
  optIn(): void;
  /** Null while collecting is not allowed. */
  visitorId(): string | null;
}

type Name = keyof PageApi;

/** A queued call from the page's stub: name, arguments, and time (ms). */
type Call = [name: Name, given: unknown[], at: number];

/** `window.apex`: first the page's stub, with the calls made before the snippet loaded. */
type PageObject = Partial<PageApi> & { q?: { push(call: Call): unknown }; loaded?: boolean };

/** The implementations of the calls; `at` is the time of the call. */
export type Handlers = {
  [Method in Name]: (at: number, ...given: Parameters<PageApi[Method]>) => ReturnType<PageApi[Method]>;
};

/** `window.apex` after the takeover. */
export interface PageObjectClaim {
  /**
   * Enables its functions.
   * @param begin starts collecting before the queued calls; receives the time just before the first one
   */
  open(handlers: Handlers, begin: (firstCall: number) => void): void;
}

/** Takes over `window.apex`. Returns null if another script tag has already done so. */
export function claimPageApi(): PageObjectClaim | null {
  const holder = window as Window & { apex?: PageObject };
  const found = Object(holder.apex) as PageObject;
  // Elements and frames named "apex" are also found here. Only a script of the page creates a plain object.
  const apex = (holder.apex =
    Object.getPrototypeOf(found) === Object.prototype || typeof found === 'function' ? found : {});
  if (apex.loaded) return null;
  apex.loaded = true;
  const waiting: Call[] = Array.isArray(apex.q) ? (apex.q as Call[]) : [];
  apex.q = waiting;
  return {
    open(handlers, begin) {
      const run = guard(([name, given, at]: Call): unknown =>
        (handlers[name] as (at: number, ...given: unknown[]) => unknown)(at, ...given),
      );
      for (const name of Object.keys(handlers) as Name[]) {
        (apex as Record<Name, unknown>)[name] = (...given: unknown[]) => run([name, given, Date.now()]) ?? null;
      }
      // A choice made before the snippet loaded applies to everything it does.
      const isChoice = ([name]: Call): boolean => name === 'optOut' || name === 'optIn';
      waiting.filter(isChoice).forEach(run);
      // The pageview comes before the first call on the page.
      guard(begin)(Math.min(Date.now(), ...waiting.map(([, , at]) => at - 1)));
      waiting.filter((call) => !isChoice(call)).forEach(run);
      // Pages may have kept references to the stub's functions.
      apex.q = { push: run };
    },
  };
}
