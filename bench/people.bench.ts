import { connectBench } from './bench-database';
import { startEventService } from './event-service';
import { load } from './load';
import { medianTime } from './median';
import type { Database } from '../db/connection/pool';

/**
 * Measures the search and the activity feed with a million people, a million events, 100,000 messages and 100,000
 * executions, two thousand of them of one person. Compared with one query that reads every address. BENCH_ROWS changes the number of people. The
 * target of the search is a p95 below 300 ms.
 */

const people = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const busyRows = 2_000;

async function main(): Promise<void> {
  const service = await startEventService({ RATE_LIMIT_READ: '1000000' });
  const database = connectBench(service.databaseUrl);
  try {
    const { workspaceId } = service.demo;
    await fill(database, workspaceId);
    const floor = await medianTime(3, () =>
      database.raw(`select count(*) from end_users where workspace_id = ? and email like '%zzz%'`, [workspaceId]),
    );
    console.log(`  reading every address   ${floor.toFixed(0)} ms`);
    const base = `http://127.0.0.1:${service.api.ready.port}/api/end-users`;
    const headers = { 'x-api-key': service.demo.serverKey };
    const busy = `${base}/${busyPerson}/activity?limit=50`;
    const { nextCursor } = (await (await fetch(busy, { headers })).json()) as { nextCursor: string };
    const measure = async (name: string, url: string): Promise<void> => {
      const options = { connections: 1, headers };
      await load(url, { ...options, seconds: 1 });
      const { median, p95 } = await load(url, { ...options, seconds: 4 });
      const ratio = (p95 / floor).toFixed(3);
      console.log(
        `${name}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${ratio} of reading every address`,
      );
    };
    for (const [name, words] of searches) {
      await measure(`search "${words}" (${name})`, `${base}?limit=50&q=${encodeURIComponent(words)}`);
    }
    await measure('activity of a busy person', busy);
    await measure('its second page', `${busy}&cursor=${nextCursor}`);
    await measure('its messages', `${busy}&kinds=message`);
    await measure('activity of a person with a few rows', `${base}/eus_bench_0000500/activity`);
    await measure('overview of a busy person', `${base}/${busyPerson}/overview`);
  } finally {
    await database.destroy();
    await service.stop();
  }
}

const busyPerson = 'eus_bench_0000001';

const searches: [string, string][] = [
  ['all people', 'example'],
  ['a twelfth', 'lena'],
  ['two letters', 'ca'],
  ['a hundred', 'company 771'],
  ['one person', 'lena.77777'],
  ['an id', 'bench_0654321'],
  ['no person', 'zebra'],
  ['no person, with frequent trigrams', 'company company example lenann'],
];

const names = ['ann', 'bob', 'carla', 'dmitri', 'elena', 'farid', 'grace', 'hana', 'ivan', 'julia', 'karim', 'lena'];

async function fill(database: Database, workspaceId: string): Promise<void> {
  await database.raw(
    `insert into end_users (workspace_id, id, email, attributes, created_at)
     select :workspaceId, 'eus_bench_' || lpad(n::text, 7, '0'), name || '.' || n || '@' || domain,
            jsonb_build_object('name', initcap(name) || ' ' || md5(n::text), 'company', 'Company ' || n % 10000),
            now() - (:people - n) * interval '10 seconds'
       from generate_series(1, :people) n,
            lateral (select (cast(:names as text[]))[1 + n % 12] as name,
                            (array['example.com', 'mail.example.org', 'corp.example.net'])[1 + n % 3] as domain) made`,
    { workspaceId, people, names },
  );
  await database.raw(
    `insert into visitor_links (workspace_id, id, visitor_id, end_user_id, strength, actor)
     select :workspaceId, 'lnk_bench_' || n, 'visitor-' || n, 'eus_bench_' || lpad(n::text, 7, '0'), 'verified', 'bench'
       from generate_series(1, :people / 10) n`,
    { workspaceId, people },
  );
  const owner = `case when n <= :busyRows then 1 else 1 + n % (:people / 10) end`;
  await database.raw(
    `insert into events (workspace_id, occurred_at, id, received_at, type, visitor_id, url)
     select :workspaceId, now() - n * interval '2 seconds', 'evt_bench_' || n, now(), 'pageview',
            'visitor-' || (${owner}), 'https://shop.example.com/'
       from generate_series(1, :people) n`,
    { workspaceId, people, busyRows },
  );
  await fillMessages(database, workspaceId);
  for (const table of [
    'end_users',
    'events',
    'visitor_links',
    'sends',
    'send_events',
    'executions',
    'execution_steps',
  ]) {
    await database.raw('vacuum analyze ??', [table]);
  }
}

/** Fills a tenth as many executions as people, each with a message that was delivered and opened. */
async function fillMessages(database: Database, workspaceId: string): Promise<void> {
  const values = { workspaceId, count: people / 10, busyRows, people };
  await database.transaction(async (transaction) => {
    await transaction.raw(
      `insert into journeys (workspace_id, id, name, status, latest_version) values (:workspaceId, 'jrn_bench', 'Bench', 'paused', 1)`,
      values,
    );
    await transaction.raw(
      `insert into journey_versions (workspace_id, journey_id, version, goal_event_window_days, holdout_percent, reentry, steps, published_by)
     values (:workspaceId, 'jrn_bench', 1, 7, 0, 'always', '[]', 'bench')`,
      values,
    );
  });
  await database.raw(
    `insert into executions (workspace_id, id, journey_id, version, end_user_id, exclusive, current_step_id, status, ended_at,
                             started_at)
     select :workspaceId, 'exe_bench_' || n, 'jrn_bench', 1,
            'eus_bench_' || lpad((case when n <= :busyRows then 1 else 1 + n % (:people / 10) end)::text, 7, '0'), false, 'end',
            'COMPLETED', now(), now() - n * interval '10 seconds'
       from generate_series(1, :count) n`,
    values,
  );
  await database.raw(
    `insert into execution_steps (workspace_id, execution_id, step_id, kind, status, entered_at, left_at)
     select workspace_id, id, 'mail', 'send', 'executed', started_at, started_at from executions
      where workspace_id = :workspaceId and journey_id = 'jrn_bench'`,
    values,
  );
  await database.raw(
    `insert into sends (workspace_id, id, kind, status, execution_id, step_id, end_user_id, created_at, sent_at)
     select workspace_id, 'snd_' || id, 'journey', 'sent', id, 'mail', end_user_id, started_at, started_at from executions
      where workspace_id = :workspaceId and journey_id = 'jrn_bench'`,
    values,
  );
  await database.raw(
    `insert into send_events (workspace_id, send_id, at, dedupe_key, kind)
     select s.workspace_id, s.id, s.sent_at + interval '1 minute', seen.kind, seen.kind
       from sends s, unnest(array['delivery', 'open']) seen (kind) where s.workspace_id = :workspaceId`,
    values,
  );
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
