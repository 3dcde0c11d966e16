import type { Database } from '../db/connection/pool';
import { rowsOf } from '../db/connection/statements';
import { foldLimit, foldStepChanges } from '../db/journeys/step-totals';
import { connectBench } from './bench-database';
import { startEventService, type EventService } from './event-service';
import { load } from './load';
import { medianTime } from './median';

/**
 * Compares GET /api/journeys/:id/step-stats of a journey with a million executions of four steps with one query that
 * counts the same rows. Once with all changes added to the totals, once with a minute's changes that are not.
 * BENCH_ROWS changes the number of executions.
 */

const runs = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
/** Executions that a busy workspace adds per minute, not yet in the totals. */
const fresh = Math.min(20_000, runs);
const journeyId = 'jrn_bench';

const recount = `
  select s.step_id, s.status, case when s.status = 'skipped' then s.reason end as reason, cast(count(*) as int) as count
    from executions e join execution_steps s on s.workspace_id = e.workspace_id and s.execution_id = e.id
   where e.workspace_id = :workspaceId and s.workspace_id = :workspaceId and e.journey_id = :journeyId
     and s.status <> 'waiting'
   group by 1, 2, 3
   union all
  select current_step_id, 'waiting', null, cast(count(*) as int) from executions
   where workspace_id = :workspaceId and journey_id = :journeyId and status = 'RUNNING' group by 1`;

async function main(): Promise<void> {
  const service = await startEventService({ RATE_LIMIT_READ: '1000000' });
  const database = connectBench(service.databaseUrl);
  const { workspaceId } = service.demo;
  try {
    await makeJourney(database, workspaceId);
    await makeRuns(database, workspaceId, { from: 0, to: runs - fresh });
    while ((await foldStepChanges(database, foldLimit)) > 0);
    await database.raw('vacuum analyze');
    const floor = await medianTime(5, () => database.raw(recount, { workspaceId, journeyId }));
    console.log(`  counting every row   ${floor.toFixed(0)} ms`);
    await measure(service, floor, 'all added');
    await makeRuns(database, workspaceId, { from: runs - fresh, to: runs, each: 1 });
    const [{ waiting = 0 } = {}] = await rowsOf<{ waiting: number }>(
      database.raw('select cast(count(*) as int) as waiting from step_changes'),
    );
    await measure(service, floor, `${waiting} changes not added yet`);
  } finally {
    await database.destroy();
    await service.stop();
  }
}

async function measure({ api, demo }: EventService, floorMs: number, state: string): Promise<void> {
  const url = `http://127.0.0.1:${api.ready.port}/api/journeys/${journeyId}/step-stats`;
  const loadOptions = { connections: 1, headers: { 'x-api-key': demo.serverKey } };
  await load(url, { ...loadOptions, seconds: 2 });
  const { median: middle, p95 } = await load(url, { ...loadOptions, seconds: 5 });
  console.log(
    `step-stats, ${state}: median ${middle.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ` +
      `${(p95 / floorMs).toFixed(4)} of counting ${runs} runs`,
  );
}

async function makeJourney(database: Database, workspaceId: string): Promise<void> {
  const steps = ['hello', 'pause', 'again', 'end'].map((id) => ({ id, kind: 'exit' }));
  await database.transaction(async (transaction) => {
    await transaction('journeys').insert({
      workspace_id: workspaceId,
      id: journeyId,
      name: 'Bench',
      status: 'published',
      latest_version: 1,
    });
    await transaction('journey_versions').insert({
      workspace_id: workspaceId,
      journey_id: journeyId,
      version: 1,
      goal_event_window_days: 7,
      holdout_percent: 0,
      reentry: 'always',
      steps: JSON.stringify(steps),
      published_by: 'bench',
    });
  });
}

/** @param range.each executions per statement; with one, there are as many changes as with real executions */
async function makeRuns(
  database: Database,
  workspaceId: string,
  { from, to, each = 100_000 }: { from: number; to: number; each?: number },
): Promise<void> {
  for (let start = from; start < to; start += each) {
    const range = { workspaceId, journeyId, start, end: Math.min(start + each, to) - 1 };
    await database.raw(
      `insert into executions (workspace_id, id, journey_id, version, end_user_id, exclusive, status, current_step_id,
                               started_at, ended_at)
       select :workspaceId, 'exc_' || n, :journeyId, 1, 'eus_' || n, false,
              case when n % 10 = 0 then 'RUNNING' else 'COMPLETED' end, case when n % 10 = 0 then 'pause' else 'end' end,
              now() - n * interval '1 second', case when n % 10 = 0 then null else now() end
         from generate_series(cast(:start as int), cast(:end as int)) n`,
      range,
    );
    await database.raw(
      `insert into execution_steps (workspace_id, execution_id, step_id, kind, status, reason, left_at)
       select :workspaceId, 'exc_' || n, s.id, s.kind,
              case when s.place = 1 and n % 7 = 0 then 'skipped' else 'executed' end,
              case when s.place = 1 and n % 7 = 0 then (array['opt_out', 'suppression'])[1 + n % 2] end, now()
         from generate_series(cast(:start as int), cast(:end as int)) n
         cross join (values (1, 'hello', 'send'), (2, 'pause', 'wait'), (3, 'again', 'send'), (4, 'end', 'exit'))
           as s (place, id, kind)
        where n % 10 <> 0 or s.place = 1`,
      range,
    );
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
