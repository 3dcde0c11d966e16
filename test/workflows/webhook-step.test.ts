import { createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld } from '../support/world';

const world = useWorld();
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  await world.startWorker({ OUTBOX_POLL_MS: '100', WEBHOOK_ALLOW_HOSTS: receiver.host });
});

afterAll(() => receiver.stop());

/** Decodes payloads from base64 to JSON. */
const readablePayload = (key: string, value: unknown): unknown =>
  key === 'data' && typeof value === 'string' ? Buffer.from(value, 'base64').toString() : value;

test('a failing call is retried by Temporal, which keeps the number of tries, and then delivered', async () => {
  // The second try is held until the test has checked the first.
  const held: (() => void)[] = [];
  receiver.respondWith((response, request) => {
    if (receiver.calls.length === 1) status(503)(response, request);
    else held.push(() => status(200)(response, request));
  });
  const person = await createSubject(world);
  const journey = await publishJourney(world, [
    {
      id: 'call',
      kind: 'webhook',
      url: `http://${receiver.host}/`,
      body: '{{ email }}',
      next: 'end',
      onFailure: 'end',
    },
    { id: 'end', kind: 'exit' },
  ]);
  await trackEvent(world, journey.eventName, person.visitorId);
  await waitFor(() => receiver.calls.length === 1, { what: 'the first try' });
  const [{ workflowId }] = (await executionsOf(world, journey.id)) as [{ workflowId: string }];
  const pending = await waitFor(
    async () => {
      const { raw } = await world.temporal.workflow.getHandle(workflowId).describe();
      const [activity] = raw.pendingActivities ?? [];
      return activity?.lastFailure ? activity : null;
    },
    { what: 'an attempt that failed' },
  );
  expect(pending.lastFailure).toMatchObject({
    message: 'Step "call", attempt 1 of 6: The receiver returned 503. (http_503)',
  });
  const [details] = pending.heartbeatDetails?.payloads ?? [];
  const { tries } = JSON.parse(Buffer.from(details!.data!).toString()) as { tries: number };
  // The second try may have started already.
  expect([1, receiver.calls.length]).toContain(tries);

  await waitFor(() => held.length === 1, { what: 'the second try' });
  held[0]!();
  const done = await waitFor(
    async () => (await executionsOf(world, journey.id)).find((execution) => execution['status'] === 'COMPLETED'),
    { what: 'the end of the run' },
  );
  expect(done).toMatchObject({ currentStepId: 'end', exitReason: 'end' });
  expect(receiver.calls.map(({ body }) => body)).toEqual([person.email, person.email]);
  // The database records the end before the history does.
  const workflow = world.temporal.workflow.getHandle(workflowId);
  await workflow.result();
  const { events } = await workflow.fetchHistory();
  const text = (events ?? []).map((event) => JSON.stringify(event, readablePayload)).join('\n');
  expect(text).toContain('delivered');
  for (const hidden of [person.email, receiver.host]) expect(text).not.toContain(hidden);
});
