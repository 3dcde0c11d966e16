import { DateTime } from 'luxon';
import { stepKind } from '../../domain/journeys/schemas';
import type { TracedStep } from '../../domain/journeys/simulation/schemas';
import { createCommunication, publishJourney, trackEvent, uniqueName } from '../support/journeys';
import {
  randomSettings,
  randomSteps,
  randomSubject,
  type RandomStep,
  type RandomSubject,
} from '../support/random-journey';
import { seededRandom } from '../support/seeded-random';
import { readStepExamples } from '../support/step-examples';
import { runs } from '../support/thorough';
import { createTimeSkippingWorld, type TimeSkippingWorld } from '../support/time-skipping-world';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import type { World } from '../support/world';

/**
 * A simulation must predict the real execution. Random journeys and subjects are simulated, then executed on a server
 * that skips time, and compared step by step: outcome, reason, arm and time.
 *
 * The tests avoid the known limits of a simulation: it takes the timeout of every wait for an event, treats every
 * webhook as delivered, and counts events as of the start. So no awaited event is sent, the receiver returns 200, and
 * conditions count over years. `TEST_SEED` selects other journeys.
 */

const seed = Number(process.env['TEST_SEED'] ?? 23);
const most = Number(process.env['TEST_RUNS'] ?? 40);
const least = Number(process.env['TEST_RUNS'] ?? runs(7, 40));

let skipping: TimeSkippingWorld;
let world: World;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  skipping = await createTimeSkippingWorld({ webhookAllowHosts: [receiver.host] });
  world = skipping.world;
});

afterAll(async () => {
  await receiver.stop();
  await skipping.stop();
});

/** The cases that the random executions must include. The test continues until it has seen all of them. */
const everything = [...stepKind.options.map((kind) => `${kind} executed`), 'send failed', 'send skipped'];

/** Creates the person with their past events. */
async function createPerson({ endUser, isSuppressed, visits }: RandomSubject) {
  const person = await world.api.post('/api/end-users', endUser);
  const visitorId = uniqueName('visitor');
  await world.api.post('/api/identity', { visitorId, leadId: person.body.id });
  if (isSuppressed && endUser.email !== null) await world.api.post('/api/suppressions', { email: endUser.email });
  for (let visit = 0; visit < visits; visit += 1) await trackEvent(world, 'visited', visitorId);
  return { id: person.body.id as string, visitorId };
}

interface Trial {
  simulated: TracedStep[];
  real: TracedStep[];
  /** Real duration of the execution in milliseconds: the maximum by which it may be later than the simulation. */
  tookMs: number;
}

/** Simulates an execution of the person from now on, then runs it. */
async function tryOut(steps: readonly RandomStep[], subject: RandomSubject): Promise<Trial> {
  const person = await createPerson(subject);
  const journey = await publishJourney(world, [...steps]);
  const startedAt = performance.now();
  const at = new Date(await skipping.currentTimeMs()).toISOString();
  const event = { data: subject.eventData };
  const { status, body } = await world.api.post(`/api/journeys/${journey.id}/simulate`, {
    subjectId: person.id,
    at,
    event,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await trackEvent(world, journey.eventName, person.visitorId, event);
  const execution = await world.database('executions').where({ journey_id: journey.id }).first();
  await skipping.runToEnd(execution.id);
  return { simulated: body.trace, real: await traceOf(execution.id, at), tookMs: performance.now() - startedAt };
}

/** Returns the trace of an execution as recorded by its activities. */
async function traceOf(executionId: string, startedAt: string): Promise<TracedStep[]> {
  const execution = await world.database('executions').where({ id: executionId }).first();
  if (execution.status !== 'COMPLETED') throw new Error(`The run ended ${execution.status}.`);
  // The transaction that reaches an exit also records leaving the step before it.
  const rows = await world
    .database('execution_steps')
    .where({ execution_id: executionId })
    .orderBy('left_at')
    .orderByRaw(`kind = 'exit'`);
  return rows.map((row, index) => {
    const at = index === 0 ? startedAt : (rows[index - 1].left_at as Date).toISOString();
    const reason = row.kind === 'exit' ? execution.exit_reason : row.reason;
    return {
      stepId: row.step_id,
      kind: row.kind,
      at,
      outcome: outcomeOf(row),
      ...(reason === null ? {} : { reason }),
      ...(row.arm_id === null ? {} : { armId: row.arm_id }),
      ...(row.kind === 'wait' ? { resumesAt: row.resumes_at.toISOString() } : {}),
    };
  });
}

/** Outcomes of steps that were executed. Other kinds choose an arm or are done. */
const performed: Partial<Record<TracedStep['kind'], TracedStep['outcome']>> = {
  send: 'sent',
  wait: 'elapsed',
  webhook: 'delivered',
  exit: 'exit',
};

function outcomeOf(row: { kind: TracedStep['kind']; status: string; arm_id: string | null }): TracedStep['outcome'] {
  if (row.status !== 'executed') return row.status as 'skipped' | 'failed';
  return performed[row.kind] ?? (row.arm_id === null ? 'done' : 'arm');
}

/** Removes times, and what only a simulation reports about paths not taken. */
const pathOf = (trace: readonly TracedStep[]) =>
  trace.map(({ stepId, kind, outcome, reason, armId }) => ({
    stepId,
    kind,
    outcome,
    reason,
    armId: kind === 'wait' ? undefined : armId,
  }));

/**
 * Returns the times of a trace: of each step, and of the end of each wait. A wait until a past instant ends when it
 * starts.
 */
const instantsOf = (trace: readonly TracedStep[]): number[] =>
  trace.flatMap(({ kind, at, resumesAt }) => [
    Date.parse(at),
    kind === 'wait' && resumesAt !== undefined ? Math.max(Date.parse(at), Date.parse(resumesAt)) : Date.parse(at),
  ]);

/**
 * Returns the milliseconds by which the execution is earlier than the simulation, or later than its own activities
 * explain.
 */
function deviations({ simulated, real, tookMs }: Trial): number[] {
  const stated = instantsOf(simulated);
  const delayed = instantsOf(real).map((at, index) => at - (stated[index] ?? NaN));
  // Quiet hours are checked again after at least one second.
  return delayed.filter((ms) => !(ms >= -1 && ms <= tookMs + 1_000));
}

/** @param about describes the case if the traces differ */
function expectAgreement(trial: Trial, about: () => string): void {
  try {
    expect(pathOf(trial.real)).toEqual(pathOf(trial.simulated));
    expect(deviations(trial)).toEqual([]);
  } catch (error) {
    (error as Error).message += `\n\n${about()}`;
    throw error;
  }
}

test(`a simulation predicts at least ${least} random executions, with seed ${seed}`, async () => {
  const random = seededRandom(seed);
  const plain = await createCommunication(world, 'Hello');
  const { body: lines } = await world.api.post('/api/communications', {
    name: 'Lines',
    commType: 'marketing',
    slots: { subject: 'Lines', body: '{% for line in (1..attributes.lines) %}{{ line }} {% endfor %}' },
  });
  const communicationIds = [plain, plain, lines.id as string];
  const examples = readStepExamples(plain);
  const met = new Set<string>();
  const startedAt = await skipping.currentTimeMs();
  let run = 0;
  for (; run < most && (run < least || everything.some((one) => !met.has(one))); run += 1) {
    const nowMs = await skipping.currentTimeMs();
    const steps = randomSteps(random, { communicationIds, examples, nowMs, webhookUrl: `http://${receiver.host}/` });
    const subject = randomSubject(random, `${uniqueName('random')}@example.com`);
    const settings = randomSettings(random);
    await world.api.patch('/api/workspace', settings);
    const trial = await tryOut(steps, subject);
    expectAgreement(trial, () => JSON.stringify({ seed, run, subject, settings, steps, ...trial }, null, 1));
    for (const { kind, outcome } of trial.real) {
      met.add(`${kind} ${['skipped', 'failed'].includes(outcome) ? outcome : 'executed'}`);
    }
  }
  const days = ((await skipping.currentTimeMs()) - startedAt) / 86_400_000;
  expect(days).toBeGreaterThan(run);
  expect([...met]).toEqual(expect.arrayContaining(everything));
});

/** Returns the next two clock changes of a timezone, each as the minute before it. */
function nextEdges(zone: string, fromMs: number): DateTime[] {
  const edges: DateTime[] = [];
  let day = DateTime.fromMillis(fromMs, { zone }).startOf('hour');
  for (; edges.length < 2; day = day.plus({ days: 1 })) {
    if (day.plus({ days: 1 }).offset === day.offset) continue;
    let at = day;
    while (at.offset === day.offset) at = at.plus({ hours: 1 });
    edges.push(at.minus({ minutes: 1 }));
  }
  return edges;
}

/** Returns steps that start at nine o'clock on the day before each clock change and wait past it. */
function stepsOver(edges: readonly DateTime[], over: object): RandomStep[] {
  const steps = edges.flatMap((edge, index): RandomStep[] => {
    const until = edge.minus({ days: 1 }).set({ hour: 9, minute: 0, second: 0 }).toUTC().toISO();
    return [
      { id: `eve-${index}`, kind: 'wait', until, next: `over-${index}` },
      { id: `over-${index}`, kind: 'wait', ...over, next: `eve-${index + 1}` },
    ];
  });
  return [...steps, { id: `eve-${edges.length}`, kind: 'exit' }];
}

const runOver = async (zone: string, over: object) => {
  await world.api.patch('/api/workspace', { quietHours: null, frequencyCap: null });
  const edges = nextEdges(zone, (await skipping.currentTimeMs()) + 3 * 86_400_000);
  const steps = stepsOver(edges, over);
  const endUser = {
    email: `${uniqueName('edge')}@example.com`,
    timezone: zone,
    attributes: {},
    consent: { marketing: true },
  };
  const trial = await tryOut(steps, { endUser, isSuppressed: false, visits: 0, eventData: {} });
  expectAgreement(trial, () => JSON.stringify({ steps, ...trial }, null, 1));
  const waits = trial.real.filter(({ stepId }) => stepId.startsWith('over-'));
  return waits.map(({ at, resumesAt = '' }) => ({
    hours: (Date.parse(resumesAt) - Date.parse(at)) / 3_600_000,
    clock: DateTime.fromISO(resumesAt, { zone }).toFormat('HH:mm'),
  }));
};

/**
 * By timezone: hours from nine to nine across each change, and a local time that one change skips, with its
 * replacement.
 */
test.each([
  ['America/Los_Angeles', [23, 25], '02:30', '03:30'],
  ['Australia/Lord_Howe', [23.5, 24.5], '02:15', '02:45'],
])('in %s real executions keep local time across both clock changes', async (zone, hours, skipped, instead) => {
  for (const over of [{ duration: 'P1D' }, { untilTime: { time: '09:00', timezone: 'subject' } }]) {
    const waits = await runOver(zone, over);
    // Real executions arrive a moment after nine.
    expect(waits.map(({ clock }) => clock)).toEqual(['09:00', '09:00']);
    expect(waits.map((wait) => Math.round(wait.hours * 100) / 100).sort()).toEqual(hours);
  }
  const waits = await runOver(zone, { untilTime: { time: skipped, timezone: 'subject' } });
  expect(waits.map(({ clock }) => clock).sort()).toEqual([skipped, instead]);
});
