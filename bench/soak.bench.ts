import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedProcess } from '../test/support/process';
import { seedDemoWorkspace } from '../dev/seed';
import { quantile } from './median';
import { eventOfNewPerson, publish, startJourneyService, until, type JourneyService } from './journey-service';
import { memoryMb } from './process-memory';

/**
 * Runs a mixed load for half an hour: single events and batches, journeys with a send and a wait, transactional sends,
 * and the reads of a console. Every minute it prints the memory of API and worker and the duration of each kind of
 * request. At the end it compares the last third with the first third after the start to find growth. Only runs by
 * name. BENCH_MINUTES changes the duration.
 */

const minutes = Number(process.env['BENCH_MINUTES'] ?? 30);

interface Load {
  name: string;
  perSecond: number;
  request: (index: number) => Promise<unknown>;
}

interface Minute {
  apiMb: number;
  workerMb: number;
  /** Milliseconds, by the name of the load. */
  times: Record<string, number[]>;
  failed: number;
}

async function main(): Promise<void> {
  const service = await startJourneyService();
  try {
    const worker = await service.startWorker();
    const loads = await createLoads(service);
    const passed: Minute[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      const taken = await loadFor(60_000, loads, { api: service.api, worker });
      passed.push(taken);
      console.log(`  minute ${minute}: ${describe(taken, loads)}`);
    }
    await untilAllEnded(service);
    report(passed, loads);
  } finally {
    await service.stop();
  }
}

async function createLoads(service: JourneyService): Promise<Load[]> {
  const { post, get } = service;
  const { transactionalKey } = await seedDemoWorkspace(service);
  await publish(service, 'soak_signed_up', [
    { id: 'hello', kind: 'send', communicationId: '$hello', next: 'pause' },
    { id: 'pause', kind: 'wait', duration: 'PT30S', next: 'again' },
    { id: 'again', kind: 'send', communicationId: '$hello', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const pageview = (index: number) => ({
    type: 'pageview',
    visitorId: `visitor-${index % 20_000}`,
    url: `https://shop.example.com/p/${index % 50}?utm_source=newsletter`,
    messageId: `soak-${process.pid}-${index}`,
  });
  const transactional = async (index: number): Promise<void> => {
    const response = await fetch(`${service.baseUrl}/api/v1/transactional/send`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${transactionalKey}`,
        'content-type': 'application/json',
        'idempotency-key': `soak-${index}`,
      },
      body: JSON.stringify({
        to: `soak-${index}@example.com`,
        commId: 'verification-code',
        variables: { code: '771177' },
      }),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  return [
    { name: 'events', perSecond: 40, request: (index) => post('/api/v1/events', pageview(index)) },
    {
      name: 'batches',
      perSecond: 1,
      request: (index) =>
        post('/api/v1/events', {
          events: Array.from({ length: 50 }, (_, place) => pageview(1e9 + index * 50 + place)),
        }),
    },
    { name: 'starts', perSecond: 2, request: () => post('/api/v1/events', eventOfNewPerson('soak_signed_up')) },
    { name: 'transactional', perSecond: 2, request: transactional },
    { name: 'summary', perSecond: 0.5, request: () => get('/api/analytics/summary') },
    { name: 'people', perSecond: 1, request: () => get('/api/end-users?limit=50') },
    { name: 'journeys', perSecond: 1, request: () => get('/api/journeys') },
  ];
}

/** Counted over the whole soak, so that each request is different. */
const requestsOf = new Map<string, number>();

async function loadFor(
  ms: number,
  loads: readonly Load[],
  { api, worker }: Record<'api' | 'worker', StartedProcess>,
): Promise<Minute> {
  const times: Record<string, number[]> = Object.fromEntries(loads.map(({ name }) => [name, []]));
  let failed = 0;
  const startedAt = performance.now();
  const run = async ({ name, perSecond, request }: Load): Promise<void> => {
    const under: Promise<unknown>[] = [];
    for (let dueMs = 0; dueMs < ms; dueMs += 1_000 / perSecond) {
      const behindMs = performance.now() - startedAt - dueMs;
      if (behindMs < 0) await sleep(-behindMs);
      const index = requestsOf.get(name) ?? 0;
      requestsOf.set(name, index + 1);
      const dueAt = startedAt + dueMs;
      under.push(
        request(index).then(
          () => times[name]?.push(performance.now() - dueAt),
          (error: unknown) => {
            failed += 1;
            console.log(`  ${name} failed: ${String(error)}`);
          },
        ),
      );
    }
    await Promise.all(under);
  };
  await Promise.all(loads.map(run));
  return { apiMb: memoryMb(api), workerMb: memoryMb(worker), times, failed };
}

const percentiles = (times: readonly number[]): string =>
  `${quantile(times, 0.5).toFixed(0)}/${quantile(times, 0.99).toFixed(0)}`;

const describe = ({ apiMb, workerMb, times, failed }: Minute, loads: readonly Load[]): string =>
  `API ${apiMb.toFixed(0)} MB, worker ${workerMb.toFixed(0)} MB, ${failed} failed; median/p99 in ms: ` +
  loads.map(({ name }) => `${name} ${percentiles(times[name] ?? [])}`).join(', ');

async function untilAllEnded({ database }: JourneyService): Promise<void> {
  const running = async (): Promise<number> =>
    Number((await database('executions').where({ status: 'RUNNING' }).count({ n: '*' }))[0]?.['n']);
  await until(async () => (await running()) === 0, { everyMs: 500, withinMs: 300_000 });
}

/** Leaves out the first minute, in which processes allocate memory and create query plans. */
function report(passed: readonly Minute[], loads: readonly Load[]): void {
  const settled = passed.slice(Math.min(1, passed.length - 1));
  const third = Math.max(1, Math.floor(settled.length / 3));
  const [first, last] = [settled.slice(0, third), settled.slice(-third)];
  const middle = (of: readonly Minute[], what: 'apiMb' | 'workerMb'): number =>
    quantile(
      of.map((minute) => minute[what]),
      0.5,
    );
  for (const [name, what] of [
    ['API', 'apiMb'],
    ['worker', 'workerMb'],
  ] as const) {
    const [before, after] = [middle(first, what), middle(last, what)];
    console.log(
      `soak, memory of the ${name}: ${before.toFixed(0)} MB in the first third, ${after.toFixed(0)} MB in the last, ratio ${(after / before).toFixed(2)}`,
    );
  }
  for (const { name } of loads) {
    const of = (minutes: readonly Minute[]): number[] => minutes.flatMap(({ times }) => times[name] ?? []);
    console.log(
      `soak, ${name}: median/p99 ${percentiles(of(first))} ms in the first third, ${percentiles(of(last))} ms in the last`,
    );
  }
  const total = [...requestsOf.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `soak: ${total} requests in ${passed.length} minutes, ${passed.reduce((sum, { failed }) => sum + failed, 0)} failed`,
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
