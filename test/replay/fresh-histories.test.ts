import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { billableActionsOf } from '../support/billable-actions';
import { activityOf, timerEndMs } from '../support/temporal-history';
import { createTimeSkippingWorld, type TimeSkippingWorld } from '../support/time-skipping-world';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld, type World } from '../support/world';

/**
 * Executions with every kind of step, each replayed by the code that made it. `RECORD_HISTORIES=1` also stores them in
 * `histories/` for later versions of the code. Existing files are never overwritten.
 */

type History = Parameters<typeof historyToJSON>[0];

const workflowBundle = { codePath: process.env['WORKFLOW_BUNDLE'] ?? '' };

let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});

afterAll(() => receiver.stop());

const made: { workflowId: string; history: unknown }[] = [];

/** One worker for all histories, because starting one takes longer than any history. */
afterAll(async () => {
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, made)) {
    if (error !== undefined) throw new Error(`The history "${workflowId}" does not replay.`, { cause: error });
  }
});

function replayAtEnd(name: string, history: History): void {
  const json = historyToJSON(history).replaceAll(/"identity": ?"[^"]*"/g, '"identity": "recorded"');
  const file = path.join(__dirname, 'histories', `journey-${name}.json`);
  if (process.env['RECORD_HISTORIES'] === '1' && !existsSync(file)) writeFileSync(file, `${json}\n`);
  made.push({ workflowId: name, history: JSON.parse(json) });
}

/**
 * Returns the activity names in the order in which an execution requested them, with timers, signals and `named` in
 * between.
 */
const commandsOf = ({ events }: History): string[] =>
  (events ?? []).flatMap((event) => {
    if (event.timerStartedEventAttributes) return ['timer'];
    if (event.workflowExecutionSignaledEventAttributes) return ['signal'];
    if (event.upsertWorkflowSearchAttributesEventAttributes) return ['named'];
    return activityOf(event) ?? [];
  });

const exit = (id: string) => ({ id, kind: 'exit', reason: id });
const call = (next: string, onFailure: string) => ({
  id: 'call',
  kind: 'webhook',
  url: `http://${receiver.host}/`,
  body: '{{ execution.id }}',
  next,
  onFailure,
});

describe('on a Temporal server', () => {
  const world = useWorld();

  beforeAll(() => world.startWorker({ OUTBOX_POLL_MS: '100', WEBHOOK_ALLOW_HOSTS: receiver.host }));

  async function start(steps: unknown[], fields: Record<string, unknown> = {}) {
    const subject = await createSubject(world, { plan: 'pro' });
    const journey = await publishJourney(world, steps, fields);
    await trackEvent(world, journey.eventName, subject.visitorId);
    return { subject, journeyId: journey.id };
  }

  async function historyAtEnd(journeyId: string, exitReason: string): Promise<History> {
    const execution = await waitFor(
      async () => (await executionsOf(world, journeyId)).find((run) => run['status'] !== 'RUNNING'),
      { what: 'the end of the run' },
    );
    expect(execution['exitReason']).toBe(exitReason);
    const run = world.temporal.workflow.getHandle(execution['workflowId'] ?? '');
    await waitFor(async () => (await run.describe()).status.name !== 'RUNNING');
    return run.fetchHistory();
  }

  /** Waits for the timer, because the record is written before the workflow reaches the wait. */
  const waits = (journeyId: string) =>
    waitFor(
      async () => {
        const [execution] = await executionsOf(world, journeyId);
        return timerEndMs(await world.temporal.workflow.getHandle(execution?.['workflowId'] ?? '').fetchHistory());
      },
      { what: 'the timer' },
    );

  test('an event that is received, and a webhook that fails', async () => {
    receiver.respondWith(status(404));
    const untilEvent = { eventName: 'paid', timeout: 'PT1H', timeoutNext: 'late' };
    const { subject, journeyId } = await start([
      { id: 'pay', kind: 'wait', untilEvent, next: 'call' },
      call('late', 'failed'),
      exit('late'),
      exit('failed'),
    ]);
    await waits(journeyId);
    await trackEvent(world, 'paid', subject.visitorId);
    const history = await historyAtEnd(journeyId, 'failed');
    expect(commandsOf(history)).toEqual(['arriveAtStep', 'timer', 'signal', 'leaveEventWait', 'performWebhook']);
    replayAtEnd('heard-then-failed-webhook', history);
  });

  test('a goal reached during a wait', async () => {
    const goalEventName = 'bought_it';
    const wait = { id: 'wait', kind: 'wait', duration: 'P1D', next: 'end' };
    const { subject, journeyId } = await start([wait, exit('end')], { goalEventName });
    await waits(journeyId);
    await trackEvent(world, goalEventName, subject.visitorId);
    const history = await historyAtEnd(journeyId, 'goal');
    expect(commandsOf(history)).toEqual(['arriveAtStep', 'timer', 'signal', 'recordEnding']);
    replayAtEnd('goal-in-wait', history);
  });

  test('an archived journey', async () => {
    const { journeyId } = await start([{ id: 'wait', kind: 'wait', duration: 'P1D', next: 'end' }, exit('end')]);
    await waits(journeyId);
    await world.api.post(`/api/journeys/${journeyId}/archive`);
    const history = await historyAtEnd(journeyId, 'archived');
    expect(commandsOf(history)).toEqual(['arriveAtStep', 'timer', 'recordEnding']);
    replayAtEnd('archived', history);
  });
});

describe('on a server that skips time, so that no timer is over before it is set', () => {
  let skipping: TimeSkippingWorld;

  beforeAll(async () => {
    skipping = await createTimeSkippingWorld({ webhookAllowHosts: [receiver.host] });
  });

  afterAll(() => skipping.stop());

  /** Returns the history of an execution with these steps, for a subject with the plan `pro`. */
  async function historyOf(steps: (world: World) => Promise<unknown[]>): Promise<History> {
    const { world, runToEnd } = skipping;
    const subject = await createSubject(world, { plan: 'pro' });
    const journey = await publishJourney(world, await steps(world));
    await trackEvent(world, journey.eventName, subject.visitorId);
    const { id } = await world.database('executions').where({ journey_id: journey.id }).first('id');
    await runToEnd(id);
    return skipping.historyOf(id);
  }

  test('send, branch, experiment, a delivered webhook, an instant in the past', async () => {
    receiver.respondWith(status(200));
    const isPro = { field: 'attributes.plan', operator: 'equals', value: 'pro' };
    const history = await historyOf(async (world) => [
      { id: 'mail', kind: 'send', communicationId: await createCommunication(world, 'Every kind'), next: 'which' },
      { id: 'which', kind: 'branch', arms: [{ id: 'pro', when: isPro, next: 'split' }], else: 'end' },
      { id: 'split', kind: 'experiment', arms: [{ id: 'only', weight: 1, next: 'call' }], allocation: 'fixed' },
      call('past', 'end'),
      { id: 'past', kind: 'wait', until: '2020-01-01T00:00:00Z', next: 'short' },
      { id: 'short', kind: 'wait', duration: 'P1D', next: 'end' },
      exit('end'),
    ]);
    const steps = ['performSend', 'chooseArm', 'chooseArm', 'performWebhook'];
    expect(commandsOf(history)).toEqual([...steps, 'arriveAtStep', 'named', 'timer', 'arriveAtStep']);
    replayAtEnd('every-kind', history);
  });

  test('three sends and two short waits create 34 events and six billable actions', async () => {
    const send = async (world: World, id: string, next: string) => ({
      id,
      kind: 'send',
      communicationId: await createCommunication(world, id),
      next,
    });
    const history = await historyOf(async (world) => [
      await send(world, 'first', 'pause'),
      { id: 'pause', kind: 'wait', duration: 'PT1M', next: 'second' },
      await send(world, 'second', 'rest'),
      { id: 'rest', kind: 'wait', duration: 'PT1M', next: 'third' },
      await send(world, 'third', 'end'),
      exit('end'),
    ]);
    expect(commandsOf(history)).toEqual(['performSend', 'timer', 'performSend', 'timer', 'performSend']);
    // The last event stores the memo, which is not a billable action.
    expect(history.events).toHaveLength(34);
    expect(billableActionsOf(history)).toMatchObject({ total: 6 });
    replayAtEnd('three-sends-two-short-waits', history);
  });

  test('the search attribute names the step of waits longer than a minute', async () => {
    const history = await historyOf(() =>
      Promise.resolve([
        { id: 'short', kind: 'wait', duration: 'PT30S', next: 'long' },
        { id: 'long', kind: 'wait', duration: 'PT2M', next: 'again' },
        { id: 'again', kind: 'wait', duration: 'PT30S', next: 'end' },
        exit('end'),
      ]),
    );
    expect(commandsOf(history)).toEqual([
      ...['arriveAtStep', 'timer', 'arriveAtStep', 'named', 'timer'],
      ...['arriveAtStep', 'timer', 'arriveAtStep'],
    ]);
    const [named] = (history.events ?? []).flatMap(
      ({ upsertWorkflowSearchAttributesEventAttributes: upsert }) => upsert?.searchAttributes?.indexedFields ?? [],
    );
    expect(Object.entries(named ?? {}).map(([name, { data }]) => [name, Buffer.from(data ?? '').toString()])).toEqual([
      ['CurrentStepId', '"long"'],
    ]);
    replayAtEnd('short-and-long-rests', history);
  });

  test('a timeout', async () => {
    const untilEvent = { eventName: 'paid', timeout: 'P1D', timeoutNext: 'late' };
    const history = await historyOf(() =>
      Promise.resolve([{ id: 'pay', kind: 'wait', untilEvent, next: 'thanks' }, exit('thanks'), exit('late')]),
    );
    expect(commandsOf(history)).toEqual(['arriveAtStep', 'timer', 'leaveEventWait']);
    replayAtEnd('event-timeout', history);
  });

  test('a time of day and quiet hours', async () => {
    const { api } = skipping.world;
    await api.patch('/api/workspace', { quietHours: { start: '22:00', end: '08:00' } });
    const history = await historyOf(async (world) => [
      { id: 'night', kind: 'wait', untilTime: { time: '23:30' }, next: 'mail' },
      { id: 'mail', kind: 'send', communicationId: await createCommunication(world, 'In the morning'), next: 'end' },
      exit('end'),
    ]);
    await api.patch('/api/workspace', { quietHours: null });
    expect(commandsOf(history)).toEqual(['arriveAtStep', 'timer', 'performSend', 'named', 'timer', 'performSend']);
    replayAtEnd('time-of-day-then-quiet-hours', history);
  });
});
