import { connect, type Database } from '../db/connection/pool';
import { seedDemoWorkspace, type DemoWorkspace } from '../dev/seed';
import { drainLimit, findBacklog } from '../db/analytics/rollups';
import { drainPortion, drainRollups } from '../operations/analytics/drain-rollups';
import { readerLimit } from '../operations/experiments/count-experiment';
import { startEventService, type EventService } from './event-service';
import { quantile } from './median';

/**
 * Measures the first GET /api/experiments/:id/results after a load, with autovacuum off, so that PostgreSQL's planner
 * only has its previous statistics: none, or those of empty tables. Compared with one query over the events that counts
 * the same visitors. The target is a p95 below 1 s. Each load has a new experiment and new visitors, in a workspace
 * that counted BENCH_HISTORY events before (none by default). BENCH_ROWS changes the number of events from 25,000. If
 * it is too many for a request to count, the events are stored by one statement, as ingestion leaves them, and none is
 * counted before the read. Also prints how long workers then take.
 */

const events = Number(process.env['BENCH_ROWS'] ?? 25_000);
const history = Number(process.env['BENCH_HISTORY'] ?? 0);
const isLeftToWorkers = events > readerLimit;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);

/** Visitors of a load: many with few events, or few with many. */
const shapes = [
  { name: 'five events a visitor', visitors: events / 5 },
  { name: 'two hundred and fifty a visitor', visitors: events / 250 },
];

const recount = `
  select variant, count(*), count(*) filter (where bought_at >= at) from (
    select min(data ->> 'variantId') filter (where data ->> 'experimentId' = :experimentId) as variant,
           min(occurred_at) filter (where data ->> 'experimentId' = :experimentId) as at,
           max(occurred_at) filter (where type = 'bought') as bought_at
      from events where workspace_id = :workspaceId and type in ('experiment_exposure', 'bought') group by visitor_id
  ) x where variant is not null group by variant`;

/** Five events per visitor over thirty days, with their markers, as ingestion leaves them. */
const storeHistory = `
  with stored as (
    insert into events (workspace_id, occurred_at, id, received_at, type, visitor_id, url, data)
    select :workspaceId, now() - interval '30 days' * (n::float8 / :events), 'evt_history_' || n, now(),
           case when n % 10 = 0 then 'bought' else 'pageview' end, 'h' || n % (:events / 5), 'https://shop.example.com/', '{}'
      from generate_series(:first::int, :last::int) n
    returning visitor_id, occurred_at
  )
  insert into rollup_queue (workspace_id, visitor_ids, times)
  select :workspaceId, array_agg(visitor_id), array_agg(occurred_at)
    from (select *, row_number() over () / 1000 as portion from stored) s group by portion`;

/** Events like {@link eventOf}, in the order in which a load sends them. */
const storeLoad = `
  with stored as (
    insert into events (workspace_id, occurred_at, id, received_at, type, visitor_id, url, data)
    select :workspaceId, now() + interval '1 microsecond' * n, 'evt_load_' || :prefix::text || n, now(),
           case when n < :visitors then 'experiment_exposure' when n % 10 = 0 then 'bought' else 'pageview' end,
           'v' || :prefix::text || n % :visitors, 'https://shop.example.com/',
           case when n < :visitors then jsonb_build_object('experimentId', :experimentId::text, 'variantId', case n % 2 when 0 then 'a' else 'b' end)
                else '{}' end
      from generate_series(:first::int, :last::int) n
    returning visitor_id, occurred_at
  )
  insert into rollup_queue (workspace_id, visitor_ids, times)
  select :workspaceId, array_agg(visitor_id), array_agg(occurred_at)
    from (select *, row_number() over (order by occurred_at) / 500 as portion from stored) s group by portion order by portion`;

/** Counts pending events as workers do. @returns a text with the time it took */
async function catchUp({ demo: { workspaceId } }: Shop, database: Database): Promise<string> {
  const startedAt = performance.now();
  while ((await findBacklog(database, workspaceId, { moreThan: 0, markers: 1 })) !== null)
    await drainPortion({ database }, workspaceId, { limit: drainLimit });
  const seconds = (performance.now() - startedAt) / 1_000;
  return `counted by one worker in ${seconds.toFixed(0)} s, ${(events / seconds).toFixed(0)} events/s`;
}

async function main(): Promise<void> {
  const service = await startEventService({ RATE_LIMITS: 'off', NODE_ENV: 'development' });
  const database = connect({ url: service.databaseUrl, poolSize: 2, applicationName: 'apex-bench' });
  try {
    await database.raw('alter system set autovacuum = off');
    await database.raw('select pg_reload_conf()');
    for (const known of ['nothing is known of the tables', 'the tables are known as empty']) {
      if (known.includes('empty')) await database.raw('analyze');
      for (const shape of shapes) await measureShape(service, database, shape, known);
    }
  } finally {
    await database.destroy();
    await service.stop();
  }
}

async function measureShape(
  service: EventService,
  database: Database,
  { name, visitors }: { name: string; visitors: number },
  known: string,
): Promise<void> {
  let shop = await openShop(service, database);
  const times: { first: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (isLeftToWorkers && round > 0) shop = await openShop(service, database);
    times.push(await measure(shop, database, { visitors, prefix: `${round}-` }));
  }
  const [first, floor] = [p95(times.map((time) => time.first)), p95(times.map((time) => time.floor))];
  console.log(
    `first results after ${events} events${history > 0 ? ` on top of ${history}` : ''}, ${name}, ${known}: p95 ${first.toFixed(0)} ms (target 1000), ` +
      `${(first / floor).toFixed(1)} times one query over the events`,
  );
  if (isLeftToWorkers) console.log(await catchUp(shop, database));
}

const p95 = (times: readonly number[]): number => quantile(times, 0.95);

interface Shop {
  demo: DemoWorkspace;
  call: ReturnType<typeof caller>;
}

/** Creates a workspace with a conversion, and the history. */
async function openShop(service: EventService, database: Database): Promise<Shop> {
  const demo = await seedDemoWorkspace({ databaseUrl: service.databaseUrl, keyPepper: 'bench-secret-0123456789' });
  const call = caller(service, demo);
  await call('POST', '/api/conversion-goals', {
    name: 'Bought',
    type: 'custom_event',
    eventName: 'bought',
    isPrimary: true,
  });
  for (let first = 1; first <= history; first += 50_000) {
    const last = Math.min(first + 49_999, history);
    await database.raw(storeHistory, { workspaceId: demo.workspaceId, events: history, first, last });
    await drainRollups({ database }, demo.workspaceId);
  }
  return { demo, call };
}

/**
 * Loads the events of new visitors, and requests results. @returns the milliseconds of the request, and of one query
 */
async function measure({ demo, call }: Shop, database: Database, load: { visitors: number; prefix: string }) {
  const variants = [{ name: 'a' }, { name: 'b' }];
  const { id } = await call('POST', '/api/experiments', { name: `First ${load.prefix}`, targetUrl: '/', variants });
  await call('PATCH', `/api/experiments/${id}`, { status: 'running' });
  if (isLeftToWorkers) {
    const values = { workspaceId: demo.workspaceId, experimentId: id, events, ...load };
    for (let first = 0; first < events; first += 50_000)
      await database.raw(storeLoad, { ...values, first, last: Math.min(first + 49_999, events - 1) });
  }
  for (let start = 0; start < events && !isLeftToWorkers; start += 500) {
    const batch = Array.from({ length: 500 }, (_, index) => eventOf(start + index, load, id));
    await call('POST', '/api/events', { workspaceKey: demo.workspaceKey, events: batch });
  }
  let startedAt = performance.now();
  await call('GET', `/api/experiments/${id}/results`);
  const first = performance.now() - startedAt;
  startedAt = performance.now();
  await database.raw(recount, { workspaceId: demo.workspaceId, experimentId: id });
  const floor = performance.now() - startedAt;
  await call('PATCH', `/api/experiments/${id}`, { status: 'completed' });
  return { first, floor };
}

/** Returns an event. Each visitor sees a variant first; a tenth of the other events are purchases. */
function eventOf(
  number: number,
  { visitors, prefix }: { visitors: number; prefix: string },
  experimentId: string,
): object {
  const visitor = number % visitors;
  const seen = { visitorId: `v${prefix}${visitor}`, url: 'https://shop.example.com/' };
  if (number < visitors) {
    return { ...seen, type: 'experiment_exposure', data: { experimentId, variantId: visitor % 2 === 0 ? 'a' : 'b' } };
  }
  return { ...seen, type: number % 10 === 0 ? 'bought' : 'pageview' };
}

function caller({ api }: EventService, { serverKey }: DemoWorkspace) {
  return async (method: string, path: string, body?: object): Promise<{ id: string }> => {
    const response = await fetch(`http://127.0.0.1:${api.ready.port}${path}`, {
      method,
      headers: { 'x-api-key': serverKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
