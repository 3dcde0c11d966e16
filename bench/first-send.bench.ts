import { Client, Connection } from '@temporalio/client';
import { rowsOf } from '../db/connection/statements';
import {
  countExecutions,
  eventOfNewPerson,
  publish,
  startJourneyService,
  until,
  type JourneyService,
} from './journey-service';

/**
 * Measures the time from posting an event to the provider's acceptance of the first send, at 20 events per second:
 * through the API, the outbox, Temporal, the worker and a real mail sink. The floor is a workflow with one activity
 * that does nothing, started at the same rate on the same server, from the start to the result. BENCH_SECONDS changes
 * the duration.
 */

const perSecond = 20;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const events = perSecond * seconds;

async function main(): Promise<void> {
  const service = await startJourneyService();
  try {
    const apex = await firstSends(service);
    const floor = await bareStarts(service);
    print('floor', floor);
    print('apex', apex);
    console.log(
      `first-send: median ${at(apex, 0.5).toFixed(0)} ms, p99 ${at(apex, 0.99).toFixed(0)} ms, ` +
        `${(at(apex, 0.5) / at(floor, 0.5)).toFixed(1)} times the median of a bare workflow`,
    );
  } finally {
    await service.stop();
  }
}

/** Milliseconds, ascending. */
async function firstSends(service: JourneyService): Promise<number[]> {
  const { database, post, startWorker } = service;
  const journeyId = await publish(service, 'bench_sent', [
    { id: 'hello', kind: 'send', communicationId: '$hello', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const worker = await startWorker();
  // Warms up every part, so that no first use is measured.
  await post('/api/v1/events', eventOfNewPerson('bench_sent'));
  await until(async () => (await countExecutions(database, journeyId, 'COMPLETED')) === 1, {
    everyMs: 50,
    withinMs: 60_000,
  });
  const postedAt = new Map<string, number>();
  await atRate(() => {
    const event = eventOfNewPerson('bench_sent');
    postedAt.set(event.email, Date.now());
    return post('/api/v1/events', event);
  });
  const completed = async (): Promise<boolean> =>
    (await countExecutions(database, journeyId, 'COMPLETED')) === events + 1;
  await until(completed, { everyMs: 200, withinMs: 120_000 });
  const sends = await rowsOf<{ email: string; sent_at: Date }>(
    database.raw(
      `select u.email, s.sent_at from sends s join end_users u on u.workspace_id = s.workspace_id and u.id = s.end_user_id
        where s.status = 'sent'`,
    ),
  );
  await worker.stop();
  const times = sends.flatMap(({ email, sent_at: sentAt }) => {
    const posted = postedAt.get(email);
    return posted === undefined ? [] : [sentAt.getTime() - posted];
  });
  if (times.length !== events) throw new Error(`${times.length} of ${events} were sent.`);
  return times.sort((a, b) => a - b);
}

async function bareStarts({ temporalAddress, startWorker }: JourneyService): Promise<number[]> {
  const connection = await Connection.connect({ address: temporalAddress });
  const client = new Client({ connection });
  const worker = await startWorker('bench/journey-floor-worker.ts');
  const start = async (index: number): Promise<number> => {
    const startedAt = performance.now();
    await client.workflow.execute('floorSend', { taskQueue: 'floor', workflowId: `floor-send-${index}` });
    return performance.now() - startedAt;
  };
  await start(-1);
  const times: number[] = [];
  await atRate(async (index) => times.push(await start(index)));
  await worker.stop();
  await connection.close();
  return times.sort((a, b) => a - b);
}

/** Calls `act` `perSecond` times per second, even if earlier calls have not ended. @returns after all have ended */
async function atRate(act: (index: number) => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const acts: Promise<unknown>[] = [];
  for (let index = 0; index < events; index += 1) {
    const dueInMs = startedAt + (index * 1_000) / perSecond - performance.now();
    if (dueInMs > 0) await new Promise((resolve) => setTimeout(resolve, dueInMs));
    acts.push(act(index));
  }
  await Promise.all(acts);
}

const at = (times: readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;

function print(name: string, times: readonly number[]): void {
  console.log(`  ${name}: median ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
