import { setInterval } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { continueHistory } from '../operations/conversions/continue-history';
import type { Database } from '../db/connection/pool';
import { drainLimit } from '../db/analytics/rollups';
import { creditCompletions, creditPortion } from '../operations/analytics/credit-completions';
import { drainRollups, drainPortion } from '../operations/analytics/drain-rollups';
import { rebuildRollups } from '../test/support/rebuild-rollups';
import { attributionModels } from '../domain/attribution/models';
import type { DescribedConversion } from '../domain/conversions/describe';
import { createConversion } from '../operations/conversions/create-conversion';
import { connectBench } from './bench-database';
import { startEventService, type EventService } from './event-service';
import { load } from './load';

/**
 * Reports on 90 days while 500 events a second arrive, against counting the distinct visitors of the same events by one query; with
 * a tenth of the events and with all of them. Then what keeping the rollups costs ingestion. A tenth as many visitors
 * make the events, four to a visit, and one in a hundred is a purchase. BENCH_ROWS sets another number of events than ten
 * million, for which half an hour and 15 GB are needed.
 *
 * Targets: summary p95 below 100 ms, and less than 1.5 times that of a tenth; attribution below 300 ms; a channel's series below 200 ms;
 * upkeep below 25 % of what ingestion takes without.
 */

const allEvents = Number(process.env['BENCH_ROWS'] ?? 10_000_000);
const portion = 500_000;
const seconds = 5;

const summaries = [7, 30, 90].map((days) => `analytics/summary?period=${days}d`);
/** The first is no report: what any request takes on this machine while events arrive. */
const reports = [
  'workspace',
  ...summaries,
  ...attributionModels.map((model) => `attribution/summary?period=90d&model=${model}`),
  ...['visitors', 'conversions', 'revenue'].map(
    (metric) => `analytics/timeseries?period=90d&metric=${metric}&channel=email`,
  ),
];

interface Bench {
  service: EventService;
  database: Database;
  workspaceId: string;
  events: number;
}

async function main(): Promise<void> {
  const [tenth, whole] = [await run(allEvents / 10), await run(allEvents, measureUpkeep)];
  for (const report of summaries) {
    const grown = (whole.get(report) ?? NaN) / (tenth.get(report) ?? NaN);
    console.log(`${report}: ${grown.toFixed(2)} times as long with ten times the events (target 1.5)`);
  }
}

/** @returns p95 in ms by report */
async function run(events: number, afterwards?: (bench: Bench) => Promise<void>): Promise<Map<string, number>> {
  const service = await startEventService({ RATE_LIMIT_READ: '1000000' });
  const database = connectBench(service.databaseUrl);
  const bench = { service, database, workspaceId: service.demo.workspaceId, events };
  try {
    await prepare(bench);
    const floor = await timeOf(() => database.raw(distinctVisitors, [bench.workspaceId]));
    console.log(`  distinct visitors by one query over the events: ${floor.toFixed(0)} ms`);
    const times = await measureReports(bench, floor);
    await afterwards?.(bench);
    return times;
  } finally {
    await database.destroy();
    await service.stop();
  }
}

const distinctVisitors = `select count(distinct visitor_id) from events where workspace_id = ? and not is_bot`;

async function prepare(bench: Bench): Promise<void> {
  const { database, workspaceId, events } = bench;
  const stored = await timeOf(() => makeEvents(bench));
  await database.raw('vacuum analyze');
  const counted = await timeOf(() => rebuildRollups(database, workspaceId));
  const matched = await timeOf(() => makeCompletions(bench));
  const credited = await timeOf(() => creditCompletions(database, workspaceId));
  await database.raw('vacuum analyze');
  const [store, count, match, credit] = [stored, counted, matched, credited].map((ms) => (ms / 1_000).toFixed(1));
  console.log(
    `${events} events: stored in ${store} s, counted anew in ${count} s, their purchases matched in ${match} s, credited in ${credit} s`,
  );
}

/** In the order of their time, by five channels. Every other visit has a campaign. */
async function makeEvents({ database, workspaceId, events }: Bench): Promise<void> {
  await database.raw(`select ensure_event_partitions((now() - interval '4 months')::date, now()::date)`);
  for (let start = 0; start < events; start += portion) {
    await database.raw(
      `insert into events (workspace_id, occurred_at, id, received_at, type, visitor_id, channel, url, data)
       select :workspaceId, now() - interval '90 days' * (1 - (n + 0.5) / cast(:events as bigint)), 'evt_' || lpad(n::text, 12, '0'),
              now(), case when n % 100 = 0 then 'purchase' else 'pageview' end,
              'v' || (n / 4 * 104729 % cast(:visitors as bigint)),
              (array['direct', 'email', 'paid_search', 'organic_search', 'referral'])[1 + abs(hashint8(n / 4)) % 5],
              'https://shop.example/' || case when n / 4 % 2 = 0 then '\\?utm_source=news' else '' end,
              case when n % 100 = 0 then '{"revenue": 19.9}' else '{}' end::jsonb
         from generate_series(cast(:start as bigint), cast(:end as bigint)) n`,
      {
        workspaceId,
        events,
        visitors: Math.ceil(events / 10),
        start,
        end: Math.min(start + portion, events) - 1,
      },
    );
  }
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
  const id = await createConversion(database, { workspaceId, id: 'bench' }, described, 0);
  while (await continueHistory(database, { workspaceId, id }));
}

async function measureReports({ service, events }: Bench, floor: number): Promise<Map<string, number>> {
  const { api, demo } = service;
  const times = new Map<string, number>();
  const arrivals = keepSending(service, Math.ceil(events / 10));
  for (const report of reports) {
    const loadOptions = { connections: 1, headers: { 'x-api-key': demo.serverKey } };
    const url = `http://127.0.0.1:${api.ready.port}/api/${report}`;
    await load(url, { ...loadOptions, seconds: 1 });
    const { median, p95 } = await load(url, { ...loadOptions, seconds });
    times.set(report, p95);
    const ratio = (p95 / floor).toFixed(3);
    console.log(`  ${report}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${ratio} of the query`);
  }
  const rate = await arrivals.stop();
  console.log(`  ${rate.toFixed(0)} events a second arrived meanwhile`);
  return times;
}

let arrived = 0;

/** Four to a visit, and one in a hundred a purchase, as those that are stored already. */
function arrivingEvent(visitors: number): Record<string, unknown> {
  arrived += 1;
  return {
    type: arrived % 100 === 0 ? 'purchase' : 'pageview',
    visitorId: `v${(Math.floor(arrived / 4) * 104_729) % visitors}`,
    url: 'https://shop.example/?gclid=1',
  };
}

/** Sends 500 events a second until it is stopped, which answers how many a second were taken. */
function keepSending({ eventsUrl, demo }: EventService, visitors: number): { stop: () => Promise<number> } {
  const startedAt = performance.now();
  const responses: Promise<boolean>[] = [];
  const timer = setInterval(() => {
    const events = Array.from({ length: 50 }, () => arrivingEvent(visitors));
    const body = JSON.stringify({ workspaceKey: demo.workspaceKey, events });
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

/** As fast as eight connections send batches of 100, with drains all the time and without any, in alternating rounds. */
async function measureUpkeep({ service, database, workspaceId, events }: Bench): Promise<void> {
  const { demo, eventsUrl } = service;
  const visitors = Math.ceil(events / 10);
  const batch = (): string =>
    JSON.stringify({
      workspaceKey: demo.workspaceKey,
      events: Array.from({ length: 100 }, () => arrivingEvent(visitors)),
    });
  const ingest = async (): Promise<number> =>
    100 * (await load(eventsUrl, { connections: 8, seconds: 2 * seconds, body: batch })).rate;
  await ingest();
  const rates: Record<'without' | 'with', number[]> = { without: [], with: [] };
  for (let round = 0; round < 3; round += 1) {
    await drainRollups(database, workspaceId);
    rates.without.push(await ingest());
    await drainRollups(database, workspaceId);
    const drains = keepDraining(database, workspaceId);
    rates.with.push(await ingest());
    const counted = await drains.stop();
    const left = await database('rollup_queue').where({ workspace_id: workspaceId }).sum('visits as visits').first();
    console.log(`  ${counted} visits counted in the round, ${Number(left?.['visits'] ?? 0)} left when it ended`);
  }
  const [bare, kept] = [rates.without, rates.with].map((all) => all.sort((a, b) => a - b)[1] ?? NaN) as [
    number,
    number,
  ];
  const cost = (100 * (1 - kept / bare)).toFixed(0);
  console.log(
    `upkeep: ${bare.toFixed(0)} events/s without drains, ${kept.toFixed(0)} with: costs ${cost} % (target below 25)`,
  );
}

/** Drains as a worker does, without its pauses. @returns visits counted, when it is stopped */
function keepDraining(database: Database, workspaceId: string): { stop: () => Promise<number> } {
  let isStopped = false;
  const drains = (async () => {
    let counted = 0;
    while (!isStopped) {
      const taken = await drainPortion(database, workspaceId, { limit: drainLimit });
      await creditPortion(database, workspaceId);
      counted += taken;
      if (taken < drainLimit) await delay(100);
    }
    return counted;
  })();
  return {
    stop() {
      isStopped = true;
      return drains;
    },
  };
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
