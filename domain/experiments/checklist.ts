import canonicalize from 'canonicalize';
import { hasTooFewVisitors, tooFewVisitors } from './few-visitors';
import { compileOnService } from './match-pattern';
import type { ExperimentState } from './life';
import { planExperiment, type Baseline } from './power';
import { scriptPaths } from './scripts';
import type { Variant } from './schemas';

export type CheckName = 'metric' | 'snippet' | 'size' | 'variants' | 'overlap' | 'scripts';

/** A check before an experiment starts. */
export interface Check {
  check: CheckName;
  /** A warning does not prevent the start; a blocked check does. */
  status: 'ok' | 'warning' | 'blocked';
  /** What was found, and what to do about it. */
  message: string;
  /** Other experiments that the check is about. */
  experimentIds: string[];
}

interface Pageview {
  url: string;
  visitorId: string;
  at: Date;
}

type Planned = Pick<
  ExperimentState,
  'targetUrl' | 'trafficSplit' | 'engine' | 'alpha' | 'targetPower' | 'mde' | 'exclusionGroup' | 'variants'
>;

export interface ChecklistInput {
  experiment: Planned;
  /** Why the experiment has nothing to count; empty if it has. */
  metricWarnings: readonly string[];
  /** The primary metric over the last 14 days. */
  past: {
    baseline: Baseline | null;
    varianceReduction: number;
    direction: 'up' | 'down';
    /** Visitors of all pages in these days. */
    visitors: number;
    /** Visitors of all pages per day. */
    dailyVisitors: number;
  };
  /** The newest pageviews, newest first. */
  pageviews: readonly Pageview[];
  /** Whether the site had more pageviews in the last 14 days than these. */
  arePageviewsCut: boolean;
  /** Other experiments that run. */
  running: readonly Pick<ExperimentState & { id: string }, 'id' | 'name' | 'targetUrl' | 'exclusionGroup'>[];
  allowJsPatches: boolean;
  now: Date;
}

/** Longer experiments outlive the cookies of their visitors. */
const daysAtMost = 60;
const dayMs = 86_400_000;

/** Checks whether an experiment is ready to start. */
export function checkExperiment(input: ChecklistInput): Check[] {
  const page = pageOf(input);
  return [
    checkMetric(input),
    checkSnippet(input, page),
    checkSize(input, page),
    checkVariants(input.experiment),
    checkOverlap(input),
    ...checkScripts(input),
  ];
}

const ok = (check: CheckName, message: string): Check => ({ check, status: 'ok', message, experimentIds: [] });
const warning = (check: CheckName, message: string): Check => ({
  check,
  status: 'warning',
  message,
  experimentIds: [],
});
const count = (value: number): string => Math.round(value).toLocaleString('en');

interface TargetPage {
  views: Pageview[];
  /** Visitors of the page per day, who count once. */
  dailyVisitors: number;
}

function pageOf({ experiment, past, pageviews, arePageviewsCut, now }: ChecklistInput): TargetPage {
  const isPage = compileOnService(experiment.targetUrl);
  const views = pageviews.filter(({ url }) => isPage(url));
  const visitors = visitorsOf(views);
  // The newest pageviews cover few days, in which visitors who return later would count again. They give the share only.
  if (arePageviewsCut) return { views, dailyVisitors: (past.dailyVisitors * visitors) / visitorsOf(pageviews) };
  const oldest = pageviews.at(-1)?.at ?? now;
  const days = Math.max(1, (now.getTime() - oldest.getTime()) / dayMs);
  return { views, dailyVisitors: visitors / days };
}

const visitorsOf = (views: readonly Pageview[]): number => new Set(views.map(({ visitorId }) => visitorId)).size;

function checkMetric({ metricWarnings, past: { baseline } }: ChecklistInput): Check {
  const [problem] = metricWarnings;
  if (problem !== undefined) return warning('metric', problem);
  if (baseline === null || baseline.mean === 0) {
    return warning('metric', 'The metric had no events in the last 14 days. Check its name, or send a test event.');
  }
  return ok('metric', 'The metric had events in the last 14 days.');
}

function checkSnippet({ experiment: { targetUrl }, pageviews }: ChecklistInput, { views }: TargetPage): Check {
  const [newest] = views;
  if (newest !== undefined)
    return ok('snippet', `The snippet reported a page that matches ${targetUrl}: ${newest.url}`);
  if (pageviews.length === 0) {
    return warning('snippet', 'The snippet reported no page in the last 14 days. Install it on your site.');
  }
  return warning(
    'snippet',
    `The snippet reported no page that matches ${targetUrl} in the last 14 days. Check the page, and that it has the ` +
      'snippet. If your server assigns the variants, you can ignore this.',
  );
}

function checkSize({ experiment, past }: ChecklistInput, { dailyVisitors }: TargetPage): Check {
  const { trafficSplit, variants } = experiment;
  const takingPart = (dailyVisitors * trafficSplit) / 100;
  const { baseline, varianceReduction, direction } = past;
  if (baseline === null || baseline.mean === 0) {
    const unknown = 'The sample size is unknown until the metric has events.';
    return warning('size', hasTooFewVisitors(past.visitors) ? tooFewVisitors : unknown);
  }
  const planned = planExperiment({
    ...experiment,
    baseline,
    varianceReduction,
    direction,
    variants: variants.length,
    dailyVisitors: Math.max(takingPart, 1e-6),
  });
  if (planned === null) {
    const tooLarge = 'The minimum effect is too large for this metric. Choose a smaller one.';
    return warning('size', hasTooFewVisitors(past.visitors) ? tooFewVisitors : tooLarge);
  }
  const needed = `The experiment needs ${count(planned.total)} visitors`;
  if (takingPart === 0) return warning('size', `${needed}, but the page had none in the last 14 days.`);
  const pace = `about ${count(planned.days)} ${planned.days === 1 ? 'day' : 'days'} at ${count(takingPart)} visitors per day`;
  if (planned.days <= daysAtMost) return ok('size', `${needed}: ${pace}.`);
  return warning(
    'size',
    `${needed}: ${pace}. Choose a larger minimum effect, fewer variants or a page with more visitors.`,
  );
}

function checkVariants({ variants }: Planned): Check {
  const seen = new Map<string, Variant>();
  for (const variant of variants) {
    const content = contentOf(variant);
    const same = seen.get(content);
    if (same !== undefined) {
      return warning(
        'variants',
        `${variant.name} makes the same change as ${same.name} on the page. Add a page change, CSS or JavaScript. If your ` +
          'server shows the variants, you can ignore this.',
      );
    }
    seen.set(content, variant);
  }
  return ok('variants', 'All variants differ from each other.');
}

/** Returns what a variant changes, as text that is equal for equal changes. */
const contentOf = ({ css = '', js = '', patch = [] }: Variant): string =>
  canonicalize([css.trim(), js.trim(), [patch].flat()]) ?? '';

function checkOverlap({ experiment, running, pageviews }: ChecklistInput): Check {
  const { targetUrl, exclusionGroup } = experiment;
  const urls = [...new Set(pageviews.map(({ url }) => url))];
  const isPage = compileOnService(targetUrl);
  const pages = urls.filter(isPage);
  const overlapping = running.filter((other) => {
    if (exclusionGroup !== null && other.exclusionGroup === exclusionGroup) return false;
    const isOthers = compileOnService(other.targetUrl);
    return other.targetUrl === targetUrl || isOthers(targetUrl) || isPage(other.targetUrl) || pages.some(isOthers);
  });
  const [first] = overlapping;
  if (first === undefined) return ok('overlap', 'No other running experiment changes this page.');
  const others = overlapping.length === 1 ? `"${first.name}" runs` : `${overlapping.length} other experiments run`;
  return {
    ...warning(
      'overlap',
      `${others} on the same page. Visitors would take part in both. Use the same exclusion group to prevent this.`,
    ),
    experimentIds: overlapping.map(({ id }) => id),
  };
}

function checkScripts({ experiment: { variants }, allowJsPatches }: ChecklistInput): Check[] {
  const scripted = variants.find((variant) => scriptPaths([variant]).length > 0);
  if (allowJsPatches || scripted === undefined) return [];
  const message = `${scripted.name} runs a script, which the workspace does not allow. Remove it, or allow scripts in the workspace settings.`;
  return [{ check: 'scripts', status: 'blocked', message, experimentIds: [] }];
}
