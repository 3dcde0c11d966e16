import { setPlan } from '../support/internal';
import { insertAnomaly } from '../../db/analytics/anomalies';
import { newId } from '../../db/connection/ids';
import { insertConnection } from '../../db/connections/connections';
import { hasEarlierNotice, queueMemberNotice } from '../../db/notices/member-notices';
import type { MemberNotice } from '../../domain/notices/member-notice';
import { digestDate } from '../../domain/digest/digest-date';
import { digestPeriod } from '../../domain/digest/digest-time';
import { storeHistory } from '../support/event-history';
import { createSubject } from '../support/journeys';
import { readSink, type SinkMessage } from '../support/mail-sink';
import { addMember, type TestMember } from '../support/members';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';
import { createExperiment } from '../support/workspaces';

const world = useWorld();
let admin: TestMember;
let member: TestMember;
let silent: TestMember;

beforeAll(async () => {
  [admin, member, silent] = await Promise.all([
    addMember(world, 'admin'),
    addMember(world, 'member'),
    addMember(world, 'member'),
  ]);
  await world.startWorker({ MAINTAIN_EVERY_SECONDS: '86400' });
  // Invitations and their acceptance also create notices.
  await settled();
});

/** Preferences of a member who only wants notices about finished experiments. */
const almostNothing = { weekly_digest: false, experiment_started: false, integration: false, anomaly: false };

const prefer = (userId: string, preferences: object) =>
  world.database('notice_preferences').insert({
    workspace_id: world.demo.workspaceId,
    user_id: userId,
    ...preferences,
  });

beforeEach(async () => {
  await world.database('notice_preferences').delete();
  await prefer(silent.id, almostNothing);
});

const asMember = ({ cookie }: TestMember, method: string, path: string, body?: unknown) =>
  world.api.raw(path, {
    method,
    headers: { cookie, origin: world.apiUrl, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const preferencesPath = '/api/session/notifications';

/** Waits until every notice is settled. */
const settled = () =>
  waitFor(
    async () => {
      const open = await world.database('sends').where({ kind: 'notice' }).whereIn('status', ['queued', 'sending']);
      return open.length === 0 && (await world.database('outbox')).length === 0;
    },
    { what: 'notices to be settled' },
  );

/** Returns messages to an address, by a part of their subject. */
const received = async (email: string, subject: string): Promise<SinkMessage[]> =>
  (await readSink(world.sesEndpoint, email)).filter((message) => message.subject.includes(subject));

const counts = (subject: string): Promise<number[]> =>
  Promise.all(
    [world.demo.owner, admin, member, silent].map(async ({ email }) => (await received(email, subject)).length),
  );

const notify = (notice: MemberNotice) =>
  world.database.transaction((transaction) => queueMemberNotice(transaction, world.demo.workspaceId, notice));

test('everything is on by default; a change only affects the named settings', async () => {
  await world.database('notice_preferences').delete();
  const everything = {
    weeklyDigest: true,
    experimentStarted: true,
    experimentCompleted: true,
    integration: true,
    anomaly: true,
  };
  expect(await asMember(silent, 'GET', preferencesPath)).toMatchObject({ status: 200, body: everything });
  const changed = await asMember(silent, 'PATCH', preferencesPath, { weeklyDigest: false });
  expect(changed).toMatchObject({ status: 200, body: { ...everything, weeklyDigest: false } });
  await Promise.all(
    ['experimentStarted', 'integration', 'anomaly'].map((name) =>
      asMember(silent, 'PATCH', preferencesPath, { [name]: false }),
    ),
  );
  const nothing = { ...everything, weeklyDigest: false, experimentStarted: false, integration: false, anomaly: false };
  expect((await asMember(silent, 'PATCH', preferencesPath, {})).body).toEqual(nothing);
  expect((await asMember(silent, 'GET', preferencesPath)).body).toEqual(nothing);
  expect((await asMember(member, 'GET', preferencesPath)).body).toEqual(everything);
  for (const body of [{ weekly: false }, { weeklyDigest: 'no' }, { weeklyDigest: null }, []]) {
    expect((await asMember(silent, 'PATCH', preferencesPath, body)).status).toBe(400);
  }
});

test('the digest goes to each subscribed member once a day, with the metrics of the previous seven days', async () => {
  const { database, demo } = world;
  const timezone = 'America/New_York';
  expect((await world.api.patch('/api/workspace', { timezone })).status).toBe(200);
  const date = digestDate(new Date(), timezone);
  const noonOf = (day: string) => new Date(`${day}T17:00:00Z`);
  const { from, to } = digestPeriod(date);
  await storeHistory(database, demo.workspaceId, [
    { id: 'a', occurredAt: noonOf(from), visitorId: 'v1', channel: 'paid_search' },
    { id: 'b', occurredAt: noonOf(to), visitorId: 'v1', channel: 'paid_search' },
    { id: 'c', occurredAt: noonOf(to), visitorId: 'v2', channel: 'email' },
    { id: 'd', occurredAt: noonOf(to), visitorId: 'v3', channel: 'paid_search' },
    // Today and the day before the week are not included.
    { id: 'e', occurredAt: noonOf(date), visitorId: 'v4', channel: 'email' },
    { id: 'f', occurredAt: new Date(noonOf(from).getTime() - 86_400_000), visitorId: 'v5', channel: 'email' },
  ]);
  const [early, delayed, today] = await Promise.all([createSubject(world), createSubject(world), createSubject(world)]);
  const createdAt = (id: string, at: Date) => database('end_users').where({ id }).update({ created_at: at });
  await createdAt(early.id, noonOf(from));
  await createdAt(delayed.id, noonOf(to));
  await createdAt(today.id, new Date());
  await createExperiment(database, demo.workspaceId, { name: 'Running' });

  const preview = (await asMember(member, 'GET', '/api/workspace/digest/preview')).body;
  expect(preview).toMatchObject({ date, period: { from, to }, isEmpty: false, problem: null });
  expect(await database('digests')).toHaveLength(0);

  const started = await world.api.post('/api/workspace/digest/run');
  expect(started).toMatchObject({
    status: 202,
    body: { workflowId: `digest/${demo.workspaceId}/${date}`, date, alreadySent: false, recipients: 3 },
  });
  await waitFor(() => database('digests').first());
  await settled();
  expect(await counts('Your week')).toEqual([1, 1, 1, 0]);
  const [message] = await received(member.email, 'Your week');
  // What was previewed is what is sent.
  expect(message?.body.text?.trim()).toBe(preview.text.trim());
  expect(message?.subject).toBe(preview.subject);
  for (const line of [
    'Visitors: 3 (+200% from 1)',
    'Leads: 2',
    'Experiments running: 1',
    'Top channels: paid search 2, email 1',
  ]) {
    expect(message?.body.text).toContain(line);
  }
  expect(message?.body.text).toContain('/console');
  expect(message?.body.text).toContain('notification settings');
  expect(message?.body.text).not.toMatch(/unsubscribe/i);
  expect((await world.api.get('/api/workspace/digest')).body.lastRunAt).not.toBeNull();

  // Repeats the digest, as after a lost response, and for a member who has turned it on since.
  await asMember(silent, 'PATCH', preferencesPath, { weeklyDigest: true });
  const again = await Promise.all([1, 2].map(() => world.api.post('/api/workspace/digest/run')));
  expect(again.map(({ status, body }) => [status, body.date, body.alreadySent])).toEqual([
    [202, date, true],
    [202, date, true],
  ]);
  await settled();
  expect(await counts('Your week')).toEqual([1, 1, 1, 0]);
  expect(await database('digests')).toHaveLength(1);
  expect((await asMember(member, 'POST', '/api/workspace/digest/run', {})).status).toBe(403);
});

test('a plan change is reported to owners and admins despite their settings; a repeat is not reported', async () => {
  await asMember(admin, 'PATCH', preferencesPath, { weeklyDigest: false, integration: false, anomaly: false });
  for (const plan of ['growth', 'growth', 'growth']) await setPlan(world, plan);
  await settled();
  expect(await counts('Your plan is now Growth')).toEqual([1, 1, 0, 0]);
  const [message] = await received(admin.email, 'Your plan is now Growth');
  expect(message?.body.text).toContain('from Scale to Growth');
  await Promise.all([1, 2, 3].map(() => setPlan(world, 'scale')));
  await settled();
  expect(await counts('Your plan is now Scale')).toEqual([1, 1, 0, 0]);
});

test('experiments, connections and anomalies are sent once to each subscribed member', async () => {
  const experiment = await createExperiment(world.database, world.demo.workspaceId, {
    name: 'Shorter <form>',
    status: 'completed',
    variants: [
      { id: 'control', name: 'Control', weight: 0.5 },
      { id: 'short', name: 'Short', weight: 0.5 },
    ],
    promotedVariantId: 'short',
  });
  const google = { connectorType: 'google_ads' };
  const notices: [MemberNotice, string, number[]][] = [
    [{ template: 'experiment-started', experimentId: experiment.id }, 'Started: Shorter <form>', [1, 1, 1, 0]],
    [{ template: 'experiment-completed', experimentId: experiment.id }, '<form> – Short wins', [1, 1, 1, 1]],
    [{ template: 'integration-connected', ...google, occurrence: '1' }, 'Google Ads is connected', [1, 1, 1, 0]],
    [{ template: 'integration-sync-failed', ...google, occurrence: '1' }, 'Ads could not be synced', [1, 1, 1, 0]],
    [
      { template: 'integration-sync-complete', connectorType: 'meta_ads', occurrence: '1', rowCount: 42 },
      'Meta Ads is up to date',
      [1, 1, 1, 0],
    ],
    [{ template: 'anomaly-detected', metric: 'conversions', date: '2026-11-20' }, 'Unusual: Conversions', [1, 1, 1, 0]],
  ];
  for (const [notice, , expected] of notices) {
    const written = await Promise.all([notify(notice), notify(notice), notify(notice)]);
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(expected.reduce((sum, count) => sum + count, 0));
  }
  await settled();
  for (const [, subject, expected] of notices) expect([subject, await counts(subject)]).toEqual([subject, expected]);
  const [failed] = await received(member.email, 'Ads could not be synced');
  expect(failed?.body.text).toContain('/console/connections');
  const [done] = await received(member.email, 'Meta Ads is up to date');
  expect(done?.body.text).toContain('42 rows');
  const [started] = await received(member.email, 'Started:');
  expect(started?.body.html).toContain('Shorter &lt;form&gt;');
  // Another occurrence is reported again.
  await notify({ template: 'integration-sync-failed', ...google, occurrence: '2' });
  await settled();
  expect(await counts('Ads could not be synced')).toEqual([2, 2, 2, 0]);
});

test('a message about an anomaly contains value, expected range, date and direction', async () => {
  const found = { metric: 'spend' as const, date: '2026-11-19', value: 100, expected: 16, score: 21 };
  await world.database.transaction((transaction) => insertAnomaly(transaction, world.demo.workspaceId, found));
  await notify({ template: 'anomaly-detected', metric: 'spend', date: '2026-11-19' });
  await settled();
  const subject = 'Unusual: Spend higher than expected on 19 November 2026';
  const [message] = await received(member.email, subject);
  expect(message?.subject).toBe(subject);
  expect(message?.body.text).toContain('Spend on 19 November 2026: 100, higher than expected.');
  expect(message?.body.text).toContain('the expected range is 2 to 30');
});

test('notices of a connection name it, and arrive in the order of events', async () => {
  const { database, demo } = world;
  const made = {
    workspaceId: demo.workspaceId,
    id: newId('connection'),
    connectorType: 'linkedin_ads' as const,
    name: 'Acme Nordics',
    accountId: '512345678',
    baseUrl: null,
    credentials: { keyId: 'test', bytes: Buffer.alloc(40) },
  };
  const connection = await database.transaction((transaction) => insertConnection(transaction, made));
  const notice = { connectorType: 'linkedin_ads', occurrence: connection.id };
  await database.transaction(async (transaction) => {
    const done = { ...notice, occurrence: `${connection.id}:run-1`, rowCount: 2 };
    await queueMemberNotice(transaction, demo.workspaceId, { template: 'integration-sync-complete', ...done });
    await queueMemberNotice(transaction, demo.workspaceId, { template: 'integration-connected', ...notice });
  });
  const written = await database('sends').whereRaw(`notice ->> 'occurrence' like ?`, [`${connection.id}%`]);
  const waits = await Promise.all(
    written.map(async ({ id, notice: { template } }) => [
      template,
      await hasEarlierNotice(database, demo.workspaceId, id),
    ]),
  );
  for (const [template, wait] of waits)
    expect([template, wait]).toEqual([template, template.endsWith('complete') && wait]);
  await settled();
  for (const { email } of [admin, member]) {
    const subjects = (await received(email, 'Acme Nordics')).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual([
      'Acme Nordics (LinkedIn Ads) is connected',
      'Acme Nordics (LinkedIn Ads) is up to date',
    ]);
  }
  const times = await database('sends')
    .whereRaw(`notice ->> 'occurrence' like ? and notice ->> 'userId' = ?`, [`${connection.id}%`, member.id])
    .orderBy('provider_started_at');
  expect(times.map((row) => row.notice.template)).toEqual(['integration-connected', 'integration-sync-complete']);
});

test('a member who turned a notice off or left after it was queued gets none', async () => {
  const leaving = await addMember(world, 'member');
  await settled();
  const { database, demo } = world;
  await database.transaction(async (transaction) => {
    await queueMemberNotice(transaction, demo.workspaceId, {
      template: 'anomaly-detected',
      metric: 'visitors',
      date: '2026-11-21',
    });
    await transaction('notice_preferences').insert({
      workspace_id: demo.workspaceId,
      user_id: member.id,
      anomaly: false,
    });
    await transaction('members').where({ user_id: leaving.id }).delete();
  });
  await settled();
  expect(await counts('Unusual: Visitors')).toEqual([1, 1, 0, 0]);
  expect(await received(leaving.email, 'Unusual: Visitors')).toHaveLength(0);
  const failures = await database('sends').where({ failure: 'cause_gone' }).whereNotNull('notice_key');
  expect(failures).toHaveLength(2);
});

test('a transactional communication with the template’s name replaces it, unless it cannot be rendered', async () => {
  const { database, demo } = world;
  const own = (subject: string) => ({
    workspace_id: demo.workspaceId,
    id: 'anomaly-detected',
    name: 'Ours',
    comm_type: 'transactional',
    slots: JSON.stringify({
      subject,
      headline: '',
      body: '{{ metric_name }} in {{ org_name }}',
      ctaLabel: '',
      ctaUrl: '',
    }),
  });
  await prefer(member.id, { anomaly: false });
  await database('communications').insert(own('Ours: {{ metric_name }}'));
  await notify({ template: 'anomaly-detected', metric: 'leads', date: '2026-11-21' });
  await settled();
  expect(await counts('Ours: Leads')).toEqual([1, 1, 0, 0]);
  await database('communications').where({ id: 'anomaly-detected' }).update(own('{% broken'));
  await notify({ template: 'anomaly-detected', metric: 'revenue', date: '2026-11-21' });
  await settled();
  expect(await counts('Unusual: Revenue')).toEqual([1, 1, 0, 0]);
});
