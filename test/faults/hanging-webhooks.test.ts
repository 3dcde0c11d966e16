import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { addWorkspace } from '../support/workspaces';
import { useWorld, type World } from '../support/world';

/** Two thirds of the slots of a worker. */
const hanging = 67;
const started = 150;
const hosts = 10;

const receivers: WebhookReceiver[] = [];

afterAll(() => Promise.all(receivers.map((receiver) => receiver.stop())));

const world = useWorld();
let other: World;

beforeAll(async () => {
  receivers.push(...(await Promise.all(Array.from({ length: hosts + 1 }, startWebhookReceiver))));
  await world.startWorker({ OUTBOX_POLL_MS: '100', WEBHOOK_ALLOW_HOSTS: '127.0.0.1' });
  other = { ...world, ...(await addWorkspace(world)) };
});

const callerOf = (receiver: WebhookReceiver) => [
  { id: 'call', kind: 'webhook', url: `http://${receiver.host}/`, timeoutSeconds: 60, next: 'end' },
  { id: 'end', kind: 'exit' },
];

async function startOne(of: World, journey: { eventName: string }): Promise<void> {
  await trackEvent(of, journey.eventName, (await createSubject(of)).visitorId);
}

test('hanging webhooks of a workspace delay neither other steps nor the webhooks of another workspace', async () => {
  const [working, ...silent] = receivers;
  const held: (() => void)[] = [];
  for (const receiver of silent) {
    receiver.respondWith((response, request) => held.push(() => status(200)(response, request)));
  }
  const callers = await Promise.all(silent.map((receiver) => publishJourney(world, callerOf(receiver))));
  await Promise.all(Array.from({ length: started }, (_, index) => startOne(world, callers[index % hosts]!)));
  await waitFor(() => held.length >= hanging, { what: 'calls in two thirds of the slots' });

  const communicationId = await createCommunication(world, 'Meanwhile');
  const sender = await publishJourney(world, [
    { id: 'pause', kind: 'wait', duration: 'PT1S', next: 'hello' },
    { id: 'hello', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const caller = await publishJourney(other, callerOf(working!));
  await startOne(world, sender);
  await startOne(other, caller);
  const isCompleted = async (of: World, id: string) =>
    (await executionsOf(of, id)).some((run) => run['status'] === 'COMPLETED');
  await waitFor(() => isCompleted(world, sender.id), { what: 'the end of an execution without a call' });
  await waitFor(() => isCompleted(other, caller.id), { what: "the end of the other workspace's run" });
  expect(held).toHaveLength(hanging);

  // A call is repeated if its worker was stalled beyond Temporal's timeout.
  for (const receiver of silent) receiver.respondWith(status(200));
  for (const reply of held) reply();
  const ids = callers.map(({ id }) => id);
  await waitFor(
    async () =>
      (await world.database('executions').whereIn('journey_id', ids).where({ status: 'COMPLETED' })).length === started,
    { what: 'the end of the runs that call' },
  );
});
