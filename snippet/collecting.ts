import type { AutomaticCapture } from './capture/automatic';
import { optOutName, type Consent } from './consent';
import { writeCookie } from './cookies';
import type { Delivery } from './delivery';
import { exposuresName } from './experiments/exposures';
import { startExperiments, type RunningExperiments } from './experiments/run';
import type { Options } from './options';
import type { Queue } from './queue';
import { pageUrl, type Recorder } from './record';
import type { Store } from './store';
import { queuePrefix } from './stored-queues';
import { visitorName, type Visitor } from './visitor';

/** Defined when the snippet is built. */
declare const apexHasExperiments: boolean;

export interface Parts {
  store: Store;
  consent: Consent;
  cookieDomain: () => string;
  visitor: Visitor;
  queue: Queue;
  delivery: Delivery;
  recorder: Recorder;
  /** Null if automatic capture is off. */
  capture: AutomaticCapture | null;
}

/** Controls when collecting starts and ends, and for which visitor. */
export interface Collecting {
  /** Starts collecting, unless the visitor opted out. @param at start time in ms */
  begin(at: number): void;
  /** @param previous the page's previous URL */
  navigated(previous: string): void;
  /** Starts a new visitor. */
  reset(): void;
  optOut(): void;
  optIn(at: number): void;
  /** Applies a choice that the visitor made in another tab. */
  followChoice(): void;
}

/** Assigns variants to the visitor. Stores nothing for a visitor who opts out during the request. */
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
    if (apexHasExperiments) experiments = experimentOn(options, parts);
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
      const from = pageUrl(options, previous);
      if (from !== pageUrl(options)) capture?.navigated(from);
      experiments?.navigated(location.href);
    },
    reset() {
      // Queued events belong to the previous visitor and are kept.
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
      // Discards what was measured while collecting was not allowed.
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
