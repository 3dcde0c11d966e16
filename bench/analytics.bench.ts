import { execFile } from 'node:child_process';
import { setInterval } from 'node:timers';
import { promisify } from 'node:util';
import { continueHistory } from '../operations/conversions/history';
import type { Database } from '../db/connection/pool';
import { creditCompletions } from '../operations/analytics/credit-completions';
import { drainRollups } from '../operations/analytics/drain-rollups';
import { seedDemoWorkspace } from '../dev/seed';
import { rebuildRollups } from '../test/support/rebuild-rollups';
import { attributionModels } from '../domain/attribution/models';
import type { DescribedConversion } from '../domain/conversions/describe';
import { createConversion } from '../operations/conversions/conversions';
import { connectBench } from './bench-database';
import { startEventService, type EventService } from './event-service';
import { insertBenchExperiment, storeCounts } from './experiment-visitors';
import { load } from './load';
import { median } from './median';
import { shopBatch, storeShopEvents } from './shop-events';
import { startDrainer } from './start-drainer';

/**
 * Compares reports on 90 days, while 500 events per second arrive, with one query that counts the distinct visitors of
 * the same events, for each number of events. Then measures the cost of maintaining the rollups during ingestion.
 * Experiment results have as many visitors as the events, in a separate workspace. BENCH_ROWS sets the numbers of
 * events: `1000000,10000000` by default, which takes half an hour and 15 GB. BENCH_PASSES sets how often the reports
 * are measured on the same events (1).
 *
 * Targets: summary p95 below 100 ms; attribution and every other read of the overview below 300 ms; a channel's series
 * below 200 ms; each less than twice its time for the smaller number; upkeep below 25 % of the ingestion time without it.
 */

const sizes = (process.env['BENCH_ROWS'] ?? '1000000,10000000').split(',').map(Number);
const passes = Number(process.env['BENCH_PASSES'] ?? 1);
const seconds = 5;

interface Report {
  name: string;
  paths: readonly string[];
  /** Target in milliseconds; null for reports that are only printed for comparison. */
  wantedMs: number | null;
}

const reports: readonly Report[] = [
  // The minimum for any request on this machine while events arrive.
  { name: 'workspace', paths: ['workspace'], wantedMs: null },
  { name: 'summary', paths: [7, 30, 90].map((days) => `analytics/summary?period=${days}d`), wantedMs: 100 },
  {
    name: 'attribution',
    paths: attributionModels.map((model) => `attribution/summary?period=90d&model=${model}`),
    wantedMs: 300,
  },
  {
    name: 'series of a channel',
    paths: ['visitors', 'conversions', 'revenue'].map(
      (metric) => `analytics/timeseries?period=90d&metric=${metric}&channel=email`,
    ),
    wantedMs: 200,
  },
  {
    name: 'overview',
    paths: [
      ...['visitors', 'conversions', 'conversion_rate', 'revenue'].map(
        (metric) => `analytics/timeseries?period=90d&metric=${metric}`,
      ),
      'conversion-goals/figures?period=90d',
      'journeys/failures?period=7d',
      'changes',
    ],
    wantedMs: 300,
  },
  { name: 'events of a visitor', paths: ['identity?visitorId=v1'], wantedMs: null },
];

interface Bench {
  service: EventService;
  database: Database;
  workspaceId: string;
  events: number;
}

/** The slowest p95 of a report in each pass, by its name, in milliseconds. */
type Times = Map<string, number[]>;

async function main(): Promise<void> {
  const measured: { events: number; times: Times }[] = [];
  for (const [index, events] of sizes.entries()) {
    const times = await run(events, index === sizes.length - 1 ? measureUpkeep : undefined);
    measured.push({ events, times });
    for (const { name, wantedMs } of [...reports, { name: 'experiment results', wantedMs: 50 }]) {
      const target = wantedMs === null ? '' : `, goal ${wantedMs}`;
      console.log(`of ${events} events, ${name}: p95 ${spread(times.get(name) ?? [])} ms${target}`);
    }
  }
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  const grown = [...last.times].map(
    ([name, times]) => `${name} ${(median(times) / median(first.times.get(name) ?? [])).toFixed(2)}`,
  );
  console.log(
    `times as long with ${(last.events / first.events).toFixed(0)} times the events, goal 2 at most: ${grown.join(', ')}`,
  );
}

function spread(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(0));
  const middle = median(values).toFixed(0);
  return least === most ? middle : `${middle} [${least} to ${most}]`;
}

async function run(events: number, afterwards?: (bench: Bench) => Promise<void>): Promise<Times> {
  const service = await startEventService({ RATE_LIMIT_READ: '1000000' });
  const database = connectBench(service.databaseUrl);
  const bench = { service, database, workspaceId: service.demo.workspaceId, events };
  try {
    await prepare(bench);
    const results = await prepareExperiment(bench);
    const floor = await timeOf(() => database.raw(distinctVisitors, [bench.workspaceId]));
    console.log(`  distinct visitors by one query over the events: ${floor.toFixed(0)} ms`);
    const times: Times = new Map();
    for (let pass = 0; pass < passes; pass += 1) await measureReports(bench, { results, floor, times });
    await afterwards?.(bench);
    return times;
  } finally {
    await database.destroy();
    await service.stop();
  }
}

/** In a separate workspace, so that no drain of the events recounts its visitors. */
async function prepareExperiment({ service, database, events }: Bench): Promise<MeasuredPath> {
  const { databaseUrl, keyPepper } = service;
  const { workspaceId, serverKey } = await seedDemoWorkspace({ databaseUrl, keyPepper });
  const experimentId = await insertBenchExperiment(database, workspaceId);
  await rebuildRollups(database, workspaceId);
  await storeCounts(database, { workspaceId, experimentId, visitors: Math.ceil(events / 10) });
  await database.raw('vacuum analyze');
  return { path: `experiments/${experimentId}/results`, serverKey };
}

const distinctVisitors = `select count(distinct visitor_id) from events where workspace_id = ? and not is_bot`;

async function prepare(bench: Bench): Promise<void> {
  const { database, workspaceId, events, service } = bench;
  await configure(service.adminUrl, looseSettings);
  const stored = await timeOf(() => storeShopEvents(bench));
  await database.raw('vacuum analyze');
  const counted = await timeOf(() => rebuildRollups(database, workspaceId));
  const matched = await timeOf(() => makeCompletions(bench));
  const credited = await timeOf(() => creditCompletions({ database }, workspaceId));
  await database.raw('vacuum analyze');
  await configure(service.adminUrl, resetSettings);
  await promisify(execFile)('sync');
  const [store, count, match, credit] = [stored, counted, matched, credited].map((ms) => (ms / 1_000).toFixed(1));
  console.log(
    `${events} events: stored in ${store} s, recounted in ${count} s, their purchases matched in ${match} s, credited in ${credit} s`,
  );
}

/**
 * Turns off fsync and full-page writes while events are stored, because nothing is measured then and a crash would lose
 * nothing important.
 */
const looseSettings = [
  `set fsync = off`,
  `set full_page_writes = off`,
  `set synchronous_commit = off`,
  `set work_mem = '512MB'`,
];
const resetSettings = ['fsync', 'full_page_writes', 'synchronous_commit', 'work_mem'].map((name) => `reset ${name}`);

/** Changes settings of the whole server, and flushes the events so far to disk. */
async function configure(adminUrl: string, changes: readonly string[]): Promise<void> {
  const database = connectBench(adminUrl);
  for (const change of changes) await database.raw(`alter system ${change}`);
  await database.raw('select pg_reload_conf()');
  await database.raw('checkpoint');
  await database.destroy();
}

async function makeCompletions({ database, workspaceId }: Bench): Promise<void> {
  const described: DescribedConversion = {
    name: 'Purchase',
    type: 'custom_event',
    eventType: 'purchase',
    urlPattern: null,
    selector: null,
    conditions: {},
    isPrimary: true,
  };
  const id = await createConversion({ database }, { workspaceId, id: 'bench' }, described, 0);
  while (await continueHistory({ database }, { workspaceId, id }));
}

interface MeasuredPath {
  path: string;
  serverKey: string;
}

interface Pass {
  results: MeasuredPath;
  floor: number;
  times: Times;
}

async function measureReports({ service, events }: Bench, { results, floor, times }: Pass): Promise<void> {
  const { api, demo } = service;
  const arrivals = keepSending(service, events);
  const measure = async (name: string, measured: readonly MeasuredPath[]): Promise<void> => {
    let slowest = 0;
    for (const { path, serverKey } of measured) {
      const loadOptions = { connections: 1, headers: { 'x-api-key': serverKey } };
      const url = `http://127.0.0.1:${api.ready.port}/api/${path}`;
      await load(url, { ...loadOptions, seconds: 1 });
      const { median: middle, p95 } = await load(url, { ...loadOptions, seconds });
      slowest = Math.max(slowest, p95);
      const ratio = (p95 / floor).toFixed(3);
      console.log(`  ${path}: median ${middle.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${ratio} of the query`);
    }
    times.set(name, [...(times.get(name) ?? []), slowest]);
  };
  for (const { name, paths } of reports) {
    await measure(
      name,
      paths.map((path) => ({ path, serverKey: demo.serverKey })),
    );
  }
  await measure('experiment results', [results]);
  console.log(`  ${(await arrivals.stop()).toFixed(0)} events a second arrived at the same time`);
}

/**
 * Sends 500 events per second until stopped. @returns a function that stops and returns the accepted events per second
 */
function keepSending({ eventsUrl, demo }: EventService, stored: number): { stop: () => Promise<number> } {
  const startedAt = performance.now();
  const responses: Promise<boolean>[] = [];
  const timer = setInterval(() => {
    const body = shopBatch(demo.workspaceKey, { size: 50, stored });
    const headers = { 'content-type': 'application/json' };
    responses.push(fetch(eventsUrl, { method: 'POST', headers, body }).then(({ ok }) => ok));
  }, 100);
  return {
    async stop() {
      clearInterval(timer);
      const elapsedSeconds = (performance.now() - startedAt) / 1_000;
      const taken = (await Promise.all(responses)).filter((ok) => ok).length;
      return (taken * 50) / elapsedSeconds;
    },
  };
}

/**
 * Sends batches of 100 over eight connections as fast as possible, in alternating rounds with and without continuous
 * drains.
 */
async function measureUpkeep({ service, database, workspaceId, events }: Bench): Promise<void> {
  const { databaseUrl, demo, eventsUrl } = service;
  const batch = (): string => shopBatch(demo.workspaceKey, { size: 100, stored: events });
  const drainer = await startDrainer({ databaseUrl, workspaceId });
  const ingest = async (): Promise<number> =>
    100 * (await load(eventsUrl, { connections: 8, seconds: 2 * seconds, body: batch })).rate;
  await ingest();
  const rates: Record<'without' | 'with', number[]> = { without: [], with: [] };
  for (let round = 0; round < 3; round += 1) {
    await drainRollups({ database }, workspaceId);
    rates.without.push(await ingest());
    await drainRollups({ database }, workspaceId);
    drainer.start();
    rates.with.push(await ingest());
    const counted = await drainer.stop();
    const left = await database('rollup_queue').where({ workspace_id: workspaceId }).sum('visits as visits').first();
    console.log(`  ${counted} visits counted in the round, ${Number(left?.['visits'] ?? 0)} left when it ended`);
  }
  drainer.end();
  const cost = rates.without.map((bare, round) => 100 * (1 - (rates.with[round] ?? NaN) / bare));
  const [bare, kept] = [median(rates.without).toFixed(0), median(rates.with).toFixed(0)];
  console.log(`upkeep: ${bare} events/s without drains, ${kept} with: costs ${spread(cost)} %, goal 25 at most`);
}

async function timeOf(work: () => PromiseLike<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
