import { createCommunication, createSubject, publishJourney, trackSurely } from '../support/journeys';
import { startKillableStack, victims, type KillableStack, type Victim } from '../support/killable-stack';
import { readSink } from '../support/mail-sink';
import { recountImpact, recountSteps } from '../support/recount-journey';
import { seededRandom } from '../support/seeded-random';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import type { World } from '../support/world';

/**
 * Kills every part with SIGKILL while executions are at each kind of step. No message is sent twice or lost, and the
 * reports equal a recount. A webhook may be called again under the same Idempotency-Key if the kill comes between its
 * response and the record of it, so keys are counted, not calls.
 */

const seed = Number(process.env['TEST_SEED'] ?? 9);
/** Milliseconds between the events that start executions and the kill. */
const moments = [50, 300, 1_000];
const subjectsOfKind = 3;
const kinds = ['send', 'wait', 'untilEvent', 'branch', 'experiment', 'webhook', 'exit'] as const;
type Kind = (typeof kinds)[number];

let stack: KillableStack;
let world: World;
let receiver: WebhookReceiver;
const journeys = new Map<Kind, { id: string; eventName: string }>();
const people: { id: string; email: string; visitorId: string; kind: Kind }[] = [];

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  receiver.respondWith((response) => void setTimeout(() => response.writeHead(200).end(), 300));
  stack = await startKillableStack({ WEBHOOK_ALLOW_HOSTS: receiver.host });
  world = stack as unknown as World;
  const communicationId = await createCommunication(world, 'Once');
  for (const kind of kinds)
    journeys.set(kind, await publishJourney(world, stepsFrom(kind, communicationId), { goalEventName: 'goal' }));
});

afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

/** The tested step first, then a message. An exit ends the execution immediately, so it has no message. */
function stepsFrom(kind: Kind, communicationId: string): object[] {
  const end = { id: 'end', kind: 'exit' };
  const mail = { id: 'mail', kind: 'send', communicationId, next: 'end' };
  const holds = { field: 'event.data.fits', operator: 'equals', value: true };
  const first: Record<Kind, object[]> = {
    send: [mail, end],
    wait: [{ id: 'wait', kind: 'wait', duration: 'PT4S', next: 'mail' }, mail, end],
    untilEvent: [
      {
        id: 'untilEvent',
        kind: 'wait',
        untilEvent: { eventName: 'paid', timeout: 'PT1H', timeoutNext: 'end' },
        next: 'mail',
      },
      ...[mail, end],
    ],
    branch: [
      { id: 'branch', kind: 'branch', arms: [{ id: 'fits', when: holds, next: 'mail' }], else: 'end' },
      mail,
      end,
    ],
    experiment: [
      {
        id: 'experiment',
        kind: 'experiment',
        arms: ['a', 'b'].map((id) => ({ id, weight: 0.5, next: 'mail' })),
      },
      ...[mail, end],
    ],
    webhook: [
      { id: 'webhook', kind: 'webhook', url: `http://${receiver.host}/`, next: 'mail', onFailure: 'end' },
      mail,
      end,
    ],
    exit: [end],
  };
  return first[kind];
}

/** Returns the number of running executions at each kind of step. */
async function standing(): Promise<Partial<Record<Kind, number>>> {
  const rows = await stack.database('executions').where({ status: 'RUNNING' }).select('journey_id', 'current_step_id');
  const counts: Partial<Record<Kind, number>> = {};
  for (const [kind, { id }] of journeys) {
    const stepId = { send: 'mail', exit: 'end' }[kind as string] ?? kind;
    const count = rows.filter((row) => row.journey_id === id && row.current_step_id === stepId).length;
    if (count > 0) counts[kind] = count;
  }
  return counts;
}

/** Starts executions for every kind of step, kills the victim after a moment, and restarts it. */
async function killOnce(victim: Victim, afterMs: number): Promise<Partial<Record<Kind, number>>> {
  const started = await Promise.all(
    kinds.flatMap((kind) =>
      Array.from({ length: subjectsOfKind }, async () => ({ ...(await createSubject(world)), kind })),
    ),
  );
  people.push(...started);
  await Promise.all(
    started.map(({ kind, visitorId }) =>
      trackSurely(world, journeys.get(kind)!.eventName, visitorId, { data: { fits: true } }),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const stood = await standing();
  await stack.kill(victim);
  const waiting = started.filter(({ kind }) => kind === 'untilEvent');
  // One awaited event arrives while the part is down, the others after the restart.
  const early = trackSurely(world, 'paid', waiting[0]!.visitorId);
  await stack.restart(victim);
  await Promise.all([early, ...waiting.slice(1).map(({ visitorId }) => trackSurely(world, 'paid', visitorId))]);
  return stood;
}

const stoodAt: Partial<Record<Victim, Partial<Record<Kind, number>>>> = {};

test.each(victims)('%s is killed while executions are at every kind of step', async (victim) => {
  const random = seededRandom(seed);
  const total: Partial<Record<Kind, number>> = {};
  const killAt = async (moment: number): Promise<void> => {
    const stood = await killOnce(victim, moment * (0.5 + random()));
    for (const kind of kinds) total[kind] = (total[kind] ?? 0) + (stood[kind] ?? 0);
  };
  const missed = () => kinds.filter((kind) => (total[kind] ?? 0) === 0);
  for (const moment of moments) await killAt(moment);
  // Some steps take a tenth of a second, and a busy machine may be later than that with the kill.
  for (let further = 0; further < 10 && missed().length > 0; further += 1) await killAt(moments[0]!);
  stoodAt[victim] = total;
  expect(missed()).toEqual([]);
});

test('every execution ended, with each message and each webhook once, and the reports equal a recount', async () => {
  const running = async () =>
    stack.database('executions').where({ status: 'RUNNING' }).select('journey_id', 'current_step_id', 'id');
  // An event received before the wait started does not count for it, so the test sends it again.
  await waitFor(
    async () => {
      const left = await running();
      const deaf = left.filter(({ journey_id }) => journey_id === journeys.get('untilEvent')!.id);
      const runs = await stack
        .database('executions')
        .whereIn(
          'id',
          deaf.map(({ id }) => id),
        )
        .select('end_user_id');
      for (const { end_user_id } of runs) {
        await trackSurely(world, 'paid', people.find(({ id }) => id === end_user_id)!.visitorId);
      }
      if (left.length > 0) throw new Error(JSON.stringify(left));
      return true;
    },
    { intervalMs: 1_000, what: 'the end of every run' },
  );
  console.log(`Runs that stood at a kind when a part was killed: ${JSON.stringify(stoodAt)}`);
  const runs = await stack.database('executions').select('id', 'status', 'journey_id');
  expect(runs).toHaveLength(people.length);
  expect(runs.filter(({ status }) => status !== 'COMPLETED')).toEqual([]);

  const mail = await readSink(stack.sesEndpoint);
  const received = (email: string) => mail.filter(({ destination }) => destination.to.join().includes(email)).length;
  const counts = people.map(({ kind, email }) => `${kind === 'exit' ? 'exit' : 'others'} ${received(email)}`);
  expect(new Set(counts)).toEqual(new Set(['exit 0', 'others 1']));

  const called = runs
    .filter(({ journey_id }) => journey_id === journeys.get('webhook')!.id)
    .map(({ id }) => `${id}:webhook`);
  expect([...receiver.keys()].sort()).toEqual(called.sort());

  await Promise.all(
    people.filter((_, index) => index % 2 === 0).map(({ visitorId }) => trackSurely(world, 'goal', visitorId)),
  );
  for (const [kind, { id }] of journeys) await expectReportsOf(id, people.filter((one) => one.kind === kind).length);
});

async function expectReportsOf(journeyId: string, entered: number): Promise<void> {
  const { workspaceId } = stack.demo;
  const report = async (name: string) => (await stack.api.get(`/api/journeys/${journeyId}/${name}`)).body;
  const recounted = await recountSteps(stack.database, workspaceId, journeyId);
  const stats: { stepId: string; executed: number; skipped: number; failed: number; waiting: number }[] =
    await report('step-stats');
  expect(
    stats.map(({ stepId, executed, skipped, failed, waiting }) => [stepId, executed, skipped, failed, waiting]),
  ).toEqual(stats.map(({ stepId }) => [stepId, recounted[stepId]?.['executed'] ?? 0, 0, 0, 0]));
  expect(stats.at(-1)!.executed).toBe(entered);
  expect(await report('calibrated-impact')).toEqual(await recountImpact(stack.database, workspaceId, journeyId));
  const arms = await stack
    .database('execution_steps')
    .join('executions', 'executions.id', 'execution_steps.execution_id')
    .where({ journey_id: journeyId })
    .whereNotNull('arm_id')
    .select('step_id', 'arm_id');
  const counted = await stack
    .database('journey_arm_subjects')
    .where({ journey_id: journeyId })
    .select('step_id', 'arm_id');
  const names = (rows: { step_id: string; arm_id: string }[]) =>
    rows.map((row) => `${row.step_id} ${row.arm_id}`).sort();
  expect(names(counted)).toEqual(names(arms));
}
