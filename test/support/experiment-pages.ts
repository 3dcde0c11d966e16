import type { BrowserContext, Page } from 'playwright-core';
import type { ActiveExperiment } from '../../domain/experiments/schemas';
import { untilInPage } from './browser';
import type { ExperimentsSite } from './experiments-site';

type Change = Partial<ActiveExperiment['variants'][number]>;

/** An experiment in which every visitor gets the treatment. */
export const everybody = (change: Change, fields: Partial<ActiveExperiment> = {}): ActiveExperiment => ({
  id: 'exp_1',
  name: 'Prices',
  status: 'running',
  targetUrl: '/prices',
  trafficSplit: 100,
  mode: 'ab',
  type: 'web_ab_test',
  promotedVariantId: null,
  variants: [
    { id: 'control', name: 'Control', weight: 0 },
    { id: 'blue', name: 'Blue', weight: 1, ...change },
  ],
  ...fields,
});

/** Waits less than ten seconds, after which the snippet shows the page anyway. */
export const shown = (page: Page): Promise<unknown> =>
  untilInPage(page, 'getComputedStyle(document.documentElement).opacity === "1"', 8_000);
/** Returns the events that the page sent: type and data. */
export const tracked = (page: Page): Promise<[string, Record<string, string>][]> => page.evaluate('window.tracked');
/** Navigates as a single-page application does. */
export const navigate = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState({}, '', '${path}'); window.experiments.navigated(location.href)`);
export const exposure = (variantId: string, experimentId = 'exp_1') => [
  'experiment_exposure',
  { experimentId, variantId },
];
export const applyError = (reason: unknown) => [
  'experiment_error',
  { experimentId: 'exp_1', variantId: 'blue', reason },
];

/** Opens pages of the site. */
export const pagesOf = (site: ExperimentsSite, context: () => BrowserContext) => {
  const open = async (path: string, wishes: Record<string, string> = {}, host = '127.0.0.1'): Promise<Page> => {
    const page = await context().newPage();
    await page.goto(`${site.origin.replace('127.0.0.1', host)}${path}?${new URLSearchParams(wishes).toString()}`);
    return page;
  };
  return {
    open,
    /** Opens a page and waits until its experiments are applied. */
    async settle(path: string, wishes: Record<string, string> = {}, host?: string): Promise<Page> {
      const page = await open(path, wishes, host);
      await untilInPage(page, 'window.settled');
      await shown(page);
      return page;
    },
  };
};
