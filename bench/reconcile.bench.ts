import { Client } from '@temporalio/client';
import { connect } from '../db/connection/pool';
import { reconcileExecutions } from '../operations/journeys/reconcile-executions';
import { openTemporalConnection } from '../temporal/client-connection';
import { temporalAt } from '../temporal/settings';
import { createWorkflows } from '../worker/workflow-client';
import { publish, sendBatches, startJourneyService, type JourneyService } from './journey-service';
import { median } from './median';
import { startStandIn, type StandIn } from './start-stand-in';

/**
 * Measures a round of the reconciler with 2,000 and 10,000 waiting executions, of which none differs: calls to Temporal,
 * statements and milliseconds. Temporal is a stand-in that responds to each call after 2 ms, with a running workflow and
 * an empty list of closed workflows. BENCH_RUNS changes the larger number.
 */

const sizes = [2_000, Number(process.env['BENCH_RUNS'] ?? 10_000)];
const rounds = 5;

async function main(): Promise<void> {
  const service = await startJourneyService();
  const standIn = await startStandIn({ delayMs: 2 });
  try {
    await publish(service, 'bench_waits', [
      { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    let waiting = 0;
    for (const size of sizes) {
      await sendBatches(service, 'bench_waits', size - waiting);
      waiting = size;
      // As if they were started. Otherwise they are not compared.
      await service.database('outbox').delete();
      await service.database.raw('vacuum analyze executions');
      await measure(service, standIn, size);
    }
  } finally {
    standIn.end();
    await service.stop();
  }
}

async function measure(service: JourneyService, standIn: StandIn, size: number): Promise<void> {
  const connection = openTemporalConnection(temporalAt(standIn.address, 'default'));
  const workflows = createWorkflows(new Client({ connection }), 'default');
  const database = connect({ url: service.databaseUrl, poolSize: 10, applicationName: 'apex-worker' });
  let statements = 0;
  database.on('query', () => (statements += 1));
  const context = { database, workflows, signal: new AbortController().signal };
  const round = () => reconcileExecutions(context, { limit: 2_000, recheckAfterSeconds: 0 });
  await round();
  await standIn.count();
  statements = 0;
  const times: number[] = [];
  for (let count = 0; count < rounds; count += 1) {
    const startedAt = performance.now();
    await round();
    times.push(performance.now() - startedAt);
  }
  const calls = Object.values(await standIn.count()).reduce((sum, count) => sum + count, 0);
  console.log(
    `reconcile: with ${size} waiting executions, a round makes ${calls / rounds} calls to Temporal and ` +
      `${statements / rounds} statements, and takes ${median(times).toFixed(0)} ms`,
  );
  await connection.close();
  await database.destroy();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
