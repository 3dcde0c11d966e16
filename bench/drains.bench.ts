import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/connection/pool';
import { rowsOf } from '../db/connection/statements';
import { drainRollups } from '../operations/analytics/drain-rollups';
import { rebuildRollups } from '../test/support/rebuild-rollups';
import { connectBench } from './bench-database';
import { startEventService, type EventService } from './event-service';
import { load } from './load';
import { median } from './median';
import { cpuByPart, describeCpuSince } from './process-cpu';
import { shopBatch, storeShopEvents } from './shop-events';
import { startDrainer, type Drainer } from './start-drainer';

/**
 * Measures how many events per second the drains of one workspace can process. In rounds, batches are sent as fast as
 * possible, and then counted with no other load: the floor is the rate of accepting events. Then events arrive at a
 * steady rate while they are counted. The remaining backlog and its age show whether the drains keep up. BENCH_ROWS
 * sets how many events are stored and counted before (1,000,000), BENCH_RATE the steady rate (20,000), BENCH_SECONDS
 * its duration (60).
 */

const stored = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const rate = Number(process.env['BENCH_RATE'] ?? 20_000);
const steadySeconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const rounds = 3;
const roundSeconds = 10;
const batchSize = 100;

interface Bench {
  service: EventService;
  database: Database;
  drainer: Drainer;
  workspaceId: string;
}

async function main(): Promise<void> {
  const service = await startEventService();
  const database = connectBench(service.databaseUrl);
  let drainer: Drainer | undefined;
  try {
    const { workspaceId } = service.demo;
    await storeShopEvents({ database, workspaceId, events: stored });
    await database.raw('vacuum analyze');
    await rebuildRollups(database, workspaceId);
    await database.raw('vacuum analyze');
    drainer = await startDrainer({ databaseUrl: service.databaseUrl, workspaceId });
    const bench = { service, database, drainer, workspaceId };
    await measureBacklog(bench);
    await measureSteady(bench);
  } finally {
    drainer?.end();
    await database.destroy();
    await service.stop();
  }
}

async function measureBacklog({ service, database, drainer, workspaceId }: Bench): Promise<void> {
  const { demo, eventsUrl } = service;
  const body = (): string => shopBatch(demo.workspaceKey, { size: batchSize, stored });
  await load(eventsUrl, { connections: 8, seconds: roundSeconds, body });
  await drainRollups({ database }, workspaceId);
  const [taken, counted, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const arrivals = await load(eventsUrl, { connections: 8, seconds: roundSeconds, body });
    const events = arrivals.rate * roundSeconds * batchSize;
    const before = cpuByPart();
    const startedAt = performance.now();
    drainer.start();
    while ((await backlogOf(database, workspaceId)).visits > 0) await sleep(50);
    const perSecond = (events * 1_000) / (performance.now() - startedAt);
    await drainer.stop();
    console.log(
      `  ${(arrivals.rate * batchSize).toFixed(0)} events/s taken, ${perSecond.toFixed(0)} counted; ` +
        `ms of CPU for 1,000 events: ${describeCpuSince(before, events / 1_000)}`,
    );
    taken.push(arrivals.rate * batchSize);
    counted.push(perSecond);
    ratios.push(perSecond / (arrivals.rate * batchSize));
  }
  console.log(
    `drains: ${median(counted).toFixed(0)} events/s counted without other load, goal 20000; ` +
      `${median(taken).toFixed(0)} events/s ingested without other load; counted/ingested ${median(ratios).toFixed(2)}`,
  );
}

async function measureSteady({ service, database, drainer, workspaceId }: Bench): Promise<void> {
  drainer.start();
  const startedAt = performance.now();
  const arriving = sendSteadily(service);
  const waits: number[] = [];
  for (let second = 1; second <= steadySeconds; second += 1) {
    await sleep(Math.max(0, startedAt + second * 1_000 - performance.now()));
    waits.push((await backlogOf(database, workspaceId)).seconds);
    if (second % 10 === 0) console.log(`  after ${second} s the oldest has waited ${waits.at(-1)?.toFixed(1)} s`);
  }
  const left = await backlogOf(database, workspaceId);
  const taken = await arriving;
  await drainer.stop();
  console.log(
    `drains-beside: ${taken.toFixed(0)} events/s ingested of ${rate} sent; the oldest uncounted event waited at most ${Math.max(...waits).toFixed(1)} s; ` +
      `${left.visits} visits uncounted after ${steadySeconds} s`,
  );
}

/** Sends over eight connections, each at its share of the rate. @returns accepted events per second */
async function sendSteadily({ demo, eventsUrl }: EventService): Promise<number> {
  const connections = 8;
  const pauseMs = (1_000 * connections * batchSize) / rate;
  const startedAt = performance.now();
  let batches = 0;
  const one = async (offset: number): Promise<void> => {
    for (let dueAt = startedAt + offset; dueAt < startedAt + steadySeconds * 1_000; dueAt += pauseMs) {
      if (dueAt > performance.now()) await sleep(dueAt - performance.now());
      if (performance.now() > startedAt + steadySeconds * 1_000) return;
      const response = await fetch(eventsUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: shopBatch(demo.workspaceKey, { size: batchSize, stored }),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${eventsUrl} answered ${response.status}`);
      batches += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => one((index * pauseMs) / connections)));
  return (batches * batchSize * 1_000) / (performance.now() - startedAt);
}

/** Returns the backlog: uncounted visits, and the age of the oldest in seconds. */
async function backlogOf(database: Database, workspaceId: string): Promise<{ visits: number; seconds: number }> {
  const [row] = await rowsOf<{ visits: number; seconds: number }>(
    database.raw(
      `select coalesce(sum(visits), 0)::int as visits, coalesce(extract(epoch from now() - min(queued_at)), 0)::float as seconds
         from rollup_queue where workspace_id = ?`,
      [workspaceId],
    ),
  );
  return row ?? { visits: 0, seconds: 0 };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
