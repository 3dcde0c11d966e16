import { countExecutions, publish, startJourneyService, startPeople, until } from './journey-service';
import { memoryMb } from './process-memory';

/**
 * Measures ten thousand executions that wait for one instant: the worker's memory while they wait and as they wake,
 * that all of them wake, and how long that takes. The floor is the worker's memory before. BENCH_RUNS changes the
 * number of executions.
 */

const runs = Number(process.env['BENCH_RUNS'] ?? 10_000);
/** Workflows that Temporal starts per second on a slow machine. All must wait before the instant. */
const startsPerSecond = 30;

async function main(): Promise<void> {
  const service = await startJourneyService();
  const { database, startWorker } = service;
  try {
    const wakesAt = Date.now() + 30_000 + (runs / startsPerSecond) * 1_000;
    const journeyId = await publish(service, 'bench_waits', [
      { id: 'pause', kind: 'wait', until: new Date(wakesAt).toISOString(), next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    const worker = await startWorker();
    const idleMb = memoryMb(worker);
    await startPeople(service, 'bench_waits', runs);
    const countWaiting = async (): Promise<number> =>
      Number(
        (await database('execution_steps').where({ step_id: 'pause', status: 'waiting' }).count({ n: '*' }))[0]?.['n'],
      );
    await until(async () => (await countWaiting()) === runs, { everyMs: 500, withinMs: wakesAt - Date.now() });
    const waitingMb = memoryMb(worker);
    console.log(`  ${runs} wait, ${((wakesAt - Date.now()) / 1_000).toFixed(0)} s before they wake`);
    const completed = (): Promise<number> => countExecutions(database, journeyId, 'COMPLETED');
    await until(async () => (await completed()) === runs, { everyMs: 500, withinMs: wakesAt - Date.now() + 900_000 });
    const seconds = (Date.now() - wakesAt) / 1_000;
    const peakMb = memoryMb(worker, 'atMost');
    console.log(
      `  memory: ${idleMb.toFixed(0)} MB idle, ${waitingMb.toFixed(0)} MB waiting, ${peakMb.toFixed(0)} MB at most`,
    );
    console.log(
      `waiting: all ${runs} woke within ${seconds.toFixed(0)} s, ${(runs / seconds).toFixed(0)}/s; ` +
        `the worker took ${(peakMb / idleMb).toFixed(1)} times its idle memory`,
    );
  } finally {
    await service.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
