import type { AutomaticCapture } from './capture/automatic';
import { optOutName, type Consent } from './consent';
import { writeCookie } from './cookies';
import type { Delivery } from './delivery';
import { exposuresName } from './experiments/exposures';
import { startExperiments, type RunningExperiments } from './experiments/run';
import type { Options } from './options';
import type { Queue } from './queue';
import type { Recorder } from './record';
import type { Store } from './store';
import { queuePrefix } from './stored-queues';
import { visitorName, type Visitor } from './visitor';

export interface Parts {
  store: Store;
  consent: Consent;
  cookieDomain: () => string;
  visitor: Visitor;
  queue: Queue;
  delivery: Delivery;
  recorder: Recorder;
  /** Null where the page wants to tell everything itself. */
  capture: AutomaticCapture | null;
}

/** When collecting begins and ends, and for whom. */
export interface Collecting {
  /** Begins, if the visitor lets it. @param at when, in ms */
  begin(at: number): void;
  navigated(previous: string): void;
  /** From here on it is another visitor. */
  reset(): void;
  optOut(): void;
  optIn(at: number): void;
  /** The visitor chose in another tab. */
  followChoice(): void;
}

/** Gives the visitor their variants, and keeps nothing of one who opts out meanwhile. */
function experimentOn(options: Options, parts: Parts): RunningExperiments {
  const { consent, visitor, recorder } = parts;
  return startExperiments({
    ...options,
    ...parts,
    ...recorder,
    visitorId() {
      if (!consent.allowed()) throw new Error('opted out');
      return visitor.id();
    },
  });
}

export function createCollecting(options: Options, parts: Parts): Collecting {
  const { store, consent, cookieDomain, queue, delivery, capture } = parts;
  let experiments: RunningExperiments | null = null;
  let hasBegun = false;

  const experiment = (): void => {
    experiments = experimentOn(options, parts);
  };
  const begin = (at: number): void => {
    if (hasBegun || !consent.allowed()) return;
    hasBegun = true;
    queue.adopt();
    delivery.soon();
    capture?.view(at);
    experiment();
  };
  const clear = (isKept: (name: string) => boolean): void => {
    experiments?.stop();
    for (const name of [visitorName, exposuresName]) writeCookie(name, '', 0, cookieDomain());
    for (const name of store.names()) if (name !== optOutName && !isKept(name)) store.remove(name);
  };
  const discardAll = (): void => {
    capture?.settle();
    hasBegun = false;
    queue.clear();
    clear(() => false);
  };
  return {
    begin,
    navigated(previous) {
      capture?.navigated(previous);
      experiments?.navigated(location.href);
    },
    reset() {
      // What is queued happened to the visitor of before, and stays theirs.
      capture?.settle();
      capture?.restart();
      clear((name) => name.startsWith(queuePrefix));
      if (hasBegun && consent.allowed()) experiment();
    },
    optOut() {
      consent.choose(true);
      discardAll();
    },
    optIn(at) {
      // Discards what was measured while nothing might be.
      if (!consent.allowed()) capture?.settle();
      consent.choose(false);
      begin(at);
    },
    followChoice() {
      if (consent.allowed()) begin(Date.now());
      else discardAll();
    },
  };
}
