import { isSuppressed } from '../../../db/email/suppressions';
import { apiClient, type ApiResponse } from '../../support/api-client';
import { createSubject, uniqueName } from '../../support/journeys';
import { countLockWaits } from '../../support/lock-waits';
import { certificateUrl, createSnsTopic, topicArn, type SnsTopic } from '../../support/sns-topic';
import { startTcpProxy } from '../../support/tcp-proxy';
import { postSend, sendRow } from '../../support/transactional';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

let topic: SnsTopic;
let apiUrl: string;

const world = useWorld({ temporal: false });

beforeAll(async () => {
  topic = createSnsTopic();
  const settings = { SES_TOPIC_ARNS: `arn:aws:sns:us-east-1:123456789012:other, ${topicArn}` };
  ({ url: apiUrl } = await world.startApi(settings, topic.client));
});

/** Posts like SNS: JSON with a text content type. */
const post = (message: unknown, baseUrl = apiUrl): Promise<ApiResponse> =>
  apiClient(baseUrl).raw('/api/webhooks/ses', {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=UTF-8' },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });

const now = (): string => new Date().toISOString();
const mailOf = (to: string, sendId: unknown) => ({
  messageId: uniqueName('ses'),
  timestamp: now(),
  destination: [to],
  tags: { 'apex-send-id': [String(sendId)], 'ses:operation': ['SendEmail'] },
});
const bounceOf = (to: string, sendId: unknown, bounceType = 'Permanent') => ({
  eventType: 'Bounce',
  mail: mailOf(to, sendId),
  bounce: {
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: to, status: '5.1.1', diagnosticCode: `smtp; 550 5.1.1 <${to}> unknown` }],
    timestamp: now(),
    feedbackId: uniqueName('feedback'),
  },
});
const complaintOf = (to: string, sendId: unknown, type: string | null = 'abuse') => ({
  eventType: 'Complaint',
  mail: mailOf(to, sendId),
  complaint: { complaintFeedbackType: type, complainedRecipients: [{ emailAddress: to }], timestamp: now() },
});
const deliveryOf = (to: string, sendId: unknown) => ({
  eventType: 'Delivery',
  mail: mailOf(to, sendId),
  delivery: { timestamp: now(), recipients: [to], smtpResponse: '250 ok' },
});

/** Sends a transactional message to the mail sink. */
async function sendOne(to = `${uniqueName('person')}@example.com`) {
  const response = await postSend(world, { to, subject: 'Hello', text: 'Hello' });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return { to, id: response.body.id as string };
}

const held = (email: string): Promise<boolean> => isSuppressed(world.database, world.demo.workspaceId, email);
const record = async (id: string) => (await world.api.get(`/api/transactional/${id}`)).body;

describe('a permanent bounce', () => {
  test('suppresses the address, shows on the record, and blocks the next send', async () => {
    const { to, id } = await sendOne();
    expect((await post(topic.notification(bounceOf(to.toUpperCase(), id)))).body).toEqual({ outcome: 'processed' });
    const found = (await world.api.get('/api/suppressions?limit=1')).body.data[0];
    expect(found).toMatchObject({ email: to, reason: 'bounce', origin: 'ses' });
    expect((await record(id)).events).toEqual([
      {
        kind: 'bounce',
        at: expect.any(String),
        count: 1,
        lastAt: expect.any(String),
        automated: false,
        link: null,
        detail: 'Permanent/General 5.1.1',
      },
    ]);
    const recent = (await world.api.get('/api/transactional/recent?limit=1')).body.data[0];
    expect([recent.id, recent.events[0].kind]).toEqual([id, 'bounce']);
    const again = await postSend(world, { to, subject: 'Hello', text: 'Hello' });
    expect([again.status, again.body.error.code]).toEqual([422, 'suppressed']);
    const audit = await world.database('audit_entries').whereRaw(`metadata ->> 'sendId' = ?`, id);
    expect(audit).toMatchObject([{ action: 'suppression.created', actor: 'system' }]);
    const kept = JSON.stringify([audit, await world.database('send_events').where({ send_id: id })]);
    expect(kept).not.toContain(to);
  });

  test('suppresses an address in another spelling than the recipient’s', async () => {
    const { to, id } = await sendOne(`Zoe.${uniqueName('person')}@münchen.example`);
    const canonical = to.toLowerCase().replace('münchen', 'xn--mnchen-3ya');
    expect((await record(id)).to).toBe(canonical);
    const event = bounceOf(`<${to.normalize('NFD')}>`, id);
    expect((await post(topic.notification({ ...event, mail: mailOf(canonical, id) }))).status).toBe(200);
    expect((await world.api.get('/api/suppressions?limit=1')).body.data[0].email).toBe(canonical);
    expect(await held(to)).toBe(true);
  });

  test('is accepted as a notification, found by header or provider id, with version 1 signatures', async () => {
    for (const by of ['header', 'message id'] as const) {
      const { to, id } = await sendOne();
      const { eventType, mail, ...rest } = bounceOf(to, id);
      const { provider_message_id: providerId } = await sendRow(world, to);
      const named = by === 'header' ? { headers: [{ name: 'X-Apex-Send-Id', value: id }] } : { messageId: providerId };
      const notification = { notificationType: eventType, ...rest, mail: { ...mail, tags: undefined, ...named } };
      const response = await post(topic.notification(notification, { SignatureVersion: '1', Subject: 'Amazon SES' }));
      expect(response.body).toEqual({ outcome: 'processed' });
      expect(await held(to)).toBe(true);
    }
  });

  test('differs from a transient bounce, which is recorded without a suppression', async () => {
    const { to, id } = await sendOne();
    expect((await post(topic.notification(bounceOf(to, id, 'Transient')))).body.outcome).toBe('processed');
    expect(await held(to)).toBe(false);
    expect((await record(id)).events).toMatchObject([{ kind: 'bounce', detail: 'Transient/General 5.1.1' }]);
  });

  test('does not suppress an address that was not a recipient', async () => {
    const { to, id } = await sendOne();
    const bounce = bounceOf(to, id);
    bounce.bounce.bouncedRecipients = [{ ...bounce.bounce.bouncedRecipients[0]!, emailAddress: 'other@example.com' }];
    await post(topic.notification(bounce));
    expect([await held('other@example.com'), await held(to)]).toEqual([false, true]);
  });

  test('of an erased person does not store their address again', async () => {
    const person = await createSubject(world);
    const { id } = await sendOne(person.email);
    const path = '/api/journeys/internal/forget-end-user';
    const requested = await apiClient(apiUrl, world.environment['SYNC_API_KEY']).post(path, {
      workspaceId: world.demo.workspaceId,
      endUserId: person.id,
    });
    expect(requested.status).toBe(202);
    expect((await post(topic.notification(bounceOf(person.email, id)))).body.outcome).toBe('processed');
    expect(await held(person.email)).toBe(false);
  });
});

test('a complaint about any message suppresses and opts out the person; "not-spam" does not', async () => {
  for (const [type, consent] of [
    ['abuse', false],
    [null, false],
    ['not-spam', true],
  ] as const) {
    const person = await createSubject(world);
    const { id } = await sendOne(person.email);
    expect((await post(topic.notification(complaintOf(person.email, id, type)))).body.outcome).toBe('processed');
    const { marketing } = (await world.api.get(`/api/end-users/${person.id}`)).body.consent;
    expect([await held(person.email), marketing]).toEqual([!consent, consent]);
  }
});

test('a complaint replaces a bounce as the reason of a suppression, but not a manual one', async () => {
  for (const [first, then, reason] of [
    ['bounce', complaintOf, 'complaint'],
    ['complaint', bounceOf, 'complaint'],
    ['manual', complaintOf, 'manual'],
  ] as const) {
    const { to, id } = await sendOne();
    if (first === 'manual') await world.api.post('/api/suppressions', { email: to });
    else await post(topic.notification(first === 'bounce' ? bounceOf(to, id) : complaintOf(to, id)));
    const before = (await world.api.get('/api/suppressions?limit=1')).body.data[0];
    expect(before).toMatchObject({ email: to, reason: first });
    expect((await post(topic.notification(then(to, id)))).body).toEqual({ outcome: 'processed' });
    expect((await world.api.get(`/api/suppressions/${before.id}`)).body).toEqual({ ...before, reason });
    const audit = await world.database('audit_entries').whereRaw(`metadata ->> 'suppressionId' = ?`, before.id);
    expect(audit.map(({ action }: { action: string }) => action)).toEqual(
      first === 'bounce' ? ['suppression.created', 'suppression.updated'] : ['suppression.created'],
    );
  }
});

describe('a delivery', () => {
  test('completes a record with an unknown outcome, once', async () => {
    const { to, id } = await sendOne();
    await world.database('sends').where({ id }).update({ status: 'sending', sent_at: null, provider_message_id: null });
    const event = deliveryOf(to, id);
    expect((await post(topic.notification(event))).body.outcome).toBe('processed');
    // SES can report the same delivery in its other format.
    const { eventType: notificationType, ...rest } = event;
    expect((await post(topic.notification({ notificationType, ...rest }))).body.outcome).toBe('processed');
    const shown = await record(id);
    expect(shown).toMatchObject({
      status: 'sent',
      messageId: event.mail.messageId,
      deliveredAt: event.delivery.timestamp,
    });
    expect(shown.events.map(({ kind }: { kind: string }) => kind)).toEqual(['delivery']);
  });

  test('completes a notice, too', async () => {
    await world.api.post('/api/members', { email: `${uniqueName('member')}@example.com` });
    const notice = await world.database('sends').where({ kind: 'notice' }).first();
    const started = new Date(Date.now() - 60_000);
    await world.database('sends').where({ id: notice.id }).update({ status: 'unknown', provider_started_at: started });
    const event = deliveryOf('member@example.com', notice.id);
    expect((await post(topic.notification(event))).body.outcome).toBe('processed');
    const row = await world.database('sends').where({ id: notice.id }).first();
    expect(row).toMatchObject({ status: 'sent', sent_at: started, provider_message_id: event.mail.messageId });
    expect(row.delivered_at.toISOString()).toBe(event.delivery.timestamp);
  });
});

test('a repeated message changes nothing, even with several at the same time', async () => {
  const { to, id } = await sendOne();
  const message = topic.notification(bounceOf(to, id));
  const outcomes = await Promise.all(Array.from({ length: 6 }, async () => (await post(message)).body.outcome));
  expect(outcomes.sort()).toEqual(['duplicate', 'duplicate', 'duplicate', 'duplicate', 'duplicate', 'processed']);
  const found = (await world.api.get('/api/suppressions?limit=1')).body.data[0];
  await world.api.delete(`/api/suppressions/${found.id}`);
  expect((await post(message)).body.outcome).toBe('duplicate');
  expect(await held(to)).toBe(false);
});

describe('parts of an event that are null, missing or invalid', () => {
  type Event = ReturnType<typeof bounceOf>;
  const bounceWith = (more: object) => (event: Event) => ({ ...event, bounce: { ...event.bounce, ...more } });
  const mailWith = (more: object) => (event: Event) => ({ ...event, mail: { ...event.mail, ...more } });
  const recipientWith = (more: object) => (event: Event) =>
    bounceWith({ bouncedRecipients: [{ ...event.bounce.bouncedRecipients[0], ...more }, null] })(event);

  test.each<[string, (event: Event) => object]>([
    ['status null', recipientWith({ status: null })],
    ['status a number', recipientWith({ status: 5 })],
    ['status long', recipientWith({ status: '5'.repeat(500) })],
    ['bounceSubType null', bounceWith({ bounceSubType: null })],
    ['timestamp missing', bounceWith({ timestamp: undefined })],
    ['timestamp invalid', bounceWith({ timestamp: 'today' })],
    ['recipients null', bounceWith({ bouncedRecipients: null })],
    ['destination null', mailWith({ destination: null })],
    ['mail.timestamp null', mailWith({ timestamp: null })],
    ['headers null', mailWith({ headers: null })],
    ['a header without a value', mailWith({ headers: [{ name: 'X-Other' }, { name: null, value: 'x' }] })],
    ['messageId null', mailWith({ messageId: null })],
    ['another tag null', (event) => mailWith({ tags: { ...event.mail.tags, other: null, third: [null] } })(event)],
    ['eventType null', (event) => ({ ...event, eventType: null, notificationType: 'Bounce' })],
    ['other parts null', (event) => ({ ...event, complaint: null, delivery: null, reject: null })],
  ])('%s: the bounce suppresses the address', async (_, change) => {
    const { to, id } = await sendOne();
    expect((await post(topic.notification(change(bounceOf(to, id))))).body).toEqual({ outcome: 'processed' });
    expect(await held(to)).toBe(true);
  });

  test('without tags, the send is found by the provider’s id, also for a complaint', async () => {
    const { to, id } = await sendOne();
    const { provider_message_id: messageId } = await sendRow(world, to);
    const complaint = { ...complaintOf(to, id).complaint, complaintFeedbackType: undefined };
    const mail = { ...mailOf(to, id), tags: null, messageId };
    const response = await post(topic.notification({ eventType: 'Complaint', mail, complaint }));
    expect([response.body.outcome, await held(to)]).toEqual(['processed', true]);
  });

  test.each<[string, (event: Event) => unknown]>([
    ['no bounce', ({ mail }) => ({ eventType: 'Bounce', mail })],
    ['no bounce type', bounceWith({ bounceType: null })],
    ['no mail', ({ eventType, bounce }) => ({ eventType, bounce })],
    ['no recipient', (event) => mailWith({ destination: [] })(bounceWith({ bouncedRecipients: [{}] })(event))],
    ['no id', mailWith({ messageId: null, tags: null })],
    ['an incomplete text', (event) => JSON.stringify(event).slice(0, -2)],
    [
      'a complaint without recipients',
      ({ mail }) => ({ notificationType: 'Complaint', mail: { ...mail, destination: null }, complaint: {} }),
    ],
  ])('%s: the report is kept and counted once', async (_, change) => {
    const { to, id } = await sendOne();
    const count = async (): Promise<number> =>
      Number(/^apex_feedback_unreadable_total (\d+)$/m.exec(await (await fetch(`${apiUrl}/metrics`)).text())?.[1]);
    const before = await count();
    const message = topic.notification(change(bounceOf(to, id)));
    expect(await post(message)).toMatchObject({ status: 200, body: { outcome: 'unreadable' } });
    expect((await post(message)).body).toEqual({ outcome: 'duplicate' });
    expect(await count()).toBe(before + 1);
    const kept = await world.database('unreadable_feedback').where({ message_id: message.MessageId });
    expect(kept).toMatchObject([{ message: message.Message }]);
  });
});

test.each([
  ['no message of ours', () => bounceOf('somebody@example.com', 'snd_none')],
  ['a kind that changes nothing', () => ({ ...deliveryOf('somebody@example.com', 'snd_none'), eventType: 'Open' })],
  ['the greeting of SES', () => 'Successfully validated SNS topic for Amazon SES event publishing.'],
  ['other JSON', () => ({ hello: 1 })],
])('%s is accepted and ignored', async (_, message) => {
  expect(await post(topic.notification(message()))).toMatchObject({ status: 200, body: { outcome: 'ignored' } });
});

describe('refused messages', () => {
  const host = 'https://sns.eu-west-1.amazonaws.com';
  const pem = '/SimpleNotificationService-0123456789abcdef.pem';
  const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

  test.each<[string, object]>([
    ['a topic that is not allowed', { TopicArn: 'arn:aws:sns:eu-west-1:123456789012:apex-mail2' }],
    ['a topic of another account', { TopicArn: 'arn:aws:sns:eu-west-1:999999999999:apex-mail' }],
    ['a topic of another region', { TopicArn: 'arn:aws:sns:us-east-1:123456789012:apex-mail' }],
    ['no ARN', { TopicArn: 'apex-mail' }],
    ['a certificate of another region', { SigningCertURL: `https://sns.us-east-1.amazonaws.com${pem}` }],
    ['http', { SigningCertURL: `http://sns.eu-west-1.amazonaws.com${pem}` }],
    ['another host', { SigningCertURL: `https://evil.test${pem}` }],
    ['a host that begins right', { SigningCertURL: `${host}.evil.test${pem}` }],
    ['a host that ends right', { SigningCertURL: `https://evil-sns.eu-west-1.amazonaws.com${pem}` }],
    ['a bucket', { SigningCertURL: `https://s3.eu-west-1.amazonaws.com/bucket${pem}` }],
    ['China’s host', { SigningCertURL: `${host}.cn${pem}` }],
    ['user info', { SigningCertURL: `https://sns.eu-west-1.amazonaws.com@evil.test${pem}` }],
    ['a port', { SigningCertURL: `${host}:8443${pem}` }],
    ['another path', { SigningCertURL: `${host}/evil.pem` }],
    ['a path above', { SigningCertURL: `${host}/x/..${pem}` }],
    ['a query', { SigningCertURL: `${host}${pem}?x=1` }],
    ['a fragment', { SigningCertURL: `${host}${pem}#.pem` }],
    ['a line break', { SigningCertURL: `${host}${pem}\n` }],
    ['a backslash', { SigningCertURL: `${host}\\@evil.test${pem}` }],
    ['a page of SNS itself', { SigningCertURL: `${host}/?Action=Publish&Message=x.pem` }],
    ['an old message', { Timestamp: ago(61 * 60_000) }],
    ['one of the future', { Timestamp: ago(-10 * 60_000) }],
    ['another version', { SignatureVersion: '3' }],
  ])('%s, with a valid signature, returns 403 and fetches nothing', async (_, fields) => {
    const { to, id } = await sendOne();
    const before = topic.fetched.length;
    const response = await post(topic.notification(bounceOf(to, id), fields));
    expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN']);
    expect([topic.fetched.length, await held(to)]).toEqual([before, false]);
  });

  test.each<[string, object]>([
    ['the body', { Message: '{"eventType":"Bounce"}' }],
    ['the id', { MessageId: 'another' }],
    ['the time', { Timestamp: new Date(Date.now() - 1_000).toISOString() }],
    ['the topic', { TopicArn: 'arn:aws:sns:us-east-1:123456789012:other', SigningCertURL: certificateUrl }],
    ['a subject that was added', { Subject: 'Hello' }],
    ['the version', { SignatureVersion: '1' }],
    ['the signature', { Signature: Buffer.from('nothing').toString('base64') }],
    ['the type', { Type: 'UnsubscribeConfirmation', Token: 't', SubscribeURL: `${host}/` }],
  ])('changed after signing: %s', async (_, fields) => {
    const { to, id } = await sendOne();
    const response = await post({ ...topic.notification(bounceOf(to, id)), ...fields });
    expect([response.status, response.body.code, await held(to)]).toEqual([403, 'FORBIDDEN', false]);
  });

  test('signed with another key', async () => {
    const { to, id } = await sendOne();
    expect((await post(createSnsTopic().notification(bounceOf(to, id)))).status).toBe(403);
  });

  test.each([
    ['no JSON', 'x', 400],
    ['nothing', '', 400],
    ['a raw event', { eventType: 'Bounce' }, 400],
    ['another type', { Type: 'Hello' }, 400],
    ['a field of another type', { Type: 'Notification', MessageId: 1 }, 400],
  ])('%s returns 400', async (_, body, status) => {
    expect((await post(body)).status).toBe(status);
  });

  test('an invalid certificate returns 403; an unavailable one returns 503 and is fetched again', async () => {
    const day = 86_400_000;
    const over = createSnsTopic({ from: new Date(Date.now() - 2 * day), to: new Date(Date.now() - day) });
    const none = createSnsTopic();
    none.certificates.set(certificateUrl, '<html>');
    for (const other of [over, none]) {
      const otherApi = await world.startApi({ SES_TOPIC_ARNS: topicArn }, other.client);
      const response = await post(other.notification({}), otherApi.url);
      expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN']);
      await otherApi.stop();
    }
    const delayed = createSnsTopic();
    const kept = delayed.certificates.get(certificateUrl)!;
    delayed.certificates.clear();
    const delayedApi = await world.startApi({ SES_TOPIC_ARNS: topicArn }, delayed.client);
    const delayedUrl = delayedApi.url;
    const message = delayed.notification({});
    const refused = await post(message, delayedUrl);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    delayed.certificates.set(certificateUrl, kept);
    for (let round = 0; round < 3; round += 1) expect((await post(message, delayedUrl)).status).toBe(200);
    expect(delayed.fetched).toHaveLength(2);
    await delayedApi.stop();
  });

  test('every message if no topic is configured', async () => {
    const response = await post(topic.notification({}), world.apiUrl);
    expect([response.status, response.body.error]).toEqual([403, expect.stringContaining('SES_TOPIC_ARNS')]);
  });
});

describe('a subscription', () => {
  const confirmationOf = (fields: object = {}) =>
    topic.sign({
      ...topic.notification('You have chosen to subscribe.'),
      Type: 'SubscriptionConfirmation' as const,
      Token: 'token-1',
      SubscribeURL: `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=token-1`,
      ...fields,
    });

  test('of an allowed topic is confirmed', async () => {
    expect(await post(confirmationOf())).toMatchObject({ status: 200, body: { outcome: 'confirmed' } });
    expect(topic.confirmed).toEqual([
      `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(topicArn)}&Token=token-1`,
    ]);
  });

  test.each([
    'http://sns.eu-west-1.amazonaws.com/',
    'https://sns.eu-west-1.amazonaws.com.evil.test/',
    'https://sns.us-east-1.amazonaws.com/',
    'https://sns.eu-west-1.amazonaws.com@169.254.169.254/',
    'https://sns.eu-west-1.amazonaws.com:444/',
    'https://sns.eu-west-1.amazonaws.com/x',
    'not an address',
  ])('with the address %s makes no request', async (base) => {
    const before = topic.confirmed.length;
    const SubscribeURL = `${base}?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=token-1`;
    expect((await post(confirmationOf({ SubscribeURL }))).status).toBe(403);
    expect(topic.confirmed).toHaveLength(before);
  });

  test('with another action, topic or token makes no request; a canceled one is ignored', async () => {
    const base = 'https://sns.eu-west-1.amazonaws.com/';
    const before = topic.confirmed.length;
    for (const query of [
      `Action=DeleteTopic&TopicArn=${topicArn}&Token=token-1`,
      `Action=ConfirmSubscription&TopicArn=${topicArn}x&Token=token-1`,
      `Action=ConfirmSubscription&TopicArn=${topicArn}&Token=token-2`,
    ]) {
      expect((await post(confirmationOf({ SubscribeURL: `${base}?${query}` }))).status).toBe(403);
    }
    expect((await post(confirmationOf({ Type: 'UnsubscribeConfirmation' }))).body).toEqual({ outcome: 'ignored' });
    expect(topic.confirmed).toHaveLength(before);
  });
});

test('a lost database connection returns 503, and the retry by SNS is processed', async () => {
  const { hostname, port } = new URL(world.databaseUrl);
  const proxy = await startTcpProxy(hostname, Number(port));
  const settings = { SES_TOPIC_ARNS: topicArn, DATABASE_URL: proxy.urlFor(world.databaseUrl) };
  const away = await world.startApi(settings, topic.client);
  const { to, id } = await sendOne();
  const message = topic.notification(bounceOf(to, id));
  // An open transaction with the same message id blocks this request until the connection breaks.
  const elsewhere = await world.database.transaction();
  await elsewhere('sns_messages').insert({ message_id: message.MessageId });
  const response = post(message, away.url);
  await waitFor(async () => (await countLockWaits(world.database, { query: '%sns_messages%' })) > 0);
  proxy.cut();
  expect((await response).status).toBe(503);
  await elsewhere.rollback();
  expect((await post(message)).body.outcome).toBe('processed');
  await away.stop();
  await proxy.close();
});
