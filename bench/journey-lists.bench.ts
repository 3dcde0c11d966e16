import type { Database } from '../db/connection/pool';
import { foldLimit, foldStepChanges } from '../db/journeys/step-totals';
import { foldArmChanges, foldCohortChanges } from '../db/journeys/subject-totals';
import { connectBench } from './bench-database';
import { startEventService } from './event-service';
import { load } from './load';
import { medianTime } from './median';

/**
 * Measures the requests of the console's journey pages, with 500 journeys, 10,000 waiting executions and a million past
 * ones over the last 180 days, half of them in ten journeys. Compared with one query that counts one journey's
 * executions. Then measures the metrics again, with a busy minute's entries that are not added to the totals yet.
 * BENCH_ROWS changes the number of executions. The target is a p95 below 100 ms.
 */

const past = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const waiting = past / 100;
const journeys = 500;
const busy = 'jrn_bench_0';

/** The first journey of the list is the busiest. */
const journeyOf = `'jrn_bench_' || case when n % 2 = 0 then (n / 2) % 10 else (n / 2) % ${journeys} end`;

async function main(): Promise<void> {
  const service = await startEventService({ RATE_LIMIT_READ: '1000000' });
  const database = connectBench(service.databaseUrl);
  try {
    await fill(database, service.demo.workspaceId);
    const floor = await medianTime(3, () =>
      database.raw('select status, count(*) from executions where journey_id = ? group by 1', [busy]),
    );
    console.log(`  counting one journey's executions   ${floor.toFixed(0)} ms`);
    const base = `http://127.0.0.1:${service.api.ready.port}/api/journeys`;
    const headers = { 'x-api-key': service.demo.serverKey };
    const first = await fetch(`${base}/${busy}/executions?limit=200&version=1`, { headers });
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const measure = async ([name, path]: [string, string]): Promise<void> => {
      const options = { connections: 1, headers };
      await load(base + path, { ...options, seconds: 1 });
      const { median, p95 } = await load(base + path, { ...options, seconds: 4 });
      console.log(
        `${name}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (target 100), ${(p95 / floor).toFixed(3)} of counting`,
      );
    };
    for (const request of requests(next)) await measure(request);
    await enterOneByOne(database, service.demo.workspaceId);
    for (const [name, path] of reports) await measure([`${name}, ${fresh} entries not added yet`, path]);
  } finally {
    await database.destroy();
    await service.stop();
  }
}

/** Entries that a busy workspace adds per minute, not yet in the totals. */
const fresh = Math.min(20_000, past);

const idsOf = (count: number): string => Array.from({ length: count }, (_, place) => `jrn_bench_${place}`).join(',');

const reports: [string, string][] = [
  ['figures of 25 journeys', `/figures?ids=${idsOf(25)}`],
  ['figures of 100 journeys', `/figures?ids=${idsOf(100)}`],
  ['calibrated-impact', `/${busy}/calibrated-impact`],
  ['branch-performance', `/${busy}/branch-performance`],
  ['branch-performance of one version', `/${busy}/branch-performance?version=1`],
];

function requests(next: string): [string, string][] {
  const list = `/${busy}/executions`;
  return [
    ...reports,
    ['the 500 journeys', ''],
    ['versions', `/${busy}/versions`],
    ['audit', `/${busy}/audit`],
    ['step-stats', `/${busy}/step-stats`],
    ['step-stats of one version', `/${busy}/step-stats?version=1`],
    ['executions', list],
    ['executions, failed', `${list}?status=FAILED`],
    ['executions, waiting at a step', `${list}?status=RUNNING&stepId=pause`],
    ['executions, at a step', `${list}?stepId=end`],
    ['executions, of a status that none has', `${list}?status=TERMINATED`],
    ['executions, of a version', `${list}?version=1`],
    ['executions, a month', `${list}?status=COMPLETED&from=2020-01-01&to=2099-01-01`],
    ['executions, of a person', `${list}?endUserId=eus_40`],
    ['executions, a later page of 200', next.replace('/api/journeys', '')],
  ];
}

async function fill(database: Database, workspaceId: string): Promise<void> {
  const arms = ['plain', 'bold'].map((id) => ({ id, weight: 0.5, next: 'end' }));
  const steps = [
    { id: 'split', kind: 'experiment', arms },
    ...['hello', 'pause', 'end'].map((id) => ({ id, kind: 'exit' })),
  ];
  await database.transaction(async (transaction) => {
    await transaction.raw(
      `insert into journeys (workspace_id, id, name, status, latest_version)
       select ?, 'jrn_bench_' || n, 'Bench', 'published', 2 from generate_series(0, ${journeys - 1}) n`,
      [workspaceId],
    );
    await transaction.raw(
      `insert into journey_versions (workspace_id, journey_id, version, goal_event_window_days, holdout_percent, reentry, steps, published_by)
       select ?, 'jrn_bench_' || n, v, 7, 0, 'always', ?, 'bench' from generate_series(0, ${journeys - 1}) n, generate_series(1, 2) v`,
      [workspaceId, JSON.stringify(steps)],
    );
  });
  const each = 100_000;
  for (let from = 0; from < past + waiting; from += each) {
    await fillRange(database, { workspaceId, from, to: Math.min(from + each, past + waiting) - 1, past });
    console.log(`  ${Math.min(from + each, past + waiting)} executions`);
  }
  for (const fold of [foldStepChanges, foldCohortChanges, foldArmChanges]) {
    while ((await fold(database, foldLimit)) > 0);
  }
  await database.raw('vacuum analyze');
}

async function fillRange(
  database: Database,
  range: { workspaceId: string; from: number; to: number; past: number },
): Promise<void> {
  await database.raw(
    `insert into executions (workspace_id, id, journey_id, version, end_user_id, exclusive, status, current_step_id, started_at, ended_at)
     select :workspaceId, 'exe_' || n, ${journeyOf}, 1 + n % 2, 'eus_' || n % 400000, false,
            case when n >= :past then 'RUNNING' when n % 100 = 6 then 'FAILED' when n % 20 = 4 then 'CANCELED' else 'COMPLETED' end,
            case when n >= :past then 'pause' when n % 100 = 6 then 'hello' else 'end' end,
            now() - (n % 15552000) * interval '15 seconds', case when n >= :past then null else now() end
       from generate_series(cast(:from as int), cast(:to as int)) n`,
    range,
  );
  await database.raw(
    `insert into execution_steps (workspace_id, execution_id, step_id, kind, status, reason, left_at)
     select :workspaceId, 'exe_' || n, s.id, s.kind, case when s.place = 1 and n % 7 = 0 then 'skipped' else 'executed' end,
            case when s.place = 1 and n % 7 = 0 then (array['opt_out', 'frequency_cap'])[1 + n % 2] end, now()
       from generate_series(cast(:from as int), cast(:to as int)) n
       cross join (values (1, 'hello', 'send'), (2, 'end', 'exit')) as s (place, id, kind)
      where n < :past or s.place = 1`,
    range,
  );
  await database.raw(
    `insert into journey_subjects (workspace_id, journey_id, end_user_id, version, cohort, first_entered_at, converted_at)
     select :workspaceId, ${journeyOf}, 'eus_' || n, 1, case when n % 10 = 3 then 'holdout' else 'exposed' end,
            now() - (n % 15552000) * interval '15 seconds', case when n % 17 = 0 then now() end
       from generate_series(cast(:from as int), cast(:to as int)) n`,
    range,
  );
  await database.raw(
    `insert into journey_arm_subjects (workspace_id, journey_id, step_id, arm_id, end_user_id, version, reached_at, converted_at)
     select :workspaceId, ${journeyOf}, 'split', case when n % 4 < 2 then 'plain' else 'bold' end, 'eus_' || n, 1 + n % 2,
            now() - (n % 15552000) * interval '15 seconds', case when n % 17 = 0 then now() end
       from generate_series(cast(:from as int), cast(:to as int)) n where n % 10 <> 3`,
    range,
  );
  await database.raw(
    `insert into audit_entries (workspace_id, id, subject_type, subject_id, actor, action, metadata, at)
     select :workspaceId, 'aud_' || n, 'journey', ${journeyOf}, 'system', 'execution.started',
            jsonb_build_object('endUserId', 'eus_' || n, 'version', 1, 'executionId', 'exe_' || n),
            now() - (n % 15552000) * interval '15 seconds'
       from generate_series(cast(:from as int), cast(:to as int)) n`,
    range,
  );
}

/** Inserts entries one by one, to create as many changes as real entries. */
async function enterOneByOne(database: Database, workspaceId: string): Promise<void> {
  await database.raw(
    `do $$
     begin
       for n in 1 .. ${fresh} loop
         insert into journey_subjects (workspace_id, journey_id, end_user_id, version, cohort, first_entered_at)
         values ('${workspaceId}', 'jrn_bench_' || n % 10, 'fresh_' || n, 1, 'exposed', now());
         insert into journey_arm_subjects (workspace_id, journey_id, step_id, arm_id, end_user_id, version, reached_at)
         values ('${workspaceId}', 'jrn_bench_' || n % 10, 'split', 'plain', 'fresh_' || n, 1, now());
       end loop;
     end $$`,
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
