import { rebuildRollups } from '../test/support/rebuild-rollups';
import { connectBench } from './bench-database';
import { startEventService, type EventService } from './event-service';
import { insertBenchExperiment, storeCounts } from './experiment-visitors';
import { load } from './load';
import { medianTime } from './median';

/**
 * Compares GET /api/experiments/:id/results with one query that counts the same visitors. The experiment has three
 * variants, four metrics, and a million exposed visitors over 30 days. A tenth of them have measured values, from
 * before and after their exposure. The target is a p95 below 50 ms. BENCH_ROWS changes the number of visitors.
 */

const visitors = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
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
    const experimentId = await insertBenchExperiment(database, workspaceId);
    await rebuildRollups(database, workspaceId);
    await storeCounts(database, { workspaceId, experimentId, visitors });
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

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
