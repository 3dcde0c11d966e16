import { once } from 'node:events';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startProcess } from '../test/support/process';
import { madeEvent, startEventService, type EventService } from './event-service';
import { load, type LoadResult } from './load';
import { median } from './median';
import { cpuByPart, describeCpuSince, type CpuByPart } from './process-cpu';

/**
 * Compares ingestion with floors on the same database: single events on 32 connections with bare Koa and a group-commit
 * insert; batches of 100 with COPY into a temporary table followed by insert-on-conflict. Rounds alternate, so that all
 * see the same machine. Each floor is measured on two tables: one with the dedupe key as its only index, and one that
 * also has the indexes for reading events. The second is the cost of storing events anywhere; the first shows the cost
 * of fast reads.
 */

/** Short and many, because the speed of the machine changes from one second to the next, but rarely within a round. */
const singleRounds = 12;
const singleSeconds = 2;
const rounds = 3;
const seconds = 5;
/**
 * Until the JIT compiler has settled: the service runs more code than a floor, and the first measured process also
 * warms up the sender.
 */
const warmUpSeconds = { service: 20, floor: 5 };
const floorTables = ['floor_indexed', 'floor_plain'] as const;
type FloorTable = (typeof floorTables)[number];

const makeTables = `
  create table floor_plain (like events including defaults, primary key (workspace_id, message_id));
  create table floor_indexed (like floor_plain including all);
  create index on floor_indexed (workspace_id, occurred_at, id);
  create index on floor_indexed (workspace_id, visitor_id, occurred_at desc) where visitor_id is not null;
  create index on floor_indexed (workspace_id, type, occurred_at desc);
  create index on floor_indexed (workspace_id, end_user_id, occurred_at desc) where end_user_id is not null`;

async function main(): Promise<void> {
  const service = await startEventService();
  try {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(makeTables);
    await client.end();
    await singles(service);
    await batches(service);
  } finally {
    await service.stop();
  }
}

async function singles({ databaseUrl, demo, eventsUrl }: EventService): Promise<void> {
  const body = (): string => JSON.stringify({ workspaceKey: demo.workspaceKey, ...madeEvent() });
  const measured = { connections: 32, seconds: singleSeconds, body };
  const floors = await Promise.all(floorTables.map((table) => startFloor(databaseUrl, table)));
  try {
    await load(eventsUrl, { ...measured, seconds: warmUpSeconds.service });
    for (const { url } of floors) await load(url, { ...measured, seconds: warmUpSeconds.floor });
    const apex: LoadResult[] = [];
    const ratios: Record<FloorTable, number[]> = { floor_indexed: [], floor_plain: [] };
    for (let round = 0; round < singleRounds; round += 1) {
      const before = cpuByPart();
      const whole = await load(eventsUrl, measured);
      if (round === 0) printCpu('apex', before, whole);
      apex.push(whole);
      const reported = [`apex ${whole.rate.toFixed(0)}/s, p99 ${whole.p99.toFixed(1)} ms`];
      for (const { table, url } of floors) {
        const beforeBare = cpuByPart();
        const bare = await load(url, measured);
        if (round === 0) printCpu(table, beforeBare, bare);
        ratios[table].push(whole.rate / bare.rate);
        reported.push(`${table} ${bare.rate.toFixed(0)}/s`);
      }
      console.log(`  ${reported.join('   ')}`);
    }
    print('ingestion-single', ratios);
    console.log(`ingestion-single: p99 ${median(apex.map(({ p99 }) => p99)).toFixed(0)} ms`);
  } finally {
    await Promise.all(floors.map(({ stop }) => stop()));
  }
}

/** Prints the CPU time of single events by part, per thousand. */
const printCpu = (name: string, before: CpuByPart, { rate }: LoadResult): void =>
  console.log(`  ${name}, ms of CPU for 1,000 events: ${describeCpuSince(before, (rate * singleSeconds) / 1_000)}`);

async function startFloor(databaseUrl: string, table: FloorTable) {
  const { ready, stop } = await startProcess({
    entry: 'bench/ingestion-floor.ts',
    env: { DATABASE_URL: databaseUrl, FLOOR_TABLE: table, NODE_ENV: 'production' },
  });
  return { table, url: `http://127.0.0.1:${ready.port}/`, stop };
}

async function batches({ databaseUrl, demo, eventsUrl }: EventService): Promise<void> {
  const connections = 8;
  const body = (): string =>
    JSON.stringify({ workspaceKey: demo.workspaceKey, events: Array.from({ length: 100 }, madeEvent) });
  await load(eventsUrl, { connections, seconds: warmUpSeconds.service, body });
  const ratios: Record<FloorTable, number[]> = { floor_indexed: [], floor_plain: [] };
  for (let round = 0; round < rounds; round += 1) {
    const whole = 100 * (await load(eventsUrl, { connections, seconds, body })).rate;
    for (const table of floorTables) {
      const bare = await copyRate(databaseUrl, table, connections);
      console.log(`  ${table} by copy ${bare.toFixed(0)} events/s   apex ${whole.toFixed(0)} events/s`);
      ratios[table].push(whole / bare);
    }
  }
  print('ingestion-batches', ratios);
}

/** Target ratios to the floor with the same indexes. */
const wanted = { 'ingestion-single': '0.70', 'ingestion-batches': '0.65' };

function print(figure: keyof typeof wanted, ratios: Record<FloorTable, number[]>): void {
  const [indexed, plain] = [median(ratios.floor_indexed), median(ratios.floor_plain)];
  console.log(
    `${figure}: ${indexed.toFixed(2)} of the floor with the same indexes, goal ${wanted[figure]}; ${plain.toFixed(2)} of a plain table`,
  );
}

/** Returns events per second of connections that each COPY 100 rows, insert them on conflict, and commit. */
async function copyRate(databaseUrl: string, table: FloorTable, connections: number): Promise<number> {
  const endsAt = performance.now() + seconds * 1_000;
  let events = 0;
  const worker = async (): Promise<void> => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('create temporary table arriving (like floor_plain including defaults) on commit delete rows');
    while (performance.now() < endsAt) {
      const rows = Array.from({ length: 100 }, madeEvent).map(copyLine).join('');
      await client.query('begin');
      const stream = client.query(copyFrom(`copy arriving (${copied.join(', ')}) from stdin`));
      stream.end(rows);
      await once(stream, 'finish');
      await client.query(`insert into ${table} select * from arriving on conflict do nothing`);
      await client.query('commit');
      events += 100;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return events / seconds;
}

const copied = [
  'workspace_id',
  'id',
  'received_at',
  'message_id',
  'occurred_at',
  'type',
  'visitor_id',
  'url',
  'referrer',
  'data',
];

function copyLine(event: Record<string, unknown>): string {
  const { messageId, timestamp, type, visitorId, url, referrer, data } = event;
  const values = ['wsp_floor', messageId, timestamp, messageId, timestamp, type, visitorId, url, referrer];
  return `${values.map(String).join('\t')}\t${JSON.stringify(data)}\n`;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
