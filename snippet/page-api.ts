import { guard } from './guard';

/** What pages call: `apex.track(…)` and so on. */
export interface PageApi {
  track(type: string, data?: Record<string, unknown>): void;
  identify(email: string): void;
  reset(): void;
  optOut(): void;
  optIn(): void;
  /** Null while nothing may be collected. */
  visitorId(): string | null;
}

type Name = keyof PageApi;

/** A call that waits: name, arguments, and when it was made (ms). The stub in the page makes them. */
type Call = [name: Name, given: unknown[], at: number];

/** `window.apex`: at first the stub of the page, with the calls before the snippet was there. */
type PageObject = Partial<PageApi> & { q?: { push(call: Call): unknown }; loaded?: boolean };

/** What a call does; `at` is when it was made. */
export type Handlers = {
  [Method in Name]: (at: number, ...given: Parameters<PageApi[Method]>) => ReturnType<PageApi[Method]>;
};

/** `window.apex`, taken over. */
export interface PageObjectClaim {
  /** Makes its functions work. @param begin starts collecting, before the calls that waited; gets the time just before the first */
  open(handlers: Handlers, begin: (firstCall: number) => void): void;
}

/** Takes `window.apex` over. Null when another script tag did so before. */
export function claimPageApi(): PageObjectClaim | null {
  const holder = window as Window & { apex?: PageObject };
  const found = Object(holder.apex) as PageObject;
  // Elements and frames named "apex" are found here, too. Only a script of the page makes a plain object.
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
      // A choice made before the snippet was there holds for everything that it does.
      const isChoice = ([name]: Call): boolean => name === 'optOut' || name === 'optIn';
      waiting.filter(isChoice).forEach(run);
      // The page was there before the first call on it.
      guard(begin)(Math.min(Date.now(), ...waiting.map(([, , at]) => at - 1)));
      waiting.filter((call) => !isChoice(call)).forEach(run);
      // Pages may have kept the stub's functions.
      apex.q = { push: run };
    },
  };
}
