import { chooseVariant } from '../../domain/experiments/allocate';
import type { ActiveExperiment } from '../../domain/experiments/schemas';
import { compilePattern } from '../../domain/experiments/url-pattern';
import { hidePage } from './anti-flicker';
import { applyVariant } from './apply-variant';
import { attempt } from './attempt';
import { createExposures, type TextStorage } from './exposures';
import { listTimeoutMs } from '../limits';

export interface ExperimentDependencies {
  /** Where the API is, without a slash at the end. */
  api: string;
  /** Public key of the workspace. */
  key: string;
  /** Throws when the visitor opted out meanwhile: nothing is kept of one who did. */
  visitorId: () => string;
  track: (type: string, data: Record<string, unknown>) => void;
  /** For styles and scripts on pages with a content policy. */
  nonce: string | null;
  store: TextStorage;
  /** That of the visitor's id. */
  cookieDomain: () => string;
}

export interface RunningExperiments {
  /** The page's address is now another one. */
  navigated(url: string): void;
  /** Takes every change back, for good. */
  stop(): void;
}

/** The patterns of the last list: whether a page has to wait for the next one. */
const patternsName = 'apex_patterns';

/**
 * Runs the workspace's experiments on this page: fetches the list, gives the visitor their variants, applies those whose pattern
 * names the address, and takes them back when the address no longer matches. An exposure is sent once for each visitor and
 * experiment, also of the control. Never throws, and never holds the page up for more than a second.
 */
export function startExperiments(deps: ExperimentDependencies): RunningExperiments {
  const exposures = createExposures(deps.store, deps.cookieDomain);
  /** What is in force, by experiment: how to take it back. */
  const applied = new Map<string, () => void>();
  let active: ActiveExperiment[] = [];
  let url = location.href;
  let isRunning = true;

  const begin = (experiment: ActiveExperiment): void => {
    const variant = chooseVariant(experiment, active, deps.visitorId(), exposures.variantOf);
    if (variant === null) return;
    applied.set(experiment.id, applyVariant(variant, deps.nonce));
    // A promoted winner is no test any more: a visitor who saw another variant did not cross over.
    if (experiment.status === 'completed' || exposures.variantOf(experiment.id) === variant.id) return;
    exposures.add(experiment.id, variant.id, active);
    deps.track('experiment_exposure', { experimentId: experiment.id, variantId: variant.id });
  };

  const update = (): void => {
    const here = active.filter(({ targetUrl }) => isRunning && matchesUrl(targetUrl, url));
    for (const [id, takeBack] of [...applied].reverse()) {
      if (here.some((experiment) => experiment.id === id)) continue;
      applied.delete(id);
      attempt(takeBack);
    }
    for (const experiment of here) if (!applied.has(experiment.id)) attempt(() => begin(experiment));
  };

  const show =
    attempt(() => (mayMatch(deps.store.get(patternsName), url) ? hidePage() : undefined)) ?? (() => undefined);
  fetchList(deps)
    .then((list) => {
      deps.visitorId();
      active = list;
      update();
      deps.store.set(patternsName, JSON.stringify(list.map(({ targetUrl }) => targetUrl)));
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

/** By the browser's own engine: expressions that it might not come to an end with are neither saved nor served. */
const matchesUrl = (pattern: string, url: string): boolean =>
  compilePattern(pattern, (source) => {
    const expression = attempt(() => new RegExp(source));
    return expression ? (text) => expression.test(text) : null;
  })(url);

/** Whether the last list held an experiment for a URL; true when it is not known. */
function mayMatch(patterns: string | null, url: string): boolean {
  if (patterns === null) return true;
  return attempt(() => (JSON.parse(patterns) as string[]).some((pattern) => matchesUrl(pattern, url))) ?? true;
}

async function fetchList({ api, key }: ExperimentDependencies): Promise<ActiveExperiment[]> {
  // Of a link that a member made, to look at a variant. The service alone can tell whether it is genuine.
  const preview = new URLSearchParams(location.search).get('apex_preview');
  const query = `key=${encodeURIComponent(key)}${preview ? `&preview=${encodeURIComponent(preview)}` : ''}`;
  const response = await fetch(`${api}/api/experiments/active?${query}`, {
    credentials: 'omit',
    // Older browsers lack it, and wait for as long as it takes.
    signal: AbortSignal.timeout?.(listTimeoutMs),
  });
  const list: unknown = response.ok && (await response.json());
  if (!Array.isArray(list)) throw new Error();
  return list;
}
