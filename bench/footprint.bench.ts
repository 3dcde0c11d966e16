import { Client, Connection } from '@temporalio/client';
import type { Database } from '../db/connection/pool';
import { rowsOf } from '../db/connection/statements';
import { drainRollups } from '../operations/analytics/drain-rollups';
import { journeyWorkflowId } from '../workflows/contract/journey-execution';
import { countExecutions, publish, startJourneyService, startPeople, until } from './journey-service';

/**
 * Measures the bytes per event and execution in PostgreSQL, including indexes and all counts derived from them, and the
 * size of an execution's history in Temporal. The floor of an event is its own body as JSON. BENCH_ROWS changes the
 * number of events, BENCH_RUNS the number of executions.
 */

const events = Number(process.env['BENCH_ROWS'] ?? 50_000);
const runs = Number(process.env['BENCH_RUNS'] ?? 500);
const batchSize = 500;
const eventsOfVisitor = 10;

async function main(): Promise<void> {
  const service = await startJourneyService();
  const connection = await Connection.connect({ address: service.temporalAddress });
  const client = new Client({ connection });
  try {
    const { database, workspaceId } = service;
    const body = eventOf(0);
    const stored = await growthOf(database, async () => {
      for (let from = 0; from < events; from += batchSize) {
        await service.post('/api/v1/events', {
          events: Array.from({ length: Math.min(batchSize, events - from) }, (_, index) => eventOf(from + index)),
        });
      }
      await drainRollups({ database }, workspaceId);
    });
    const perEvent = stored / events;
    const floor = Buffer.byteLength(JSON.stringify(body));
    console.log(
      `an event: ${perEvent.toFixed(0)} bytes, ${(perEvent / floor).toFixed(1)} times its body of ${floor} bytes`,
    );

    const journeyId = await publish(service, 'bench_started', [
      { id: 'hello', kind: 'send', communicationId: '$hello', onSkip: 'continue', next: 'pause' },
      { id: 'pause', kind: 'wait', duration: 'PT1S', next: 'again' },
      { id: 'again', kind: 'send', communicationId: '$hello', onSkip: 'continue', next: 'rest' },
      { id: 'rest', kind: 'wait', duration: 'PT1S', next: 'last' },
      { id: 'last', kind: 'send', communicationId: '$hello', onSkip: 'continue', next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    const worker = await service.startWorker();
    const left = await growthOf(database, async () => {
      await startPeople(service, 'bench_started', runs);
      const polling = { everyMs: 200, withinMs: 300_000 };
      await until(async () => (await countExecutions(database, journeyId, 'COMPLETED')) === runs, polling);
    });
    await worker.stop();
    const { id } = await database('executions').where({ journey_id: journeyId }).first<{ id: string }>('id');
    const { raw, historyLength } = await client.workflow.getHandle(journeyWorkflowId(id)).describe();
    console.log(
      `an execution of three sends and two waits, with its person and event: ${(left / runs).toFixed(0)} bytes in PostgreSQL, ` +
        `${String(raw.workflowExecutionInfo?.historySizeBytes)} in Temporal, ${historyLength} history events`,
    );
  } finally {
    await connection.close();
    await service.stop();
  }
}

/** Returns the growth of the database in bytes, without deleted rows that are not vacuumed yet. */
async function growthOf(database: Database, work: () => Promise<void>): Promise<number> {
  const before = await sizeOf(database);
  await work();
  return (await sizeOf(database)) - before;
}

async function sizeOf(database: Database): Promise<number> {
  await database.raw('vacuum full');
  const [row] = await rowsOf<{ size: string }>(
    database.raw('select pg_database_size(current_database())::text as size'),
  );
  return Number(row?.size);
}

const eventOf = (number: number) => ({
  type: number % eventsOfVisitor === 0 ? 'purchase' : 'pageview',
  visitorId: `visitor-${Math.floor(number / eventsOfVisitor)}`,
  messageId: `footprint-${number}`,
  url: 'https://shop.example.com/products/blue-shoes?utm_source=newsletter',
  referrer: 'https://www.example.org/',
  data: { plan: 'pro', position: number % 20 },
});

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
