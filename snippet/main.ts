import { captureAutomatically } from './capture/automatic';
import { watchNavigation } from './capture/navigation';
import { createCollecting, type Parts } from './collecting';
import { createConsent, optOutName } from './consent';
import { widestCookieDomain } from './cookies';
import { createDelivery } from './delivery';
import { guard } from './guard';
import { page } from './native';
import { readOptions, type Options, type ServedSettings } from './options';
import { claimPageApi, type PageObjectClaim } from './page-api';
import { isPreview, loadExperiments } from './preview';
import { createQueue } from './queue';
import { createRecorder } from './record';
import { createStore } from './store';
import { createVisitor } from './visitor';

/** Added around this file when it is served. */
declare const apexSettings: ServedSettings | null;
/** Defined when the snippet is built. */
declare const apexHasExperiments: boolean;

/** Creates the parts, and connects them to the page and `window.apex`. */
function run(options: Options, claim: PageObjectClaim): void {
  const store = createStore();
  let domain: string | undefined;
  const cookieDomain = (): string => (domain ??= options.cookieDomain ?? widestCookieDomain());
  const consent = createConsent(store, cookieDomain, options.respectDoNotTrack);
  const visitor = createVisitor(store, cookieDomain);
  const queue = createQueue(store, options.key, consent.allowed);
  const delivery = createDelivery({ ...options, queue, allowed: consent.allowed });
  const recorder = createRecorder(options, { consent, visitor, queue, delivery });
  const capture = options.auto ? captureAutomatically(options, recorder) : null;
  const parts = { store, consent, cookieDomain, visitor, queue, delivery, recorder, capture };
  const { begin, navigated, reset, optOut, optIn, followChoice } = createCollecting(options, parts);

  watchNavigation(navigated);
  watchEnds(parts);
  addEventListener(
    'storage',
    guard(({ key }: StorageEvent) => key === optOutName && followChoice()),
  );
  claim.open(
    {
      track: (at, type, data) => recorder.track(type, data, { at }),
      identify: (_at, email) => recorder.identify(email),
      reset,
      optOut,
      optIn,
      visitorId: () => (consent.allowed() ? visitor.id() : null),
    },
    begin,
  );
}

/**
 * Pages end without notice, so unsent items are sent when the page is hidden, and stay stored until the API has them.
 */
function watchEnds({ capture, delivery, queue }: Parts): void {
  const leave = guard(() => {
    capture?.settle();
    delivery.now(true);
  });
  page.addEventListener('visibilitychange', () => page.visibilityState === 'hidden' && leave());
  addEventListener(
    'pagehide',
    guard(() => {
      leave();
      queue.handOver();
    }),
  );
  addEventListener(
    'pageshow',
    guard((event: PageTransitionEvent) => {
      if (!event.persisted) return;
      // The page was restored unchanged from the back/forward cache.
      queue.takeBack();
      delivery.soon();
      capture?.view(Date.now());
    }),
  );
  addEventListener('online', delivery.online);
}

guard(() => {
  const options = readOptions(apexSettings);
  if (!apexHasExperiments && options && isPreview()) return loadExperiments(options);
  const claim = options && claimPageApi();
  if (!options || !claim) return;
  const start = guard(() => run(options, claim));
  // A prerendered page may never be shown.
  if (!(page as Document & { prerendering?: boolean }).prerendering) start();
  else page.addEventListener('prerenderingchange', start, { once: true });
})();
