import { chooseVariant } from '../../domain/experiments/allocate';
import type { ActiveExperiment } from '../../domain/experiments/schemas';
import { compilePattern } from '../../domain/experiments/url-pattern';
import { hidePage } from './anti-flicker';
import { applyVariant, type AppliedVariant } from './apply-variant';
import { attempt } from './attempt';
import { createExposures, type TextStorage } from './exposures';
import { applyMs, listTimeoutMs } from '../limits';
import { page } from '../native';
import { createReports } from './reports';
import { toJson } from '../to-json';

export interface ExperimentDependencies {
  /** Base URL of the API, without a trailing slash. */
  api: string;
  /** Public key of the workspace. */
  key: string;
  /** Throws if the visitor opted out, so that nothing is stored for them. */
  visitorId: () => string;
  track: (type: string, data: Record<string, unknown>) => void;
  /** For styles and scripts on pages with a content policy. */
  nonce: string | null;
  store: TextStorage;
  /** The cookie domain of the visitor's id. */
  cookieDomain: () => string;
}

export interface RunningExperiments {
  /** The page's URL has changed. */
  navigated(url: string): void;
  /** Reverts every change permanently. */
  stop(): void;
}

/** Stores the patterns of the last list, to decide whether a page must wait for the next one. */
const patternsName = 'apex_patterns';

/**
 * Runs the workspace's experiments on this page: fetches the list, assigns variants, applies those with a pattern that
 * matches the URL, and reverts them when it no longer matches. Sends one exposure per visitor and experiment, including
 * the control, when the variant is completely applied, or else the reason why it is not. Never throws, and never delays
 * the page for more than a second.
 */
export function startExperiments(deps: ExperimentDependencies): RunningExperiments {
  const exposures = createExposures(deps.store, deps.cookieDomain);
  const reportsOf = createReports(deps, exposures);
  /** The applied variants, by experiment. */
  const applied = new Map<string, AppliedVariant>();
  let active: ActiveExperiment[] = [];
  let url = location.href;
  let isRunning = true;

  const begin = (experiment: ActiveExperiment): void => {
    const variant = chooseVariant(experiment, active, deps.visitorId(), exposures.variantOf);
    if (variant === null) return;
    const one = applyVariant(variant, deps.nonce, reportsOf(experiment, variant, active));
    applied.set(experiment.id, one);
    const settle = (): void => {
      if (applied.get(experiment.id) !== one) return;
      if (page.readyState === 'complete') attempt(one.settle);
      else setTimeout(settle, applyMs);
    };
    setTimeout(settle, applyMs);
  };

  const update = (): void => {
    const here = active.filter(({ targetUrl }) => isRunning && matchesUrl(targetUrl, url));
    for (const [id, one] of [...applied].reverse()) {
      if (here.some((experiment) => experiment.id === id)) continue;
      applied.delete(id);
      attempt(one.settle);
      attempt(one.undo);
    }
    for (const experiment of here) if (!applied.has(experiment.id)) attempt(() => begin(experiment));
  };
  onLeave(() => applied.forEach(({ settle }) => attempt(settle)));

  const show =
    attempt(() => (mayMatch(deps.store.get(patternsName), url) ? hidePage() : undefined)) ?? (() => undefined);
  fetchList(deps)
    .then((list) => {
      deps.visitorId();
      active = list;
      update();
      deps.store.set(patternsName, toJson(list.map(({ targetUrl }) => targetUrl)));
      // Scripts run when the document is parsed.
      const isWaiting =
        page.readyState === 'loading' &&
        list.some(({ id, variants }) => applied.has(id) && variants.some(({ js }) => js));
      return isWaiting && new Promise((resolve) => page.addEventListener('DOMContentLoaded', resolve));
    })
    .then(show, show);

  return {
    navigated(next) {
      url = next;
      attempt(update);
    },
    stop() {
      isRunning = false;
      show();
      attempt(update);
    },
  };
}

/** Calls the function before the visitor leaves the page, if the browser reports it. */
function onLeave(run: () => void): void {
  // In the capture phase, to run before the listeners that send the queue.
  addEventListener('pagehide', run, true);
  addEventListener(
    'visibilitychange',
    () => page.visibilityState === 'hidden' && page.readyState === 'complete' && run(),
    true,
  );
}

/** Uses the browser's own regex engine. The service neither saves nor serves expressions that might not terminate. */
const matchesUrl = (pattern: string, url: string): boolean =>
  compilePattern(pattern, (source) => {
    const expression = attempt(() => new RegExp(source));
    return expression ? (text) => expression.test(text) : null;
  })(url);

/** Returns whether the last list had an experiment for this URL; true if unknown. */
function mayMatch(patterns: string | null, url: string): boolean {
  if (patterns === null) return true;
  return attempt(() => (JSON.parse(patterns) as string[]).some((pattern) => matchesUrl(pattern, url))) ?? true;
}

async function fetchList({ api, key }: ExperimentDependencies): Promise<ActiveExperiment[]> {
  // The preview token from a member's link to a variant. Only the service can verify it.
  const preview = new URLSearchParams(location.search).get('apex_preview');
  const query = `key=${encodeURIComponent(key)}${preview ? `&preview=${encodeURIComponent(preview)}` : ''}`;
  const response = await fetch(`${api}/api/experiments/active?${query}`, {
    // Pages that wrap `fetch` may expect this object.
    headers: {},
    credentials: 'omit',
    // Older browsers do not support it and wait without a limit.
    signal: AbortSignal.timeout?.(listTimeoutMs),
  });
  const list: unknown = response.ok && (await response.json());
  if (!Array.isArray(list)) throw new Error();
  return list;
}
