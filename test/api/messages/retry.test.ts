import { apiClient } from '../../support/api-client';
import { internalApi } from '../../support/internal';
import { createCommunication, createSubject, publishJourney, uniqueName } from '../../support/journeys';
import { addMember } from '../../support/members';
import { startSesStandIn, type SesStandIn } from '../../support/ses-stand-in';
import { createSnsTopic, topicArn, type SnsTopic } from '../../support/sns-topic';
import { postSend } from '../../support/transactional';
import { waitFor } from '../../support/wait-for';
import { addWorkspace } from '../../support/workspaces';
import { useWorld } from '../../support/world';

/** Messages that a provider loses or refuses, sent through real workflows. */

const world = useWorld();
let ses: SesStandIn;
let topic: SnsTopic;
let apiUrl: string;

beforeAll(async () => {
  ses = await startSesStandIn();
  topic = createSnsTopic();
  const provider = { SES_ENDPOINT: ses.endpoint, SES_TIMEOUT_MS: '2000' };
  await world.startWorker(provider);
  ({ url: apiUrl } = await world.startApi({ ...provider, SES_TOPIC_ARNS: topicArn }, topic.client));
  expect((await world.ownerApi.patch('/api/workspace', { frequencyCap: null, quietHours: null })).status).toBe(200);
});

afterAll(() => ses.stop());

beforeEach(() => ses.failWith(null));

const rejection = { status: 400, name: 'MessageRejected' };
const messageTo = async (to: string) => (await world.api.get(`/api/messages?to=${to}`)).body.data[0];
const read = async (id: string) => (await world.api.get(`/api/messages/${id}`)).body;
const retry = (id: string) => world.api.post(`/api/messages/${id}/retry`);
const messagesTo = (address: string): number => ses.accepted.filter((one) => one === address).length;

/** Runs a journey with one message until the log has it in a state. */
async function runUntil(state: string) {
  const communicationId = await createCommunication(world, 'Hello');
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const person = await createSubject(world);
  await world.api.post('/api/v1/events', { events: [{ type: journey.eventName, email: person.email }] });
  const message = await becomes(person.email, state);
  return { ...person, journeyId: journey.id, communicationId, message };
}

const becomes = (to: string, state: string) =>
  waitFor(
    async () => {
      const message = await messageTo(to);
      return message?.state === state ? message : null;
    },
    { what: `the message to ${to} to be ${state}` },
  );

test.each([
  ['unknown', 'reset', 'outcome_unknown'],
  ['failed', rejection, 'rejected'],
] as const)('a message of a journey that is %s is retried once, under its id', async (state, fault, reason) => {
  ses.failWith(fault);
  const { message, email, id: endUserId, journeyId, communicationId } = await runUntil(state);
  expect(message).toMatchObject({
    kind: 'journey',
    reason,
    recipient: email,
    subject: 'Hello',
    communicationName: 'Hello',
    endUserId,
    journeyId,
    communicationId,
    stepId: 'mail',
    executionId: expect.stringMatching(/^exe_/),
    sentAt: null,
  });
  expect(await read(message.id)).toMatchObject({ attempts: 1, retry: { isAllowed: true, reason: null } });
  ses.failWith(null);
  const responses = await Promise.all([retry(message.id), retry(message.id)]);
  expect(responses.some(({ status }) => status === 200)).toBe(true);
  await becomes(email, 'sent');
  expect(messagesTo(email)).toBe(1);
  expect(await read(message.id)).toMatchObject({ attempts: 2, reason: null, retry: { isAllowed: false } });
  expect(await retry(message.id)).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', error: expect.stringContaining('This message is sent') },
  });
  const steps = (await world.api.get(`/api/journeys/${journeyId}/executions/${message.executionId}`)).body.steps;
  expect(steps[0]).toMatchObject({ stepId: 'mail', status: 'executed', send: { status: 'sent', failure: null } });
  const acts = await world
    .database('audit_entries')
    .whereRaw(`metadata ->> 'sendId' = ?`, [message.id])
    .pluck('action');
  expect(acts).toEqual(['execution.message_resent']);
});

test('a retry is refused while the person may not get the message', async () => {
  ses.failWith(rejection);
  const { message, email, id } = await runUntil('failed');
  ses.failWith(null);
  await world.api.patch(`/api/end-users/${id}`, { consent: { marketing: false } });
  const refused = await retry(message.id);
  expect([refused.status, refused.body.error]).toEqual([409, 'The person does not consent to marketing emails.']);
  expect(await messageTo(email)).toMatchObject({ state: 'failed', reason: 'rejected' });
});

test('a skipped message of a journey says why', async () => {
  const { message } = await (async () => {
    const communicationId = await createCommunication(world, 'Hello');
    const journey = await publishJourney(world, [
      { id: 'mail', kind: 'send', communicationId, next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    const person = await createSubject(world);
    await world.api.post('/api/suppressions', { email: person.email });
    await world.api.post('/api/v1/events', { events: [{ type: journey.eventName, email: person.email }] });
    return { message: await becomes(person.email, 'skipped') };
  })();
  expect(message).toMatchObject({ kind: 'journey', reason: 'suppression', communicationName: 'Hello', sentAt: null });
});

test('a notice is retried once, and its recipient is shown', async () => {
  ses.failWith(rejection);
  const to = `${uniqueName('invited')}@example.com`;
  expect((await world.ownerApi.post('/api/members', { email: to, role: 'member' })).status).toBe(201);
  const { id, kind, recipient, communicationName } = await becomes(to, 'failed');
  expect([kind, recipient, communicationName]).toEqual(['notice', to, 'invite']);
  ses.failWith(null);
  expect((await retry(id)).status).toBe(200);
  await becomes(to, 'sent');
  expect([messagesTo(to), (await retry(id)).status]).toEqual([1, 409]);
  const acts = await world.database('audit_entries').whereRaw(`metadata ->> 'sendId' = ?`, [id]).pluck('action');
  expect(acts).toEqual(['message.retried']);
});

test('a transactional message is never retried, and the response says what to do', async () => {
  ses.failWith(rejection);
  const to = `${uniqueName('person')}@example.com`;
  expect((await postSend(world, { to, subject: 'Hello', text: 'Hello' }, { baseUrl: apiUrl })).status).toBe(422);
  ses.failWith(null);
  const { id } = await becomes(to, 'failed');
  const refused = await retry(id);
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('Send the request again')]);
  expect(messagesTo(to)).toBe(0);
});

test('messages are invisible to other workspaces and cannot be retried by members', async () => {
  ses.failWith(rejection);
  const { message, email } = await runUntil('failed');
  const other = (await addWorkspace(world)).api;
  expect((await other.get(`/api/messages?to=${email}`)).body.data).toEqual([]);
  const paths = [`/api/messages/${message.id}`, `/api/messages/${message.executionId}.mail`];
  for (const path of paths) {
    expect((await world.api.get(path)).body).toMatchObject({ id: message.id });
    expect((await other.get(path)).status).toBe(404);
  }
  expect((await other.post(`/api/messages/${message.id}/retry`)).status).toBe(404);
  const member = apiClient(world.apiUrl, (await addMember(world, 'member')).userKey);
  expect((await member.get(`/api/messages/${message.id}`)).status).toBe(200);
  expect((await member.post(`/api/messages/${message.id}/retry`)).status).toBe(403);
});

test('an erasure removes the address and the words of the server', async () => {
  const { message, email, id } = await runUntil('sent');
  const report = () =>
    apiClient(apiUrl).raw('/api/webhooks/ses', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(
        topic.notification({
          eventType: 'Bounce',
          mail: { messageId: uniqueName('ses'), destination: [email], tags: { 'apex-send-id': [message.id] } },
          bounce: {
            bounceType: 'Transient',
            bouncedRecipients: [{ emailAddress: email, diagnosticCode: `smtp; 452 <${email}> is full` }],
            timestamp: new Date().toISOString(),
          },
        }),
      ),
    });
  expect((await report()).body).toEqual({ outcome: 'processed' });
  expect(await read(message.id)).toMatchObject({ state: 'bounced', bounce: { text: `smtp; 452 <${email}> is full` } });
  const erasure = await internalApi(world).post('/api/journeys/internal/forget-end-user', {
    workspaceId: world.demo.workspaceId,
    endUserId: id,
  });
  const path = `/api/journeys/internal/forget-end-user/${erasure.body.erasureId}`;
  await waitFor(async () => (await internalApi(world).get(path)).body.status === 'completed', { what: 'the erasure' });
  await report();
  const left = await read(message.id);
  expect(left).toMatchObject({ recipient: null, endUserId: null, state: 'bounced', bounce: { text: null } });
  expect(JSON.stringify(left)).not.toContain(email);
  expect((await world.api.get(`/api/messages?to=${email}`)).body.data).toEqual([]);
});
