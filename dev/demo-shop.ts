import { setTimeout as delay } from 'node:timers/promises';
import { assignVariant, type Allocation } from '../domain/experiments/allocate';
import type { Credentials } from './credentials';
import { demoApi, type DemoApi } from './demo-api';
import { landingOf } from './demo-visitors';

/** The shop part of the demo: a conversion, a target, and an experiment with visitors. */

const shoppers = 1_200;
/** Share of visitors who buy, in the control and in the treatment. */
const buying = { control: 0.08, treatment: 0.16 };
const inOneRequest = 250;

export interface ShopStory {
  experimentId: string;
  conversionId: string;
  targetId: string;
}

interface Results {
  recommendation: string;
  variants: {
    variantId: string;
    name: string;
    exposures: number;
    conversions: number;
    rate: number;
    lift: number | null;
  }[];
}

/**
 * Creates the shop's conversion, target and experiment, sends visitors who see the experiment and may buy, and prints
 * the results.
 */
export async function openShop(credentials: Pick<Credentials, 'baseUrl' | 'serverKey' | 'workspaceKey'>, run: string) {
  const api = demoApi(credentials.baseUrl, credentials.serverKey);
  const conversionId = await findOrCreate(
    api,
    '/api/conversion-goals',
    ({ name }) => name === conversion.name,
    conversion,
  );
  const target = {
    metric: 'Purchases',
    target: 200,
    sourceConversionId: conversionId,
    unit: 'orders',
    deadline: inDays(30),
  };
  const targetId = await findOrCreate(api, '/api/targets', ({ metric }) => metric === target.metric, target);
  const experiment = await startExperiment(api, conversionId, run);
  const seenBy = new Map<string, number>();
  const events = Array.from({ length: shoppers }, (_, index) => visitOf({ experiment, seenBy }, run, index)).flat();
  const browser = demoApi(credentials.baseUrl, credentials.workspaceKey);
  for (let start = 0; start < events.length; start += inOneRequest) {
    const { workspaceKey } = credentials;
    await browser.post('/api/events', { workspaceKey, events: events.slice(start, start + inOneRequest) });
  }
  const purchases = events.filter(({ type }) => type === 'purchase').length;
  console.log(`${shoppers} visitors saw the experiment "Price first"; ${purchases} of them bought`);
  await printResults(api, experiment.id);
  return { experimentId: experiment.id, conversionId, targetId };
}

const conversion = { name: 'Purchase', type: 'custom_event', eventName: 'purchase', isPrimary: true };

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

type Listed = Record<string, unknown> & { id: string };

/** Finds or creates an item that all runs of the demo share. */
async function findOrCreate(
  api: DemoApi,
  path: string,
  isIt: (listed: Listed) => boolean,
  body: object,
): Promise<string> {
  const found = (await api.get<Listed[]>(path)).find(isIt);
  return found?.id ?? (await api.post<Listed>(path, body)).id;
}

async function startExperiment(api: DemoApi, conversionId: string, run: string): Promise<Allocation> {
  const { id } = await api.post<{ id: string }>('/api/experiments', {
    name: `Price first (${run})`,
    targetUrl: 'https://shop.example.com/pricing',
    primary_metric: conversionId,
    mde: 0.8,
    variants: [
      { id: 'control', name: 'Control' },
      { id: 'price-first', name: 'Price first' },
    ],
  });
  return api.patch<Allocation>(`/api/experiments/${id}`, { status: 'running' });
}

interface Exposures {
  experiment: Allocation;
  /** Number of visitors who saw each variant. */
  seenBy: Map<string, number>;
}

/**
 * Creates the events of a visitor who opens the pricing page, gets a variant like the snippet assigns it, and may buy.
 */
function visitOf({ experiment, seenBy }: Exposures, run: string, index: number) {
  const visitorId = `shopper-${run}-${index}`;
  const variantId = assignVariant(experiment, visitorId)?.id ?? 'control';
  const at = Date.now();
  const event = (type: string, path: string, afterMs: number, data: object = {}) => ({
    type,
    visitorId,
    url: `https://shop.example.com${path}`,
    data,
    messageId: `${visitorId}-${type}`,
    timestamp: new Date(at + afterMs).toISOString(),
  });
  const { query, referrer } = landingOf(index);
  const seen = { ...event('pageview', `/pricing${query}`, 0), ...(referrer === undefined ? {} : { referrer }) };
  const exposure = event('experiment_exposure', '/pricing', 1, { experimentId: experiment.id, variantId });
  const share = variantId === 'control' ? buying.control : buying.treatment;
  const number = seenBy.get(variantId) ?? 0;
  seenBy.set(variantId, number + 1);
  // Purchases are spread evenly over the visitors of each variant, independent of which visitors the experiment's id
  // assigns to it.
  const buys = (number * 0.618_034) % 1 < share;
  const purchase = event('purchase', '/thanks', 2, { revenue: 20 + (index % 7) * 10, currency: 'EUR' });
  return buys ? [seen, exposure, purchase] : [seen, exposure];
}

/** Prints the results once all visitors are counted, which takes seconds. */
async function printResults(api: DemoApi, experimentId: string): Promise<void> {
  const read = () => api.get<Results>(`/api/experiments/${experimentId}/results`);
  let results = await read();
  const counted = (): number => results.variants.reduce((sum, { exposures }) => sum + exposures, 0);
  for (let tries = 0; counted() < shoppers && tries < 60; tries += 1) {
    await delay(1_000);
    results = await read();
  }
  for (const { name, exposures, conversions, rate, lift } of results.variants) {
    const than = lift === null ? '' : `, ${lift >= 0 ? '+' : ''}${(100 * lift).toFixed(0)}% compared with the control`;
    console.log(`  ${name.padEnd(12)} ${conversions} of ${exposures} bought (${(100 * rate).toFixed(1)}%)${than}`);
  }
  console.log(`  Recommendation: ${results.recommendation}`);
}
