import { randomBytes } from 'node:crypto';
import type { Database } from '../db/connection/pool';
import { formatId, type IdKind } from '../domain/ids';
import { connectBench } from './bench-database';
import { startEventService } from './event-service';
import { load } from './load';
import { medianTime } from './median';

/**
 * Measures the log of messages and its filters with 100,000 messages over 90 days: 60% of journeys, 30% transactional,
 * 9% skipped, 1% notices. Compared with one query that counts the sends. BENCH_ROWS changes the number of messages. The
 * target is a p95 below 300 ms.
 */

const messages = Number(process.env['BENCH_ROWS'] ?? 100_000);
const journeys = 50;
const people = Math.max(1, Math.floor(messages / 5));
const spanMs = 90 * 86_400_000;

async function main(): Promise<void> {
  const service = await startEventService({ RATE_LIMIT_READ: '1000000' });
  const database = connectBench(service.databaseUrl);
  try {
    const { workspaceId } = service.demo;
    await fill(database, workspaceId);
    const floor = await medianTime(5, () =>
      database.raw(`select count(*) from sends where workspace_id = ? and status = 'sent'`, [workspaceId]),
    );
    console.log(`  counting the sends   ${floor.toFixed(1)} ms`);
    const base = `http://127.0.0.1:${service.api.ready.port}/api/messages`;
    const headers = { 'x-api-key': service.demo.serverKey };
    const later = await cursorAfter(`${base}?limit=200`, headers, 50);
    for (const [name, path] of requests(later)) {
      const options = { connections: 1, headers };
      await load(base + path, { ...options, seconds: 1 });
      const { median, p95 } = await load(base + path, { ...options, seconds: 4 });
      console.log(
        `${name}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (target 300), ${(p95 / floor).toFixed(2)} of counting`,
      );
    }
  } finally {
    await database.destroy();
    await service.stop();
  }
}

/** Returns the cursor after a number of pages. */
async function cursorAfter(list: string, headers: Record<string, string>, pages: number): Promise<string> {
  let cursor: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const response = await fetch(cursor === null ? list : `${list}&cursor=${cursor}`, { headers });
    const { nextCursor } = (await response.json()) as { nextCursor: string | null };
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return cursor ?? '';
}

const requests = (later: string): [string, string][] => [
  ['newest 50', ''],
  ['newest 200', '?limit=200'],
  ['200 after 10,000', `?limit=200&cursor=${later}`],
  ...['queued', 'sent', 'delivered', 'bounced', 'complained', 'skipped', 'failed', 'unknown'].map(
    (state): [string, string] => [`state ${state}`, `?state=${state}`],
  ),
  ...['journey', 'transactional', 'notice'].map((kind): [string, string] => [`kind ${kind}`, `?kind=${kind}`]),
  ['an address', `?to=person${Math.floor(people / 2)}@example.com`],
  ['a part of an address', `?to=SON${Math.floor(people / 2)}`],
  ['a part that no address has', '?to=missing'],
  ['a journey', '?journeyId=jrn_bench_7'],
  ['a communication', '?communicationId=com_bench_7'],
  [
    'a journey, delivered, a month',
    `?journeyId=jrn_bench_7&state=delivered&since=${dayBefore(60)}&until=${dayBefore(30)}`,
  ],
  ['a month', `?since=${dayBefore(60)}&until=${dayBefore(30)}`],
];

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function fill(database: Database, workspaceId: string): Promise<void> {
  await fillJourneys(database, workspaceId);
  const each = 10_000;
  for (let from = 0; from < messages; from += each) {
    const numbers = Array.from({ length: Math.min(each, messages - from) }, (_, index) => from + index);
    await fillMessages(database, workspaceId, numbers);
  }
  await database.raw('vacuum analyze');
}

async function fillJourneys(database: Database, workspaceId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.raw(
      `insert into end_users (workspace_id, id, email)
       select ?, 'eus_' || n, 'person' || n || '@example.com' from generate_series(0, ?::int - 1) n`,
      [workspaceId, people],
    );
    for (let number = 0; number < journeys; number += 1) {
      const names = { workspace_id: workspaceId, journey_id: `jrn_bench_${number}` };
      const communication = { workspace_id: workspaceId, id: `com_bench_${number}`, name: `Message ${number}` };
      const slots = { subject: `Subject ${number}`, headline: 'Hello', body: 'Hello' };
      await transaction('communications').insert({ ...communication, comm_type: 'marketing', slots });
      await transaction('communication_contents').insert({
        workspace_id: workspaceId,
        hash: `hash_${number}`,
        content: { slots },
      });
      await transaction('journeys').insert({
        workspace_id: workspaceId,
        id: names.journey_id,
        name: `Journey ${number}`,
        status: 'published',
        latest_version: 1,
      });
      await transaction('journey_versions').insert({
        ...names,
        version: 1,
        goal_event_window_days: 7,
        holdout_percent: 0,
        reentry: 'always',
        steps: JSON.stringify([
          { id: 'mail', kind: 'send', communicationId: communication.id, next: 'end' },
          { id: 'end', kind: 'exit' },
        ]),
        published_by: 'bench',
      });
      await transaction('journey_version_contents').insert({
        ...names,
        version: 1,
        communication_id: communication.id,
        content_hash: `hash_${number}`,
      });
    }
  });
}

const idAt = (kind: IdKind, atMs: number): string => formatId(kind, atMs, randomBytes(10));

type Row = Record<string, unknown>;

async function fillMessages(database: Database, workspaceId: string, numbers: readonly number[]): Promise<void> {
  const rows: Record<'executions' | 'execution_steps' | 'sends' | 'send_events', Row[]> = {
    executions: [],
    execution_steps: [],
    sends: [],
    send_events: [],
  };
  for (const number of numbers) {
    const at = Date.now() - spanMs + Math.floor((number / messages) * spanMs);
    const made = { number, atMs: at, at: new Date(at), workspace_id: workspaceId };
    const share = number % 100;
    if (share < 69) addJourneyMessage(rows, made, share >= 60);
    else rows.sends.push(share < 99 ? transactionalRow(made) : noticeRow(made));
  }
  await database.transaction(async (transaction) => {
    for (const [table, added] of Object.entries(rows)) await transaction.batchInsert(table, added, 500);
  });
}

interface Made {
  workspace_id: string;
  number: number;
  atMs: number;
  at: Date;
}

const recipientOf = (number: number): string => `person${number % people}@example.com`;

function addJourneyMessage(
  rows: Record<'executions' | 'execution_steps' | 'sends' | 'send_events', Row[]>,
  { workspace_id, number, atMs, at }: Made,
  isSkipped: boolean,
): void {
  const execution_id = idAt('execution', atMs);
  const [journey_id, end_user_id] = [`jrn_bench_${number % journeys}`, `eus_${number % people}`];
  const ended = { status: 'COMPLETED', started_at: at, ended_at: at, current_step_id: 'end' };
  const named = { workspace_id, end_user_id, journey_id };
  rows.executions.push({ ...named, ...ended, id: execution_id, version: 1, exclusive: false });
  const step = { workspace_id, execution_id, step_id: 'mail', kind: 'send', entered_at: at, left_at: at };
  const reason = isSkipped ? 'opt_out' : null;
  rows.execution_steps.push({ ...step, status: isSkipped ? 'skipped' : 'executed', reason });
  if (isSkipped) return;
  const send = { ...named, id: idAt('send', atMs), kind: 'journey', execution_id, step_id: 'mail' };
  const communication_id = `com_bench_${number % journeys}`;
  rows.sends.push({
    ...send,
    communication_id,
    recipient: recipientOf(number),
    created_at: at,
    ...outcome(number, at),
  });
  for (const kind of ['delivery', 'open', 'click']) {
    rows.send_events.push({ workspace_id, send_id: send.id, at, dedupe_key: kind, kind });
  }
}

/** One in 100 failed, is unknown, queued, bounced or complained; of the others, two of three are delivered. */
function outcome(number: number, at: Date): Row {
  const place = Math.floor(number / 100) % 100;
  const sent = {
    status: 'sent',
    sent_at: at,
    failure: null,
    bounced_at: null,
    complained_at: null,
    delivered_at: null,
  };
  if (place === 0) return { ...sent, status: 'failed', sent_at: null, failure: 'rejected' };
  if (place === 1) return { ...sent, status: 'unknown', sent_at: null, failure: 'outcome_unknown' };
  if (place === 2) return { ...sent, status: 'queued', sent_at: null };
  if (place === 3) return { ...sent, bounced_at: at };
  if (place === 4) return { ...sent, delivered_at: at, complained_at: at };
  return { ...sent, delivered_at: number % 3 === 0 ? null : at };
}

const transactionalRow = ({ workspace_id, number, atMs, at }: Made): Row => ({
  workspace_id,
  id: idAt('send', atMs),
  kind: 'transactional',
  recipient: recipientOf(number),
  subject: 'Your order',
  mode: 'live',
  created_at: at,
  ...outcome(number, at),
});

const noticeRow = ({ workspace_id, number, atMs, at }: Made): Row => ({
  workspace_id,
  id: idAt('send', atMs),
  kind: 'notice',
  notice: JSON.stringify({ template: 'weekly-digest', userId: `usr_${number}` }),
  created_at: at,
  ...outcome(number, at),
});

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
