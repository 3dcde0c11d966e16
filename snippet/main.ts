import { captureAutomatically, type AutomaticCapture } from './capture/automatic';
import { watchNavigation } from './capture/navigation';
import { createConsent, optOutName } from './consent';
import { widestCookieDomain } from './cookies';
import { createDelivery, type Delivery } from './delivery';
import { guard } from './guard';
import { readOptions, type Options, type ServedSettings } from './options';
import { claimPageApi, type PageObjectClaim } from './page-api';
import { createQueue, type Queue } from './queue';
import { createRecorder, pageUrl } from './record';
import { createStore } from './store';
import { queuePrefix } from './stored-queues';
import { createVisitor } from './visitor';

/** Put around this file when it is served. */
declare const apexSettings: ServedSettings | null;

/** Makes the parts, and joins them to the page and to `window.apex`. */
function run(options: Options, page: PageObjectClaim): void {
  const store = createStore();
  let domain: string | undefined;
  const cookieDomain = (): string => (domain ??= options.cookieDomain ?? widestCookieDomain());
  const consent = createConsent(store, cookieDomain, options.respectDoNotTrack);
  const visitor = createVisitor(store, cookieDomain);
  const queue = createQueue(store, options.key);
  const delivery = createDelivery({ api: options.api, key: options.key, queue, allowed: consent.allowed });
  const recorder = createRecorder(options, { consent, visitor, queue, delivery });
  const capture = options.auto ? captureAutomatically(options, recorder) : null;
  let hasBegun = false;

  const begin = (at: number): void => {
    if (hasBegun || !consent.allowed()) return;
    hasBegun = true;
    queue.adopt();
    delivery.soon();
    capture?.view(at);
  };
  const forgetVisitor = (isKept: (name: string) => boolean): void => {
    visitor.forget();
    for (const name of store.names()) if (!isKept(name)) store.remove(name);
  };

  watchNavigation(
    () => pageUrl(options),
    (previous) => capture?.navigated(previous),
  );
  watchEnds({ capture, delivery, queue });
  page.open(
    {
      track: (at, type, data) => recorder.track(type, data, { at }),
      identify: (_at, email) => recorder.identify(email),
      reset() {
        // What is queued happened to the visitor of before, and stays theirs.
        capture?.settle();
        forgetVisitor((name) => name.startsWith(queuePrefix));
      },
      optOut() {
        consent.choose(true);
        capture?.settle();
        hasBegun = false;
        queue.clear();
        forgetVisitor((name) => name === optOutName);
      },
      optIn(at) {
        // Discards what was measured while nothing might be.
        capture?.settle();
        consent.choose(false);
        begin(at);
      },
      visitorId: () => (consent.allowed() ? visitor.id() : null),
    },
    begin,
  );
}

interface Parts {
  capture: AutomaticCapture | null;
  delivery: Delivery;
  queue: Queue;
}

/** Pages end without notice: what is not yet sent goes out when the page is hidden, and stays stored until the API has it. */
function watchEnds({ capture, delivery, queue }: Parts): void {
  const leave = guard(() => {
    capture?.settle();
    delivery.now(true);
  });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave());
  addEventListener(
    'pagehide',
    guard(() => {
      leave();
      queue.giveAway();
    }),
  );
  addEventListener(
    'pageshow',
    guard((event: PageTransitionEvent) => {
      // The page comes back from the cache of the back button as it was.
      if (event.persisted) capture?.view(Date.now());
    }),
  );
  addEventListener('online', () => delivery.now());
}

guard(() => {
  const options = readOptions(apexSettings);
  const page = options && claimPageApi();
  if (!options || !page) return;
  const start = guard(() => run(options, page));
  // A page that is loaded ahead may never be seen.
  if ((document as Document & { prerendering?: boolean }).prerendering !== true) start();
  else document.addEventListener('prerenderingchange', start, { once: true });
})();
