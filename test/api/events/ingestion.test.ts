import { deflateSync, gzipSync } from 'node:zlib';
import { apiClient } from '../../support/api-client';
import { createSubject, executionsOf, publishJourney, uniqueName } from '../../support/journeys';
import { countLockWaits } from '../../support/lock-waits';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const url = 'https://shop.example.com/';

const post = (body: unknown, headers: Record<string, string> = {}, path = '/api/events') =>
  world.api.raw(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': chrome, ...headers },
    body: body instanceof Uint8Array ? body : typeof body === 'string' ? body : JSON.stringify(body),
  });
const batch = (events: unknown[], fields: Record<string, unknown> = {}) => ({
  workspaceKey: world.demo.workspaceKey,
  events,
  ...fields,
});
const stored = (visitorId: string) =>
  world.database('events').where({ visitor_id: visitorId }).orderBy('occurred_at').orderBy('id');

describe('POST /api/events', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('accepts a %s body as text/plain', async (encoding, compress) => {
    const visitorId = uniqueName('v');
    const body = compress(JSON.stringify(batch([{ type: 'pageview', visitorId, url }])));
    const response = await post(new Uint8Array(body), { 'content-type': 'text/plain', 'content-encoding': encoding });
    expect(response.body).toEqual({ received: 1 });
    expect(await stored(visitorId)).toHaveLength(1);
  });

  it('corrects clock skew by sentAt, and clamps and flags times out of range', async () => {
    const visitorId = uniqueName('v');
    const sent = Date.now() + 7_200_000;
    const event = (type: string, timestamp: string) => ({ type, visitorId, url, timestamp });
    const before = Date.now();
    const response = await post(
      batch(
        [
          event('minute-ago', new Date(sent - 60_000).toISOString()),
          event('year-9999', '9999-12-31T23:59:59Z'),
          event('long-ago', '1999-01-01T00:00:00Z'),
        ],
        { sentAt: new Date(sent).toISOString() },
      ),
    );
    expect(response.body).toEqual({ received: 3 });
    const rows = await stored(visitorId);
    const byType = Object.fromEntries(rows.map((row) => [row.type, row]));
    expect(byType['minute-ago'].clock_adjusted).toBe(false);
    expect(byType['minute-ago'].occurred_at.getTime()).toBeLessThanOrEqual(Date.now() - 59_000);
    expect(byType['minute-ago'].occurred_at.getTime()).toBeGreaterThanOrEqual(before - 61_000);
    for (const type of ['year-9999', 'long-ago']) {
      expect(byType[type].clock_adjusted).toBe(true);
      expect(byType[type].occurred_at).toEqual(byType[type].received_at);
    }
  });

  it('stores visitor events while an event about a person waits for a lock', async () => {
    const [visitorId, email] = [uniqueName('v'), `${uniqueName('held')}@example.com`];
    const person = { workspace_id: world.demo.workspaceId, email };
    const other = await world.database.transaction();
    let keyed: Promise<unknown> | undefined;
    try {
      await other('end_users').insert({ id: uniqueName('user'), ...person });
      let isOver = false;
      keyed = world.api.post('/api/v1/events', { type: 'signup', email }).finally(() => (isOver = true));
      await waitFor(async () => (await countLockWaits(world.database, { application: 'apex-ingestion' })) > 0, {
        what: 'the event about the person to wait',
      });
      expect((await post(batch([{ type: 'pageview', visitorId, url }]))).body).toEqual({ received: 1 });
      expect(isOver).toBe(false);
      expect(await stored(visitorId)).toHaveLength(1);
    } finally {
      await other.rollback();
      await keyed;
    }
  });

  it('stores a messageId once per batch, across parallel requests and across partitions', async () => {
    const visitorId = uniqueName('v');
    const messageId = uniqueName('m');
    const event = { type: 'pageview', visitorId, url, messageId };
    const lastMonth = new Date(Date.now() - 29 * 86_400_000).toISOString();
    expect((await post(batch([event, event]))).body).toEqual({ received: 2 });
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(batch([event]))));
    expect(responses.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, () => ({ received: 1 })));
    // Another month is another partition, where a unique key on events cannot find the repeat.
    expect((await post(batch([{ ...event, timestamp: lastMonth }]))).body).toEqual({ received: 1 });
    expect(await stored(visitorId)).toHaveLength(1);
  });

  it('stores a messageId again after 24 hours', async () => {
    const visitorId = uniqueName('v');
    const event = { type: 'pageview', visitorId, url, messageId: uniqueName('m') };
    await post(batch([event]));
    await world
      .database('event_messages')
      .where({ message_id: event.messageId })
      .update({ received_at: new Date(Date.now() - 25 * 3_600_000) });
    await post(batch([event]));
    expect(await stored(visitorId)).toHaveLength(2);
  });

  it.each([
    ['a NUL character', { type: 'a\u0000b' }],
    ['a NUL character in a key of data', { data: { 'a\u0000': 1 } }],
    ['half a surrogate pair', { data: { text: 'a\ud800b' } }],
    ['nesting 500 deep', { data: JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) }],
    ['a time that is none', { timestamp: 'yesterday' }],
    ['40 KB', { data: { text: 'x'.repeat(40_000) } }],
    ['no url', { url: undefined }],
    ['a messageId of 101 characters', { messageId: 'm'.repeat(101) }],
  ])('rejects only the event with %s from a batch, and keeps it for a replay', async (_, fields) => {
    const visitorId = uniqueName('v');
    const good = { type: 'pageview', visitorId, url };
    const response = await post(batch([good, { ...good, ...fields }, good]));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      received: 2,
      rejected: [
        {
          index: 1,
          code: expect.stringMatching(/^(VALIDATION_ERROR|PAYLOAD_TOO_LARGE)$/),
          message: expect.any(String),
        },
      ],
    });
    expect(await stored(visitorId)).toHaveLength(2);
    const kept = await world.database('rejected_events').where('payload', 'like', `%${visitorId}%`);
    expect(kept).toMatchObject([{ origin: 'public', code: response.body.rejected[0].code, replayed_at: null }]);
    expect(JSON.parse(kept[0].payload)).toEqual(JSON.parse(JSON.stringify({ ...good, ...fields })));
  });

  it('refuses 100,000 levels of nesting as a validation error, in a batch and in a single event', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { workspaceKey } = world.demo;
    const inBatch = `{"workspaceKey":"${workspaceKey}","events":[{"type":"t","visitorId":"v","url":"u","data":${deep}}]}`;
    expect((await post(inBatch)).body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'events.0' }] });
    const single = `{"workspaceKey":"${workspaceKey}","type":"t","visitorId":"v","url":"u","data":{"a":${deep}}}`;
    expect((await post(single)).body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 });
  });

  it('flags crawlers by their user agent and starts no journeys for them', async () => {
    const subject = await createSubject(world);
    const journey = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
    const event = { type: journey.eventName, visitorId: subject.visitorId, url };
    await post(batch([event]), {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    });
    expect(await stored(subject.visitorId)).toMatchObject([{ is_bot: true }]);
    // The link itself is queued with a time at the epoch.
    const queued = () =>
      world
        .database('rollup_queue')
        .whereRaw(`? = any (visitor_ids) and now() - interval '1 day' < any (times)`, [subject.visitorId]);
    expect(await queued()).toEqual([]);
    expect(await executionsOf(world, journey.id)).toEqual([]);
    await post(batch([event]));
    expect(await executionsOf(world, journey.id)).toHaveLength(1);
    expect(await queued()).toHaveLength(1);
  });

  it('links a visitor to the claimed lead without starting a journey, and never changes the link', async () => {
    const subject = await createSubject(world);
    const other = await createSubject(world);
    const visitorId = uniqueName('v');
    const journey = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
    await post(batch([{ type: journey.eventName, visitorId, url }], { userId: subject.id }));
    await post(batch([{ type: journey.eventName, visitorId, url, userId: other.id }]));
    expect((await world.api.get(`/api/identity?visitorId=${visitorId}`)).body).toMatchObject({ leadId: subject.id });
    expect(await executionsOf(world, journey.id)).toEqual([]);
    const stranger = uniqueName('v');
    await post(batch([{ type: 'pageview', visitorId: stranger, url, userId: 'nobody' }]));
    expect((await world.api.get(`/api/identity?visitorId=${stranger}`)).body).toMatchObject({ leadId: null });
  });

  it('stores the channel of each event', async () => {
    const visitorId = uniqueName('v');
    await post(batch([{ type: 'pageview', visitorId, url: `${url}?utm_source=news&utm_medium=email` }]));
    await post(batch([{ type: 'pageview', visitorId, url, referrer: 'https://www.google.com/' }]));
    expect((await stored(visitorId)).map(({ channel }) => channel)).toEqual(['email', 'organic_search']);
  });
});

describe('POST /api/v1/events', () => {
  const send = (body: unknown, key = world.demo.serverKey) => apiClient(world.apiUrl, key).post('/api/v1/events', body);
  const identity = async (visitorId: string) => (await world.api.get(`/api/identity?visitorId=${visitorId}`)).body;

  it('accepts one event or a batch without a url', async () => {
    const visitorId = uniqueName('v');
    expect((await send({ type: 'order', visitorId })).body).toEqual({ received: 1, started: [], skipped: [] });
    expect((await send({ events: [{ type: 'order', visitorId }, { type: 'order' }] })).body).toEqual({
      received: 1,
      rejected: [{ index: 1, code: 'VALIDATION_ERROR', message: expect.stringContaining('email') }],
    });
    expect((await stored(visitorId)).map((row) => [row.url, row.channel, row.is_bot])).toEqual([
      [null, null, false],
      [null, null, false],
    ]);
  });

  it('refuses events without a subject, unknown fields, and the key of another workspace', async () => {
    expect((await send({ type: 'order' })).body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 });
    expect((await send({ visitorId: 'v' })).status).toBe(400);
    expect((await send({ type: 'order', visitorId: 'v', colour: 'red' })).status).toBe(400);
    expect((await send({ type: 'order', email: 'nonsense' })).status).toBe(400);
    expect((await send({ type: 'order', visitorId: 'v', workspaceKey: 'svc_pk_other' })).status).toBe(400);
    const own = { type: 'order', visitorId: 'v', workspaceKey: world.demo.workspaceKey };
    expect((await send(own)).status).toBe(200);
    expect((await send(own, world.demo.userKey)).body).toMatchObject({ code: 'FORBIDDEN', status: 403 });
  });

  it('creates the person of an address in any spelling and links the visitor as verified', async () => {
    const email = `${uniqueName('Person')}@Example.com`;
    const [first, second] = [uniqueName('v'), uniqueName('v')];
    await send({ type: 'signup', visitorId: first, email });
    await send({ type: 'signup', visitorId: second, email: ` ${email.toLowerCase()} ` });
    const { leadId, events } = await identity(first);
    expect(leadId).toMatch(/^eus_/);
    expect((await identity(second)).leadId).toBe(leadId);
    expect(events).toHaveLength(2);
    expect((await world.api.get(`/api/end-users/${leadId}`)).body.email).toBe(email.toLowerCase());
  });

  it('creates the person of a user id and adds the address later', async () => {
    const userId = uniqueName('customer');
    const email = `${userId}@example.com`;
    const visitorId = uniqueName('v');
    await send({ type: 'signup', userId });
    await send({ type: 'login', userId, visitorId });
    const { leadId } = await identity(visitorId);
    expect((await world.api.get(`/api/end-users/${leadId}`)).body.email).toBeNull();
    await send({ type: 'verified', userId, email });
    expect((await world.api.get(`/api/end-users/${leadId}`)).body.email).toBe(email);
    await send({ type: 'order', email });
    expect(await world.database('events').where({ end_user_id: leadId })).toHaveLength(4);
    // A lead’s own id works, too; an unknown lead id links to no one.
    await send({ type: 'order', userId: leadId });
    expect(await world.database('events').where({ end_user_id: leadId })).toHaveLength(5);
    await send({ type: 'order', userId: 'eus_00000000000000000000000000' });
    expect(await world.database('events').where({ user_id: 'eus_00000000000000000000000000' })).toMatchObject([
      { end_user_id: null },
    ]);
  });

  it('creates one person for any number of parallel requests', async () => {
    const userId = uniqueName('customer');
    const email = `${userId}@example.com`;
    const names = [{ userId }, { userId, email }, { email, userId }, { userId }];
    const responses = await Promise.all(
      Array.from({ length: 80 }, (_, index) => send({ type: 'order', ...names[index % names.length] })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const people = await world.database('events').where({ user_id: userId }).distinct('end_user_id');
    expect(people).toHaveLength(1);
    expect(await world.database('end_users').where({ email })).toMatchObject([{ id: people[0].end_user_id }]);
  });

  it('starts journeys for the named person, also through a verified visitor', async () => {
    const journey = await publishJourney(world, [{ id: 'end', kind: 'exit' }], { reentry: 'always' });
    const email = `${uniqueName('person')}@example.com`;
    const visitorId = uniqueName('v');
    await send({ type: journey.eventName, email });
    expect(await executionsOf(world, journey.id)).toHaveLength(1);
    await send({ type: 'login', email, visitorId });
    await post(batch([{ type: journey.eventName, visitorId, url }]));
    const executions = await executionsOf(world, journey.id);
    expect(executions).toHaveLength(2);
    expect(new Set(executions.map(({ endUserId }) => endUserId)).size).toBe(1);
  });

  it('replaces an asserted link with an audit entry and keeps a verified link', async () => {
    const visitorId = uniqueName('v');
    const [claimed, true_, third] = ['claimed', 'true', 'third'].map((name) => `${uniqueName(name)}@example.com`);
    await world.api.post('/api/identity/stitch', {
      visitorId,
      email: claimed,
      workspaceKey: world.demo.workspaceKey,
    });
    const before = await identity(visitorId);
    await send({ type: 'login', visitorId, email: true_ });
    const after = await identity(visitorId);
    expect(after.leadId).not.toBe(before.leadId);
    expect(await world.database('audit_entries').where({ subject_id: visitorId })).toMatchObject([
      { action: 'visitor.relinked', metadata: { leadId: after.leadId, previousLeadId: before.leadId } },
    ]);
    await send({ type: 'login', visitorId, email: third });
    expect((await identity(visitorId)).leadId).toBe(after.leadId);
  });
});
