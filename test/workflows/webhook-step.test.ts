import type { Client } from '@temporalio/client';
import { createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { temporalClient } from '../support/temporal-history';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { createWorld, type World } from '../support/world';

let world: World;
let temporal: Client;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  world = await createWorld();
  temporal = await temporalClient(world);
  await world.startWorker({ OUTBOX_POLL_MS: '100', WEBHOOK_ALLOW_HOSTS: receiver.host });
}, 60_000);

afterAll(async () => {
  await temporal.connection.close();
  await world.stop();
  await receiver.stop();
});

/** Payloads travel as base64: shows the JSON that they hold. */
const readablePayload = (key: string, value: unknown): unknown =>
  key === 'data' && typeof value === 'string' ? Buffer.from(value, 'base64').toString() : value;

test('a call that fails is tried again by Temporal, which keeps the count of tries, and delivered', async () => {
  receiver.answerWith(status(503));
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
  await waitFor(() => receiver.calls.length === 1, { timeoutMs: 20_000, what: 'the first try' });
  const [{ workflowId }] = (await executionsOf(world, journey.id)) as [{ workflowId: string }];
  const pending = await waitFor(
    async () => {
      const { raw } = await temporal.workflow.getHandle(workflowId).describe();
      const [activity] = raw.pendingActivities ?? [];
      return activity?.lastFailure ? activity : null;
    },
    { what: 'an attempt that failed' },
  );
  expect(pending.lastFailure).toMatchObject({ message: 'Try 1 of 6 failed: http_503.' });
  const [details] = pending.heartbeatDetails?.payloads ?? [];
  expect(JSON.parse(Buffer.from(details!.data!).toString())).toMatchObject({ tries: 1 });

  receiver.answerWith(status(200));
  const done = await waitFor(
    async () => (await executionsOf(world, journey.id)).find((execution) => execution['status'] === 'COMPLETED'),
    { timeoutMs: 20_000, what: 'the end of the run' },
  );
  expect(done).toMatchObject({ currentStepId: 'end', exitReason: 'end' });
  expect(receiver.calls.map(({ body }) => body)).toEqual([person.email, person.email]);
  const { events } = await temporal.workflow.getHandle(workflowId).fetchHistory();
  const text = (events ?? []).map((event) => JSON.stringify(event, readablePayload)).join('\n');
  expect(text).toContain('delivered');
  for (const hidden of [person.email, receiver.host]) expect(text).not.toContain(hidden);
}, 60_000);
