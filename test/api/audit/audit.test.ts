import { apiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { addMember } from '../../support/members';
import { createCommunication, createSubject, publishJourney } from '../../support/journeys';
import { useWorld } from '../../support/world';

/** The audit log of a workspace. */

const world = useWorld({ temporal: false });

interface Entry {
  id: string;
  action: string;
  actor: string;
  actorKind: string;
  actorName: string | null;
  subjectName: string | null;
  subjectId: string;
  timestamp: string;
  metadata: Record<string, unknown>;
}

const list = async (query = ''): Promise<Entry[]> => {
  const { status, body } = await world.api.get(`/api/audit?limit=200${query}`);
  expect(status).toBe(200);
  return body.data;
};

const sync = { authorization: 'Bearer test-sync-secret-0123456789', 'content-type': 'application/json' };

test.each([
  ['from', '0000-01-01'],
  ['from', '0000-01-01T00:00:00Z'],
  ['to', '0000-01-01'],
  ['to', '9999-12-31'],
  ['from', '9999-12-31T23:59:59-12:00'],
])('accepts a period with %s at the limits of time: %s', async (end, time) => {
  const query = `${end}=${encodeURIComponent(time)}`;
  expect((await world.api.get(`/api/audit?${query}`)).status).toBe(200);
  const journey = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  expect((await world.api.get(`/api/journeys/${journey.id}/executions?${query}`)).status).toBe(200);
});

test('every change of keys, members, settings and live content has an entry with its actor', async () => {
  const api = world.ownerApi;
  const key = (await api.post('/api/keys', { name: 'Audited' })).body;
  await api.delete(`/api/keys/${key.id}`);
  const member = await addMember(world, 'member');
  await api.patch(`/api/members/${member.id}`, { role: 'admin' });
  await api.delete(`/api/members/${member.id}`);
  await api.patch('/api/workspace', { retentionDays: 400 });
  const suppression = (await api.post('/api/suppressions', { email: `${uniqueName('x')}@example.com` })).body;
  await api.delete(`/api/suppressions/${suppression.id}`);
  const { id: subject } = await createSubject(world);
  const journey = await publishJourney({ ...world, api }, [{ id: 'end', kind: 'exit' }]);
  await api.post(`/api/journeys/${journey.id}/executions`, { endUserId: subject });
  await api.post(`/api/journeys/${journey.id}/pause`);
  await api.post(`/api/journeys/${journey.id}/resume`);
  await api.post(`/api/journeys/${journey.id}/archive`);
  const variants = [{ name: 'A' }, { name: 'B' }];
  const experiment = (await api.post('/api/experiments', { name: 'x', targetUrl: '/x', variants })).body;
  await api.patch(`/api/experiments/${experiment.id}`, { status: 'running' });
  await api.patch(`/api/experiments/${experiment.id}`, { trafficSplit: 50 });
  await api.post(`/api/experiments/${experiment.id}/promote`, { variantId: experiment.variants[0].id });
  const slots = { subject: 'x', headline: 'x', body: 'x' };
  const mail = (await api.post('/api/communications', { name: 'x', commType: 'transactional', slots })).body;
  await api.patch(`/api/communications/${mail.id}`, { name: 'y' });
  await api.delete(`/api/communications/${mail.id}`);
  await api.post('/api/communications', { id: 'welcome', name: 'Ours', commType: 'transactional', slots });
  await world.api.raw('/api/journeys/internal/forget-end-user', {
    method: 'POST',
    headers: sync,
    body: JSON.stringify({ workspaceId: world.demo.workspaceId, endUserId: subject }),
  });

  const entries = await list();
  const owner = entries.find(({ action }) => action === 'key.created')!;
  expect(owner).toMatchObject({ actorKind: 'user', actorName: 'Owner', actor: expect.stringMatching(/^usr_/) });
  const byOwner = entries.filter(({ actor }) => actor === owner.actor).map(({ action }) => action);
  expect([...new Set(byOwner)].sort()).toEqual(
    expect.arrayContaining([
      ...['communication.created', 'communication.deleted', 'communication.updated', 'execution.started'],
      ...['experiment.completed', 'experiment.started', 'experiment.updated', 'journey.archived', 'journey.paused'],
      ...['journey.published', 'journey.resumed', 'key.created', 'key.revoked', 'member.invited', 'member.removed'],
      ...['member.role_changed', 'suppression.created', 'suppression.deleted', 'workspace.updated'],
    ]),
  );
  const joined = entries.filter(({ action, actor }) => action === 'member.joined' && actor === member.id);
  expect(joined).toHaveLength(1);
  expect(entries.find(({ action }) => action === 'end_user.erasure_requested')).toMatchObject({ actorKind: 'system' });
  const started = entries.find(({ action }) => action === 'execution.started')!;
  expect(started).toMatchObject({ subjectId: journey.id, actorName: 'Owner' });
  expect(started.subjectName).toBe((await world.api.get(`/api/journeys/${journey.id}`)).body.name);
  // Only members appear by name.
  const unnamed = entries.map(({ actorName: _, subjectName: _subject, ...entry }) => entry);
  expect(JSON.stringify(unnamed)).not.toMatch(/svc_[a-z]{2}_|@example\.com/);
});

test('the log is newest first, in pages, without automatic actions of journeys', async () => {
  const communication = await createCommunication(world, 'Hello');
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId: communication, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const { visitorId } = await createSubject(world);
  const event = {
    workspaceKey: world.demo.workspaceKey,
    type: journey.eventName,
    visitorId,
    url: 'https://x.example/',
  };
  expect((await world.api.post('/api/events', event)).status).toBe(200);
  const started = await world.database('audit_entries').where({ subject_id: journey.id, action: 'execution.started' });
  expect(started).toHaveLength(1);
  const entries = await list();
  expect(entries.map(({ id }) => id)).not.toContain(started[0].id);
  expect(entries.map(({ id }) => id)).toEqual(
    entries
      .map(({ id }) => id)
      .sort()
      .reverse(),
  );
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await world.api.get(`/api/audit?limit=3${query}`);
    paged.push(...body.data.map(({ id }: Entry) => id));
    cursor = body.nextCursor;
  }
  expect(paged).toEqual(entries.map(({ id }) => id));
});

test('the log can be filtered by actor, action, subject and period', async () => {
  const { id } = (await world.ownerApi.post('/api/keys', { name: 'Filtered' })).body;
  await world.ownerApi.patch(`/api/keys/${id}`, { name: 'Renamed' });
  await world.api.patch('/api/workspace', { retentionDays: 500 });
  const ofKeys = await list('&action=key.*');
  expect(new Set(ofKeys.map(({ action }) => action.split('.')[0]))).toEqual(new Set(['key']));
  expect((await list('&action=key.renamed')).map(({ metadata }) => metadata['keyId'])).toContain(id);
  const { actor } = ofKeys[0]!;
  expect(new Set((await list(`&actor=${actor}`)).map((entry) => entry.actor))).toEqual(new Set([actor]));
  const byServer = (await list('&action=workspace.updated')).find(({ actorKind }) => actorKind === 'key');
  expect(byServer).toMatchObject({ actorName: 'Server key', metadata: { fields: ['retentionDays'] } });
  const { workspaceId } = world.demo;
  const bySubject = await list(`&subjectType=workspace&subjectId=${workspaceId}`);
  expect(new Set(bySubject.map(({ subjectId }) => subjectId))).toEqual(new Set([workspaceId]));
  const today = new Date().toISOString().slice(0, 10);
  expect((await list(`&from=2020-01-01&to=${today}`)).length).toBe((await list()).length);
  expect(await list('&to=2020-01-01')).toEqual([]);
  const { timestamp } = byServer!;
  expect((await list(`&from=${timestamp}&to=${timestamp}`)).map((entry) => entry.timestamp)).toContain(timestamp);
  for (const wrong of ['action=Key', 'action=key.', 'from=yesterday', 'limit=0', 'colour=red', 'cursor=x']) {
    expect((await world.api.get(`/api/audit?${wrong}`)).status).toBe(400);
  }
});

test('every member can list the changes of journeys and experiments', async () => {
  const { id } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  await world.api.post(`/api/journeys/${id}/pause`, {});
  await world.api.post('/api/communications', { name: 'Not a change', subject: 'Hi', html: '<p>Hi</p>' });
  const member = apiClient(world.apiUrl, (await addMember(world, 'member')).userKey);
  const { status, body } = await member.get('/api/changes');
  expect(status).toBe(200);
  expect(body.slice(0, 3).map(({ action, subjectId }: Entry) => [action, subjectId])).toEqual(
    ['paused', 'published', 'created'].map((what) => [`journey.${what}`, id]),
  );
});
