import { connect, type Database } from '../db/connection/pool';
import { seedDemoWorkspace, type DemoWorkspace } from '../dev/seed';
import { startEventService, type EventService } from './event-service';

/**
 * The first GET /api/experiments/:id/results after a load, with autovacuum off, so that PostgreSQL's planner knows of the tables what
 * it knew before: nothing, or that they are empty. Against counting the same visitors by one query over the events. The target is
 * a p95 below 1 s. Each load has a workspace of its own. BENCH_ROWS sets another number of events than 25,000.
 */

const events = Number(process.env['BENCH_ROWS'] ?? 25_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);

/** Visitors whom a load is of: many with few events, and few with many. */
const shapes = [
  { name: 'five events a visitor', visitors: events / 5 },
  { name: 'two hundred and fifty a visitor', visitors: events / 250 },
];

const recount = `
  select x.variant, count(distinct x.visitor_id), count(distinct e.visitor_id)
    from (select visitor_id, min(data ->> 'variantId') as variant, min(occurred_at) as at from events
           where workspace_id = :workspaceId and type = 'experiment_exposure' group by 1) x
    left join events e on e.workspace_id = :workspaceId and e.visitor_id = x.visitor_id and e.type = 'bought' and e.occurred_at >= x.at
   group by 1`;

async function main(): Promise<void> {
  const service = await startEventService({ RATE_LIMITS: 'off', NODE_ENV: 'development' });
  const database = connect({ url: service.databaseUrl, poolSize: 2, applicationName: 'apex-bench' });
  try {
    await database.raw('alter system set autovacuum = off');
    await database.raw('select pg_reload_conf()');
    for (const known of ['nothing is known of the tables', 'the tables are known as empty']) {
      if (known.includes('empty')) await database.raw('analyze');
      for (const { name, visitors } of shapes) {
        const times: { first: number; floor: number }[] = [];
        for (let round = 0; round < rounds; round += 1) times.push(await measure(service, database, visitors));
        const [first, floor] = [p95(times.map((time) => time.first)), p95(times.map((time) => time.floor))];
        console.log(
          `first results after ${events} events, ${name}, ${known}: p95 ${first.toFixed(0)} ms (target 1000), ` +
            `${(first / floor).toFixed(1)} times one query over the events`,
        );
      }
    }
  } finally {
    await database.destroy();
    await service.stop();
  }
}

const p95 = (times: number[]): number => times.sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? NaN;

/** Loads the events of a new workspace, and asks for results. @returns milliseconds of that, and of one query */
async function measure(service: EventService, database: Database, visitors: number) {
  const demo = await seedDemoWorkspace({ databaseUrl: service.databaseUrl, keyPepper: 'bench-secret-0123456789' });
  const call = caller(service, demo);
  await call('POST', '/api/conversion-goals', {
    name: 'Bought',
    type: 'custom_event',
    eventName: 'bought',
    isPrimary: true,
  });
  const variants = [{ name: 'a' }, { name: 'b' }];
  const { id } = await call('POST', '/api/experiments', { name: 'First', targetUrl: '/', variants });
  await call('PATCH', `/api/experiments/${id}`, { status: 'running' });
  for (let start = 0; start < events; start += 500) {
    const batch = Array.from({ length: 500 }, (_, index) => eventOf(start + index, visitors, id));
    await call('POST', '/api/events', { workspaceKey: demo.workspaceKey, events: batch });
  }
  let startedAt = performance.now();
  await call('GET', `/api/experiments/${id}/results`);
  const first = performance.now() - startedAt;
  startedAt = performance.now();
  await database.raw(recount, { workspaceId: demo.workspaceId });
  return { first, floor: performance.now() - startedAt };
}

/** Everybody sees a variant first; a tenth of the other events are purchases. */
function eventOf(number: number, visitors: number, experimentId: string): object {
  const visitor = number % visitors;
  const seen = { visitorId: `v${visitor}`, url: 'https://shop.example.com/' };
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
