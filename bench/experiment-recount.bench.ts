import type { Database } from '../db/connection/pool';
import { newId } from '../db/connection/ids';
import { rebuildExperiments } from '../db/experiments/experiment-counts';
import { insertExperiment } from '../db/experiments/experiments';
import { insertWorkspace } from '../db/workspaces/workspaces';
import { storeHistory } from '../test/support/event-history';
import { connectBench } from './bench-database';
import { startEventService } from './event-service';

/**
 * Measures the cost of counting an exposure, compared with one query that counts the same visitors. The experiment has
 * three metrics, and its visitors have five events, two of them before the exposure. They are counted for the first
 * time, and again when all have been counted. Without table statistics, as after a load. BENCH_ROWS changes the number
 * of visitors from 10,000.
 */

const visitors = Number(process.env['BENCH_ROWS'] ?? 10_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

const recount = `
  select x.variant, count(distinct x.visitor_id), count(distinct e.visitor_id)
    from (select visitor_id, min(data ->> 'variantId') as variant, min(occurred_at) as at from events
           where workspace_id = :workspaceId and type = 'experiment_exposure' group by 1) x
    left join events e on e.workspace_id = :workspaceId and e.visitor_id = x.visitor_id and e.type = 'bought' and e.occurred_at >= x.at
   group by 1`;

async function main(): Promise<void> {
  const service = await startEventService({});
  const database = connectBench(service.databaseUrl);
  try {
    const workspaceId = newId('workspace');
    await insertWorkspace(database, {
      id: workspaceId,
      name: 'Bench',
      publicKey: `svc_pk_${workspaceId}`,
      plan: 'free',
    });
    const variants = ['a', 'b', 'c'].map((id) => ({ id, name: id, weight: 1 / 3 }));
    const metrics = { primaryMetric: 'bought', guardrailMetrics: ['-refund', 'signup'] };
    const { id } = await insertExperiment(database, {
      workspaceId,
      name: 'Bench',
      targetUrl: '/',
      variants,
      ...metrics,
    });
    await load(database, workspaceId, id);
    const scope = { workspaceId, timezone: 'UTC', closedBefore: '-infinity' };
    const times = { floor: [] as number[], first: [] as number[], again: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      await database('experiment_count_states').delete();
      for (const table of countTables) await database(table).delete();
      times.floor.push(await timed(() => database.raw(recount, { workspaceId })));
      for (const name of ['first', 'again'] as const) {
        times[name].push(
          await timed(() => database.transaction((transaction) => rebuildExperiments(transaction, scope))),
        );
      }
    }
    const each = (all: number[]): string => ((Math.min(...all) * 1_000) / visitors).toFixed(0);
    const ratio = (all: number[]): string => (Math.min(...all) / Math.min(...times.floor)).toFixed(1);
    for (const name of ['first', 'again'] as const) {
      console.log(
        `experiment recount, ${name}: ${each(times[name])} µs an exposure, ${ratio(times[name])} times one query over the events`,
      );
    }
  } finally {
    await database.destroy();
    await service.stop();
  }
}

const countTables = [
  ...['experiment_exposures', 'experiment_exposure_days', 'experiment_exposure_segments'],
  ...['experiment_outcomes', 'experiment_outcome_sums'],
];

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function load(database: Database, workspaceId: string, experimentId: string): Promise<void> {
  const start = Date.parse('2026-03-10T00:00:00Z');
  const types = ['pageview', 'bought', 'experiment_exposure', 'bought', 'pageview'];
  for (let visitor = 0; visitor < visitors; visitor += 1_000) {
    const events = Array.from({ length: 1_000 * types.length }, (_, index) => {
      const [number, place] = [visitor + Math.floor(index / types.length), index % types.length];
      const isOther = types[place] === 'bought' && number % 5 !== 0;
      return {
        id: `evt_${String(number).padStart(9, '0')}_${place}`,
        occurredAt: new Date(start + number * 60_000 + place * 1_000),
        visitorId: `v${number}`,
        type: isOther ? 'click' : (types[place] as string),
        data: place === 2 ? { experimentId, variantId: 'abc'[number % 3] as string } : { revenue: 10, currency: 'EUR' },
      };
    });
    await storeHistory(database, workspaceId, events);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
