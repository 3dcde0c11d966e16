import Koa from 'koa';
import { Pool } from 'pg';

/**
 * The floor of bench/ingestion.bench.ts: bare Koa, JSON.parse, and a group commit by one `insert … select from
 * unnest(…) on conflict do nothing`. No validation, limits, partitions, rollups, identity or journeys. FLOOR_TABLE
 * names the table.
 */
const table = process.env['FLOOR_TABLE'] ?? 'floor_plain';
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 2 });

interface Waiting {
  event: Record<string, unknown>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

let queue: Waiting[] = [];
let committing = 0;

async function commit(): Promise<void> {
  if (committing >= 2 || queue.length === 0) return;
  committing += 1;
  const group = queue;
  queue = [];
  const column = (name: string): unknown[] => group.map(({ event }) => event[name]);
  try {
    await pool.query(
      `insert into ${table} (workspace_id, id, received_at, message_id, occurred_at, type, visitor_id, url, referrer, data)
       select 'wsp_floor', message_id, now(), n.* from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[],
         $6::text[], $7::jsonb[]) as n (message_id, occurred_at, type, visitor_id, url, referrer, data)
       on conflict do nothing`,
      [
        ...['messageId', 'timestamp', 'type', 'visitorId', 'url', 'referrer'].map(column),
        group.map(({ event }) => JSON.stringify(event['data'])),
      ],
    );
    for (const { resolve } of group) resolve();
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
  committing -= 1;
  void commit();
}

const app = new Koa();
app.use(async (context) => {
  const chunks: Buffer[] = [];
  for await (const chunk of context.req) chunks.push(chunk as Buffer);
  const event = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  await new Promise<void>((resolve, reject) => {
    queue.push({ event, resolve, reject });
    setImmediate(() => void commit());
  });
  context.body = { received: 1 };
});

const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', port: (server.address() as { port: number }).port });
});
