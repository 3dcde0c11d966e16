import { Client, Connection } from '@temporalio/client';
import { backUpPostgres, backUpTemporal, restoreBackups } from '../support/backups';
import { createCommunication, createSubject, executionsOf, publishJourney, trackSurely } from '../support/journeys';
import { startKillableStack, type KillableStack } from '../support/killable-stack';
import { readSink } from '../support/mail-sink';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import type { World } from '../support/world';

/**
 * The restore drill of docs/OPERATIONS.md ("Backups"): PostgreSQL and Temporal are backed up at different times while
 * journeys run, both are lost, and the service continues from the backups.
 */

let stack: KillableStack;
let world: World;
let receiver: WebhookReceiver;
type Person = Awaited<ReturnType<typeof createSubject>>;

const groupSize = 8;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  stack = await startKillableStack({ RECONCILE_EVERY_SECONDS: '2', WEBHOOK_ALLOW_HOSTS: receiver.host });
  world = stack as unknown as World;
});

afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

const createGroup = (): Promise<Person[]> => Promise.all(Array.from({ length: groupSize }, () => createSubject(world)));

const trackAll = async (people: readonly Person[], eventName: string): Promise<void> => {
  for (const { visitorId } of people) await trackSurely(world, eventName, visitorId);
};

/** A greeting, then a wait for an event. */
async function publishWelcome(eventName: string) {
  const communicationId = await createCommunication(world, 'Welcome');
  const untilEvent = { eventName, timeout: 'P7D', timeoutNext: 'late' };
  return publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId, next: 'pay' },
    { id: 'pay', kind: 'wait', next: 'thanks', untilEvent },
    { id: 'thanks', kind: 'exit', reason: 'thanks' },
    { id: 'late', kind: 'exit', reason: 'late' },
  ]);
}

const waiting = async (journeyId: string): Promise<number> =>
  (await executionsOf(world, journeyId)).filter(({ currentStepId }) => currentStepId === 'pay').length;

const untilWaiting = (journeyId: string, count: number): Promise<unknown> =>
  waitFor(async () => (await waiting(journeyId)) === count, { what: `${count} executions that wait`, intervalMs: 200 });

const mailsTo = async (people: readonly Person[]): Promise<number[]> =>
  Promise.all(people.map(async ({ email }) => (await readSink(stack.sesEndpoint, email)).length));

const times = (count: number): number[] => Array.from({ length: groupSize }, () => count);

test('a database newer than Temporal: executions unknown to Temporal continue, and send nothing twice', async () => {
  const journey = await publishWelcome('paid_first');
  const [both, databaseAlone, neither] = [await createGroup(), await createGroup(), await createGroup()];
  await trackAll(both, journey.eventName);
  await untilWaiting(journey.id, groupSize);
  backUpTemporal(stack, 'first');
  await trackAll(databaseAlone, journey.eventName);
  await untilWaiting(journey.id, 2 * groupSize);
  await backUpPostgres(stack, 'first');
  await trackAll(neither, journey.eventName);
  await untilWaiting(journey.id, 3 * groupSize);

  await restoreBackups(stack, 'first');
  await untilWaiting(journey.id, 2 * groupSize);
  // Events after the backups are lost, and clients may send them again.
  await trackAll(neither, journey.eventName);
  await untilWaiting(journey.id, 3 * groupSize);
  await trackAll([...both, ...databaseAlone, ...neither], 'paid_first');
  await waitFor(async () => (await executionsOf(world, journey.id)).every((run) => run['status'] !== 'RUNNING'), {
    what: 'the end of all executions',
    intervalMs: 500,
  });

  const ended = (await executionsOf(world, journey.id)).map((run) => `${run['status']} ${run['exitReason']}`);
  expect(ended).toEqual(Array.from({ length: 3 * groupSize }, () => 'COMPLETED thanks'));
  expect(await mailsTo([...both, ...databaseAlone])).toEqual([...times(1), ...times(1)]);
  expect(await mailsTo(neither)).toEqual(times(2));
});

test('a database older than Temporal: workflows unknown to it fail, and all others continue', async () => {
  const journey = await publishWelcome('paid_second');
  const calling = await publishJourney(world, [
    { id: 'call', kind: 'webhook', url: `http://${receiver.host}/`, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const [both, temporalAlone] = [await createGroup(), await createGroup()];
  await trackAll(both, journey.eventName);
  await untilWaiting(journey.id, groupSize);
  receiver.respondWith(status(503));
  await backUpPostgres(stack, 'second');
  await trackAll(temporalAlone, calling.eventName);
  await waitFor(() => receiver.keys().size >= groupSize, { what: 'calls of webhooks' });
  const unknown = (await executionsOf(world, calling.id)).map(({ workflowId }) => workflowId ?? '');
  expect(unknown).toHaveLength(groupSize);
  backUpTemporal(stack, 'second');

  await restoreBackups(stack, 'second');
  expect(await executionsOf(world, calling.id)).toEqual([]);
  await trackAll(both, 'paid_second');
  await waitFor(async () => (await waiting(journey.id)) === 0, { what: 'the end of those that both know' });
  expect(await mailsTo(both)).toEqual(times(1));

  const connection = await Connection.connect({ address: stack.temporalAddress });
  try {
    const temporal = new Client({ connection, namespace: 'default' });
    const stateOf = async (id: string): Promise<string> =>
      (await temporal.workflow.getHandle(id).describe()).status.name;
    await waitFor(async () => (await Promise.all(unknown.map(stateOf))).every((state) => state === 'FAILED'), {
      what: 'the end of workflows that the database does not know',
      intervalMs: 500,
    });
  } finally {
    await connection.close();
  }
  receiver.respondWith(status(200));
  await trackAll(temporalAlone, calling.eventName);
  await waitFor(
    async () =>
      (await executionsOf(world, calling.id)).filter((run) => run['status'] === 'COMPLETED').length === groupSize,
    { what: 'executions that are new' },
  );
});
