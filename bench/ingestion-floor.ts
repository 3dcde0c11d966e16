import Koa from 'koa';
import { Pool } from 'pg';

/**
 * The floor of bench/ingestion.bench.ts: bare Koa, JSON.parse, and a group commit by one `insert … select from unnest(…) on
 * conflict do nothing` into a plain table. No validation, limits, partitions, identity or journeys.
 */
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
      `insert into floor_events (message_id, occurred_at, type, visitor_id, url, referrer, data)
       select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
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

async function main(): Promise<void> {
  await pool.query(`create table if not exists floor_events (message_id text primary key, occurred_at timestamptz not null,
    type text not null, visitor_id text, url text, referrer text, data jsonb)`);
  const server = app.listen(0, '127.0.0.1', () => {
    process.send?.({ type: 'ready', port: (server.address() as { port: number }).port });
  });
}

void main();
