import type { Database } from '../db/connection/pool';
import { sumAgain } from '../db/experiments/experiment-recount';
import { insertExperiment } from '../db/experiments/experiments';
import { metricKey } from '../domain/experiments/metrics/counted-metric';
import { metricOf } from '../domain/experiments/metrics/metric';
import { rebuildRollups } from '../test/support/rebuild-rollups';
import { connectBench } from './bench-database';
import { startEventService, type EventService } from './event-service';
import { load } from './load';
import { medianTime } from './median';

/**
 * GET /api/experiments/:id/results of an experiment with three variants, four metrics and a million exposed visitors over 30 days, a tenth of
 * whom did what is measured, and as many before, against counting the same visitors by one query. The target is a p95 below 50 ms.
 * BENCH_ROWS sets another number of visitors.
 */

const visitors = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const variantIds = ['a', 'b', 'c'];
const others = [
  { metric: 'bought', measure: 'revenue', cap: 500 },
  { metric: 'viewed', measure: 'count' },
  { metric: 'viewed', measure: 'ratio', denominator: 'bought' },
] as const;

const recount = `
  select x.variant_id, count(*), count(c.visitor_id)
    from experiment_exposures x
    left join experiment_outcomes c
      on c.workspace_id = x.workspace_id and c.experiment_id = x.experiment_id and c.visitor_id = x.visitor_id and c.metric = 'bought'
   where x.workspace_id = :workspaceId and x.experiment_id = :experimentId and x.crossed_at is null
   group by 1`;

async function main(): Promise<void> {
  const service = await startEventService({ RATE_LIMIT_READ: '1000000' });
  const database = connectBench(service.databaseUrl);
  const { workspaceId } = service.demo;
  try {
    const variants = variantIds.map((id) => ({ id, name: id, weight: 1 / variantIds.length }));
    const fields = { name: 'Bench', targetUrl: '/', status: 'running', primaryMetric: 'bought' } as const;
    const metrics = { guardrailMetrics: [others[0]], secondaryMetrics: [others[1], others[2]] };
    const { id: experimentId } = await insertExperiment(database, { workspaceId, ...fields, ...metrics, variants });
    const range = { workspaceId, experimentId, variantIds };
    await rebuildRollups(database, workspaceId);
    await makeCounts(database, range);
    await database.raw('vacuum analyze');
    const floor = await medianTime(5, () => database.raw(recount, { workspaceId, experimentId }));
    console.log(`  counting every visitor  ${floor.toFixed(0)} ms`);
    await measure(service, experimentId, floor);
  } finally {
    await database.destroy();
    await service.stop();
  }
}

const urlOf = ({ api }: EventService, experimentId: string): string =>
  `http://127.0.0.1:${api.ready.port}/api/experiments/${experimentId}/results`;

async function measure(service: EventService, experimentId: string, floorMs: number): Promise<void> {
  const loadOptions = { connections: 1, headers: { 'x-api-key': service.demo.serverKey } };
  await load(urlOf(service, experimentId), { ...loadOptions, seconds: 2 });
  const { median: middle, p95 } = await load(urlOf(service, experimentId), { ...loadOptions, seconds: 5 });
  console.log(
    `experiment results: median ${middle.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (target 50), ` +
      `${(p95 / floorMs).toFixed(4)} of counting ${visitors} visitors`,
  );
}

interface Range {
  workspaceId: string;
  experimentId: string;
  variantIds: string[];
}

/** The counts that a million visitors leave who came over 30 days, and their sums. */
async function makeCounts(database: Database, range: Range): Promise<void> {
  await database.raw(
    `insert into experiment_exposures (workspace_id, experiment_id, visitor_id, variant_id, exposed_at, allocation, channel, device,
                                       is_returning, has_past)
     select :workspaceId, :experimentId, 'v' || n, (cast(:variantIds as text[]))[1 + n % cardinality(cast(:variantIds as text[]))],
            now() - (n % 43000) * interval '1 minute', 0, (array['direct', 'email', 'organic_search'])[1 + n % 7 % 3],
            (array['mobile', 'desktop'])[1 + n % 5 % 2], n % 11 = 0, n % 3 = 0
       from generate_series(1, cast(:visitors as int)) n`,
    { ...range, visitors },
  );
  const metrics = [
    'bought',
    ...[...others, { metric: 'bought', measure: 'revenue' } as const].map((one) => metricKey(metricOf(one))),
  ];
  await database.raw(
    `insert into experiment_outcomes (workspace_id, experiment_id, visitor_id, metric, variant_id, channel, device, is_returning, first_at,
                                      last_at, currency, value, denominator, prior)
     select workspace_id, experiment_id, visitor_id, m.metric, variant_id, channel, device, is_returning, exposed_at, exposed_at,
            case when m.metric like '%revenue%' then 'EUR' else '' end, 1 + length(visitor_id) % 3, 1, length(visitor_id) % 2
       from experiment_exposures cross join unnest(cast(:metrics as text[])) as m (metric)
      where workspace_id = :workspaceId and experiment_id = :experimentId and visitor_id like '%0'`,
    { workspaceId: range.workspaceId, experimentId: range.experimentId, metrics },
  );
  const scope = { workspaceId: range.workspaceId, timezone: 'UTC', closedBefore: '-infinity' };
  await sumAgain(database, scope, [range.experimentId]);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
