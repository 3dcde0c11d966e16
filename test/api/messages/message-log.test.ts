import { newId } from '../../../db/connection/ids';
import { messageStates } from '../../../domain/messages/message-log';
import { apiClient, type ApiClient } from '../../support/api-client';
import { createPerson, uniqueName } from '../../support/journeys';
import { addMember } from '../../support/members';
import { createSnsTopic, topicArn, type SnsTopic } from '../../support/sns-topic';
import { postSend } from '../../support/transactional';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

let topic: SnsTopic;
let apiUrl: string;

beforeAll(async () => {
  topic = createSnsTopic();
  ({ url: apiUrl } = await world.startApi({ SES_TOPIC_ARNS: topicArn }, topic.client));
});

interface Message {
  id: string;
  state: string;
  kind: string;
  [field: string]: unknown;
}

const address = (): string => `${uniqueName('person')}@example.com`;

async function sendTo(to = address(), options: { key?: string } = {}): Promise<{ id: string; to: string }> {
  const { status, body } = await postSend(world, { to, subject: 'Hello', text: 'Secret words' }, options);
  expect([200, 422]).toContain(status);
  const [message] = await list(`to=${encodeURIComponent(to)}`);
  expect(status === 200 ? body.id : message?.id).toBe(message?.id);
  return { id: message!.id, to };
}

async function list(query = '', api: ApiClient = world.api): Promise<Message[]> {
  const { status, body } = await api.get(`/api/messages?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data as Message[];
}

const read = async (id: string) => (await world.api.get(`/api/messages/${encodeURIComponent(id)}`)).body;

async function report(to: string, sendId: string, event: Record<string, unknown>): Promise<void> {
  const mail = {
    messageId: uniqueName('ses'),
    timestamp: new Date().toISOString(),
    destination: [to],
    tags: { 'apex-send-id': [sendId] },
  };
  const response = await apiClient(apiUrl).raw('/api/webhooks/ses', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(topic.notification({ mail, ...event })),
  });
  expect(response.body).toEqual({ outcome: 'processed' });
}

const bounce = (to: string, diagnosticCode: string, bounceType = 'Permanent') => ({
  eventType: 'Bounce',
  bounce: {
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: to, status: '5.1.1', diagnosticCode }],
    timestamp: new Date().toISOString(),
  },
});
const delivery = () => ({ eventType: 'Delivery', delivery: { timestamp: new Date().toISOString() } });
const complaint = (to: string) => ({
  eventType: 'Complaint',
  complaint: { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: to }] },
});

test('a transactional message goes through the states that the provider reports, without its content', async () => {
  const { id, to } = await sendTo(address(), { key: 'order-17' });
  expect(await read(id)).toMatchObject({
    kind: 'transactional',
    state: 'sent',
    reason: null,
    recipient: to,
    subject: 'Hello',
    mode: 'live',
    attempts: 1,
    idempotencyKey: 'order-17',
    bounce: null,
    clicks: [],
    journeyId: null,
    endUserId: null,
    providerMessageId: expect.any(String),
    sentAt: expect.any(String),
    deliveredAt: null,
    bouncedAt: null,
    retry: { isAllowed: false, reason: expect.stringContaining('This message is sent') },
  });
  expect(JSON.stringify(await read(id))).not.toContain('Secret words');
  await report(to, id, delivery());
  expect(await read(id)).toMatchObject({ state: 'delivered', deliveredAt: expect.any(String) });
  await report(to, id, bounce(to, 'smtp; 421 out of office', 'Transient'));
  expect(await read(id)).toMatchObject({ state: 'delivered', bouncedAt: null });
  await report(to, id, complaint(to));
  expect(await read(id)).toMatchObject({ state: 'complained', complainedAt: expect.any(String) });
  expect(await sendTo(to)).toMatchObject({ to });
  expect((await list(`to=${to}`)).map(({ state, reason }) => [state, reason])).toEqual([
    ['skipped', 'suppressed'],
    ['complained', null],
  ]);
});

test('a transactional message leads to the person who has the address', async () => {
  const { id: endUserId, email } = await createPerson(world);
  expect(await read((await sendTo(email)).id)).toMatchObject({ endUserId, kind: 'transactional' });
});

test('a bounce keeps the words of the receiving server, on one line and cut', async () => {
  const { id, to } = await sendTo();
  await report(to, id, bounce(to, `smtp; 550 5.1.1 <${to}>:\r\n\tno such\u0000 user ${'x'.repeat(600)}`));
  const { state, bounce: shown, events } = await read(id);
  expect([state, shown.type, shown.subType, shown.code]).toEqual(['bounced', 'Permanent', 'General', '5.1.1']);
  expect(shown.text).toMatch(new RegExp(`^smtp; 550 5\\.1\\.1 <${to}>: no such user x+…$`));
  expect(shown.text).toHaveLength(500);
  expect(events).toEqual([expect.objectContaining({ kind: 'bounce', text: shown.text })]);
});

/** Inserts a send in a state that takes an outage to reach. */
async function insertSend(fields: Record<string, unknown>): Promise<string> {
  const id = newId('send');
  await world.database('sends').insert({
    workspace_id: world.demo.workspaceId,
    id,
    kind: 'transactional',
    status: 'sent',
    recipient: address(),
    subject: 'Hello',
    mode: 'live',
    ...fields,
    ...(fields['status'] === undefined || fields['status'] === 'sent' ? { sent_at: new Date() } : {}),
  });
  return id;
}

test('each state of the list is what its filter selects', async () => {
  const at = new Date();
  const facts: Record<string, unknown>[] = [
    ...['queued', 'sending', 'unknown', 'sent'].map((status) => ({ status })),
    ...['rejected', 'suppressed', 'cause_gone', null].map((failure) => ({ status: 'failed', failure })),
    ...['sent', 'unknown', 'failed', 'sending'].flatMap((status) => [
      { status, delivered_at: at },
      { status, bounced_at: at },
      { status, complained_at: at },
      { status, delivered_at: at, bounced_at: at },
      { status, delivered_at: at, bounced_at: at, complained_at: at },
    ]),
  ];
  const ids = new Set<string>();
  for (const fact of facts) ids.add(await insertSend(fact));
  const all = await list('limit=200');
  const seen = new Set<string>();
  for (const state of messageStates) {
    const expected = all.filter((message) => message.state === state).map(({ id }) => id);
    expect((await list(`limit=200&state=${state}`)).map(({ id }) => id)).toEqual(expected);
    if (expected.some((id) => ids.has(id))) seen.add(state);
  }
  expect([...seen].sort()).toEqual([...messageStates].sort());
});

describe('with skipped, failed and waiting messages of a journey', () => {
  const skipped: string[] = [];
  let journeyId: string;
  let communicationId: string;
  let person: { id: string; email: string };

  beforeAll(async () => {
    person = await createPerson(world);
    communicationId = (
      await world.api.post('/api/communications', {
        name: 'Welcome mail',
        commType: 'marketing',
        slots: { subject: 'Welcome', headline: 'Hello', body: 'Hello' },
      })
    ).body.id;
    const contract = await world.api.post('/api/trigger-contracts', { eventName: uniqueName('event') });
    const steps = [
      { id: 'mail', kind: 'send', communicationId, next: 'end' },
      { id: 'end', kind: 'exit' },
    ];
    const fields = { name: 'Welcome', triggerContractId: contract.body.id, holdoutPercent: 0, steps };
    journeyId = (await world.api.post('/api/journeys', fields)).body.id;
    expect((await world.api.post(`/api/journeys/${journeyId}/publish`)).status).toBe(200);
    for (let index = 0; index < 12; index += 1) {
      const reached = { status: ['skipped', 'failed', 'waiting'][index % 3] as string, index };
      skipped.push(await insertStep(reached));
      await insertSend({});
    }
  });

  async function insertStep({ status, index }: { status: string; index: number }): Promise<string> {
    const { workspaceId: workspace_id } = world.demo;
    const id = newId('execution');
    await world.database('executions').insert({
      workspace_id,
      id,
      journey_id: journeyId,
      version: 1,
      end_user_id: person.id,
      exclusive: false,
      current_step_id: 'mail',
    });
    await world.database('execution_steps').insert({
      workspace_id,
      execution_id: id,
      step_id: 'mail',
      kind: 'send',
      status,
      reason: status === 'skipped' ? 'opt_out' : status === 'failed' ? 'template_error' : null,
      deferred_reason: status === 'waiting' ? 'quiet_hours' : null,
      // Pairs have the same time.
      entered_at: new Date(Date.now() - 60_000 - Math.floor(index / 2)),
      left_at: status === 'waiting' ? null : new Date(),
    });
    return `${id}.mail`;
  }

  test('pages of any size have every message once, newest first', async () => {
    const all = await list('limit=200');
    for (const limit of [1, 2, 7]) {
      const walked: Message[] = [];
      let cursor = '';
      do {
        const { body } = await world.api.get(`/api/messages?limit=${limit}${cursor}`);
        walked.push(...body.data);
        expect(body.data.length).toBe(Math.min(limit, all.length - walked.length + body.data.length));
        cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
      } while (cursor !== '');
      expect(walked.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    }
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(skipped));
  });

  test('filters find them by journey, communication, address and time', async () => {
    const expected = [...skipped].sort();
    const filters = [
      `journeyId=${journeyId}`,
      `communicationId=${communicationId}`,
      `to=${person.email.toUpperCase()}`,
      `to=${person.email.slice(2, -3)}`,
    ];
    for (const filter of filters) {
      const found = await list(`${filter}&limit=200`);
      expect(found.map(({ id }) => id).sort()).toEqual(expected);
    }
    expect(await list(`journeyId=${journeyId}&until=2020-01-01`)).toEqual([]);
    expect(await list(`journeyId=${journeyId}&kind=notice`)).toEqual([]);
    expect(await list('to=%25')).toEqual([]);
    const [first] = await list(`journeyId=${journeyId}&state=skipped`);
    expect(first).toMatchObject({
      kind: 'journey',
      state: 'skipped',
      reason: 'opt_out',
      recipient: person.email,
      subject: 'Welcome',
      communicationId,
      communicationName: 'Welcome mail',
      journeyId,
      journeyName: 'Welcome',
      stepId: 'mail',
      endUserId: person.id,
      sentAt: null,
    });
    expect(await read(first!.id)).toMatchObject({ ...first, attempts: 0, retry: { isAllowed: false } });
    const failed = (await list(`journeyId=${journeyId}&state=failed`))[0]!;
    expect((await world.api.post(`/api/messages/${failed.id}/retry`)).body).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      error: expect.stringContaining('could not be rendered'),
    });
  });

  test('members see messages of journeys only', async () => {
    const member = apiClient(world.apiUrl, (await addMember(world, 'member')).userKey);
    const visible = await list('limit=200', member);
    expect(visible.map(({ id }) => id).sort()).toEqual([...skipped].sort());
    const { id } = await sendTo();
    expect((await member.get(`/api/messages/${id}`)).status).toBe(404);
    expect(await list('kind=transactional', member)).toEqual([]);
  });
});

test('a cursor that is cut or made up is refused', async () => {
  for (const value of ['x', 'bnVsbA', Buffer.from('[1,2]').toString('base64url')]) {
    expect((await world.api.get(`/api/messages?cursor=${value}`)).status).toBe(400);
  }
});
