import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld } from '../support/world';

/** The number of activities that a worker runs concurrently for one queue. */
const hanging = 100;

let receiver: WebhookReceiver;

afterAll(() => receiver.stop());

const world = useWorld();

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  await world.startWorker({ OUTBOX_POLL_MS: '100', WEBHOOK_ALLOW_HOSTS: receiver.host });
});

test('a hundred hanging webhooks do not delay the steps of other journeys', async () => {
  const held: (() => void)[] = [];
  receiver.respondWith((response, request) => held.push(() => status(200)(response, request)));
  const callers = await publishJourney(world, [
    { id: 'call', kind: 'webhook', url: `http://${receiver.host}/`, timeoutSeconds: 60, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const people = await Promise.all(Array.from({ length: hanging }, () => createSubject(world)));
  await Promise.all(people.map(({ visitorId }) => trackEvent(world, callers.eventName, visitorId)));
  await waitFor(() => receiver.keys().size === hanging, { what: 'a hundred calls under way' });

  const communicationId = await createCommunication(world, 'Meanwhile');
  const other = await publishJourney(world, [
    { id: 'pause', kind: 'wait', duration: 'PT1S', next: 'choose' },
    {
      id: 'choose',
      kind: 'branch',
      else: 'hello',
      arms: [{ id: 'none', when: { field: 'attributes.none', operator: 'exists', value: true }, next: 'end' }],
    },
    { id: 'hello', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const person = await createSubject(world);
  await trackEvent(world, other.eventName, person.visitorId);
  await waitFor(async () => (await executionsOf(world, other.id)).find((run) => run['status'] === 'COMPLETED'), {
    what: 'the end of a run that calls nobody',
  });
  const waiting = await world.database('executions').where({ journey_id: callers.id, status: 'RUNNING' });
  expect(waiting).toHaveLength(hanging);

  // A call is repeated if its worker was stalled beyond Temporal's timeout.
  receiver.respondWith(status(200));
  for (const reply of held) reply();
  await waitFor(
    async () =>
      (await world.database('executions').where({ journey_id: callers.id, status: 'COMPLETED' })).length === hanging,
    { what: 'the end of the runs that call' },
  );
});
