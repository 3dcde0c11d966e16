import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../db/connection/statements';
import { seedDemoWorkspace } from '../dev/seed';
import type { AttackerMessage } from './attacker';
import { startBenchChild } from './bench-child';
import { publishHostileJourneys, type HostileJourneys } from './hostile-journeys';
import type { Target } from './hostile-requests';
import { eventOfNewPerson, publish, startJourneyService, until, visit, type JourneyService } from './journey-service';

/**
 * Measures the effect of one tenant's hostile requests on another tenant. Rounds alternate between quiet and noisy,
 * with eight hostile requests always open, using every kind of hostile-requests.ts in turn. In both, the bench requests
 * /healthz, and another tenant posts events of visitors and of new people, some of which start a journey that sends
 * mail. In noisy rounds the hostile tenant also starts journeys that send expensive templates. One worker processes the
 * sends of both, and the bench measures the other tenant's sends from start to delivery. Rounds are short and many
 * because the load of the machine changes from one second to the next; the results combine all rounds. BENCH_ROUNDS and
 * BENCH_SECONDS change their number and length; BENCH_KINDS only sends the requests with this text in their name.
 * Events have a separate API process, as behind deploy/Caddyfile; with BENCH_EVENTS_APART=0 one process serves
 * everything, as in `npm start`.
 */

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const eventsApart = process.env['BENCH_EVENTS_APART'] !== '0';
const eventsPerSecond = 20;
const healthPerSecond = 10;
const hostileSendsPerSecond = 5;

interface Round {
  /** Milliseconds. */
  health: number[];
  /** Milliseconds for events of visitors, as the snippet sends them: one statement each. */
  visits: number[];
  /** Milliseconds for events of new people, sent with a key: a transaction of about 15 statements. */
  events: number[];
  /** Milliseconds for sends, from the start of their execution to delivery. */
  sends: number[];
}

async function main(): Promise<void> {
  const service = await startJourneyService({ eventsApart });
  let attacker: Attacker | undefined;
  try {
    const keys = await seedDemoWorkspace(service);
    const { baseUrl, eventsUrl, syncApiKey } = service;
    attacker = await startAttacker({ ...keys, baseUrl, eventsUrl, syncApiKey });
    await publish(service, 'bench_sent', [
      { id: 'hello', kind: 'send', communicationId: '$hello', next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    const journeys = await publishHostileJourneys(service, keys);
    await service.startWorker();
    await measure(service);
    const [quiet, noisy]: [Round[], Round[]] = [[], []];
    let statuses: [string, number][] = [];
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measure(service));
      attacker.start();
      noisy.push(await measure(service, journeys));
      statuses = await attacker.stop();
      await journeys.settled();
    }
    console.log(`  journeys of costly templates: ${journeys.started()}, all ended`);
    await report(service, { quiet, noisy, statuses });
  } finally {
    attacker?.end();
    await service.stop();
  }
}

/** Starts the process that sends hostile requests. */
async function startAttacker(target: Target): Promise<Attacker> {
  const { send, next, end } = await startBenchChild<AttackerMessage>('attacker.ts', target, { detached: true });
  return {
    start: () => send('start'),
    async stop() {
      send('stop');
      const message = await next();
      return message.kind === 'stopped' ? message.statuses : [];
    },
    end,
  };
}

interface Attacker {
  start(): void;
  /** @returns how often each kind of request got each response since the start */
  stop(): Promise<[string, number][]>;
  end(): void;
}

async function measure(service: JourneyService, hostile?: HostileJourneys): Promise<Round> {
  const { baseUrl, post } = service;
  const round: Round = { health: [], visits: [], events: [], sends: [] };
  const from = new Date();
  const postEvent = (index: number): Promise<unknown> =>
    post('/api/v1/events', eventOfNewPerson(index % 10 === 0 ? 'bench_sent' : 'bench_other'));
  await Promise.all([
    atRate(healthPerSecond, round.health, async () => void (await (await fetch(`${baseUrl}/healthz`)).text())),
    // Offset from the events of people, because events that arrive together are stored together.
    sleep(500 / eventsPerSecond).then(() => atRate(eventsPerSecond, round.visits, () => visit(service))),
    atRate(eventsPerSecond, round.events, postEvent),
    ...(hostile === undefined ? [] : [atRate(hostileSendsPerSecond, [], () => hostile.start())]),
  ]);
  round.sends = await sendTimes(service, from);
  return round;
}

/** Returns the milliseconds of each send of the executions since `from`, after all have ended. */
async function sendTimes({ database, workspaceId }: JourneyService, from: Date): Promise<number[]> {
  const wanted = Math.ceil((eventsPerSecond * seconds) / 10);
  let times: (number | null)[] = [];
  const isSettled = async (): Promise<boolean> => {
    const rows = await rowsOf<{ ms: number | null }>(
      database.raw(
        `select (extract(epoch from s.sent_at - e.started_at) * 1000)::float as ms
           from executions e left join sends s on s.workspace_id = e.workspace_id and s.execution_id = e.id
          where e.workspace_id = ? and e.started_at >= ?`,
        [workspaceId, from],
      ),
    );
    times = rows.map(({ ms }) => ms);
    return times.length >= wanted && !times.includes(null);
  };
  await until(isSettled, { everyMs: 200, withinMs: 120_000 });
  return times.map(Number);
}

/** Calls `act` at a fixed rate, even if earlier calls have not ended, and stores the duration of each in order. */
async function atRate(perSecond: number, times: number[], act: (index: number) => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const acts: Promise<unknown>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    if (dueAt > performance.now()) await sleep(dueAt - performance.now());
    acts.push(act(index).then(() => (times[index] = performance.now() - dueAt)));
  }
  await Promise.all(acts);
}

interface Outcome {
  quiet: readonly Round[];
  noisy: readonly Round[];
  statuses: readonly [string, number][];
}

async function report(service: JourneyService, { quiet, noisy, statuses }: Outcome): Promise<void> {
  for (const [name, count] of statuses) console.log(`  ${name}, ${count} times`);
  const sent = async (): Promise<{ total: number; sent: number }> => {
    const [row] = await rowsOf<{ total: number; sent: number }>(
      service.database.raw(
        `select count(*)::int as total, (count(*) filter (where status = 'sent'))::int as sent
                              from sends where workspace_id = ?`,
        [service.workspaceId],
      ),
    );
    return row ?? { total: 0, sent: 0 };
  };
  const wanted = (2 * rounds + 1) * Math.ceil((eventsPerSecond * seconds) / 10);
  await until(async () => (await sent()).sent >= wanted, { everyMs: 200, withinMs: 120_000 });
  const figure = (of: readonly Round[], name: keyof Round, share: number): number =>
    at(
      of.flatMap((round) => round[name]),
      share,
    );
  for (const [name, of] of [
    ['quiet', quiet],
    ['noisy', noisy],
  ] as const) {
    const worst = Math.max(...of.flatMap(({ health }) => health));
    console.log(
      `  ${name}: /healthz p99 ${figure(of, 'health', 0.99).toFixed(0)} ms, worst ${worst.toFixed(0)} ms; ` +
        `events of visitors median ${figure(of, 'visits', 0.5).toFixed(1)} ms, p99 ${figure(of, 'visits', 0.99).toFixed(0)} ms; ` +
        `of new people median ${figure(of, 'events', 0.5).toFixed(1)} ms, p99 ${figure(of, 'events', 0.99).toFixed(0)} ms; ` +
        `after the first second p99 ${figure(of.map(afterFirstSecond), 'visits', 0.99).toFixed(0)} and ` +
        `${figure(of.map(afterFirstSecond), 'events', 0.99).toFixed(0)} ms; ` +
        `sends median ${figure(of, 'sends', 0.5).toFixed(0)} ms, p99 ${figure(of, 'sends', 0.99).toFixed(0)} ms`,
    );
  }
  const ratio = (name: 'visits' | 'events', part = (round: Round): Round => round): string =>
    (figure(noisy.map(part), name, 0.99) / figure(quiet.map(part), name, 0.99)).toFixed(2);
  console.log(
    `noisy-neighbour: /healthz p99 ${figure(noisy, 'health', 0.99).toFixed(0)} ms, goal 100; events p99 ` +
      `${ratio('visits')} (visitors) and ${ratio('events')} (new people) times its quiet value, goal at most 2; ` +
      `${ratio('visits', afterFirstSecond)} and ${ratio('events', afterFirstSecond)} after the first second; all ${wanted} messages of the other tenant were sent`,
  );
}

/** Excludes the events of the first second, in which all hostile requests start at the same time. */
const afterFirstSecond = (round: Round): Round => ({
  ...round,
  visits: round.visits.slice(eventsPerSecond),
  events: round.events.slice(eventsPerSecond),
});

function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
