import { once } from 'node:events';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startProcess } from '../test/support/process';
import { madeEvent, startEventService, type EventService } from './event-service';
import { load, type LoadResult } from './load';

/**
 * Ingestion against two floors on the same database: single events, 32 connections, against bare Koa with a group-commit insert;
 * batches of 100 against COPY into a temporary table followed by insert-on-conflict. Rounds alternate, so that both meet the
 * same machine.
 */

const rounds = 3;
const seconds = 6;

async function main(): Promise<void> {
  const service = await startEventService();
  try {
    await singles(service);
    await batches(service);
  } finally {
    await service.stop();
  }
}

async function singles({ databaseUrl, demo, eventsUrl }: EventService): Promise<void> {
  const floor = await startProcess({ entry: 'bench/ingestion-floor.ts', env: { DATABASE_URL: databaseUrl } });
  const floorUrl = `http://127.0.0.1:${floor.ready.port}/`;
  const body = (): string => JSON.stringify({ workspaceKey: demo.workspaceKey, ...madeEvent() });
  const measured = { connections: 32, seconds, body };
  for (const url of [floorUrl, eventsUrl]) await load(url, { ...measured, seconds: 3 });
  const results: { bare: LoadResult; whole: LoadResult }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push({ bare: await load(floorUrl, measured), whole: await load(eventsUrl, measured) });
  }
  await floor.stop();
  for (const { bare, whole } of results) {
    console.log(`  bare ${bare.rate.toFixed(0)}/s   apex ${whole.rate.toFixed(0)}/s, p99 ${whole.p99.toFixed(1)} ms`);
  }
  const ratio = median(results.map(({ bare, whole }) => whole.rate / bare.rate));
  const p99 = median(results.map(({ whole }) => whole.p99));
  console.log(`ingestion-single: ${ratio.toFixed(2)} of the floor, p99 ${p99.toFixed(0)} ms`);
}

async function batches({ databaseUrl, demo, eventsUrl }: EventService): Promise<void> {
  const connections = 8;
  const body = (): string =>
    JSON.stringify({ workspaceKey: demo.workspaceKey, events: Array.from({ length: 100 }, madeEvent) });
  await load(eventsUrl, { connections, seconds: 3, body });
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await copyRate(databaseUrl, connections);
    const whole = 100 * (await load(eventsUrl, { connections, seconds, body })).rate;
    console.log(`  copy ${bare.toFixed(0)} events/s   apex ${whole.toFixed(0)} events/s`);
    ratios.push(whole / bare);
  }
  console.log(`ingestion-batches: ${median(ratios).toFixed(2)} of the floor`);
}

/** Events a second of connections that each COPY 100 rows, insert them on conflict, and commit. */
async function copyRate(databaseUrl: string, connections: number): Promise<number> {
  const endsAt = performance.now() + seconds * 1_000;
  let events = 0;
  const worker = async (): Promise<void> => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('create temporary table arriving (like floor_events) on commit delete rows');
    while (performance.now() < endsAt) {
      const rows = Array.from({ length: 100 }, madeEvent).map(copyLine).join('');
      await client.query('begin');
      const stream = client.query(
        copyFrom('copy arriving (message_id, occurred_at, type, visitor_id, url, referrer, data) from stdin'),
      );
      stream.end(rows);
      await once(stream, 'finish');
      await client.query('insert into floor_events select * from arriving on conflict do nothing');
      await client.query('commit');
      events += 100;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return events / seconds;
}

const copyLine = (event: Record<string, unknown>): string =>
  `${['messageId', 'timestamp', 'type', 'visitorId', 'url', 'referrer'].map((name) => String(event[name])).join('\t')}\t${JSON.stringify(event['data'])}\n`;

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
