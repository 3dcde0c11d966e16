import { apiClient } from '../../support/api-client';
import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../../support/journeys';
import { countLockWaits } from '../../support/lock-waits';
import { addMember } from '../../support/members';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const end = { id: 'end', kind: 'exit' };
const pause = { id: 'pause', kind: 'wait', duration: 'P30D', next: 'end' };

const change = (id: string, to: 'pause' | 'resume' | 'archive' | 'draft' | 'publish') =>
  world.api.post(`/api/journeys/${id}/${to}`);

async function actionsOf(id: string): Promise<string[]> {
  const { body } = await world.api.get(`/api/journeys/${id}/audit`);
  return (body as { action: string }[]).map(({ action }) => action).filter((action) => action.startsWith('journey.'));
}

/** Makes the changes one after another and returns the outcome of each. */
async function statusesOf(id: string, changes: Parameters<typeof change>[1][]): Promise<string[]> {
  const statuses: string[] = [];
  for (const to of changes) {
    const { status, body } = await change(id, to);
    statuses.push(`${to}: ${status} ${String(status === 200 ? (body.status ?? 'done') : body.code)}`);
  }
  return statuses;
}

test('a journey can be paused and resumed once each', async () => {
  const { id } = await publishJourney(world, [end]);
  expect(await statusesOf(id, ['resume', 'pause', 'pause', 'resume', 'resume'])).toEqual([
    'resume: 409 CONFLICT',
    'pause: 200 paused',
    'pause: 409 CONFLICT',
    'resume: 200 published',
    'resume: 409 CONFLICT',
  ]);
  expect(await actionsOf(id)).toEqual(['journey.resumed', 'journey.paused', 'journey.published', 'journey.created']);
});

test('each change updates updatedAt, so that a stale update is refused', async () => {
  const { id } = await publishJourney(world, [end]);
  const read = (await world.api.get(`/api/journeys/${id}`)).body;
  const paused = (await change(id, 'pause')).body;
  expect(Date.parse(paused.updatedAt)).toBeGreaterThan(Date.parse(read.updatedAt));
  const stale = await world.api.patch(`/api/journeys/${id}`, { updatedAt: read.updatedAt, name: 'Late' });
  expect(stale).toMatchObject({ status: 409, body: { code: 'STALE_UPDATE' } });
});

test('an unpublished draft can be archived but not paused or resumed', async () => {
  const { id } = (await world.api.post('/api/journeys', { name: 'Draft' })).body;
  expect(await statusesOf(id, ['pause', 'resume', 'archive', 'archive'])).toEqual([
    'pause: 409 CONFLICT',
    'resume: 409 CONFLICT',
    'archive: 200 archived',
    'archive: 200 archived',
  ]);
  expect(await actionsOf(id)).toEqual(['journey.archived', 'journey.created']);
});

test('an archived journey cannot be changed', async () => {
  const { id } = await publishJourney(world, [end]);
  await change(id, 'archive');
  expect(await statusesOf(id, ['pause', 'resume', 'draft', 'publish'])).toEqual([
    'pause: 409 CONFLICT',
    'resume: 409 CONFLICT',
    'draft: 409 CONFLICT',
    'publish: 409 CONFLICT',
  ]);
  const read = (await world.api.get(`/api/journeys/${id}`)).body;
  expect(read).toMatchObject({ status: 'archived', latestVersion: 1, steps: [end] });
});

test('events during a pause start nothing, even afterwards; executions in progress continue', async () => {
  const { id, eventName } = await publishJourney(world, [pause, end]);
  const [before, during, after] = [await createSubject(world), await createSubject(world), await createSubject(world)];
  await trackEvent(world, eventName, before.visitorId);
  await change(id, 'pause');
  await trackEvent(world, eventName, during.visitorId);
  await change(id, 'resume');
  await trackEvent(world, eventName, after.visitorId);
  const runs = await executionsOf(world, id);
  expect(runs.map(({ endUserId, status }) => [endUserId, status])).toEqual([
    [after.id, 'RUNNING'],
    [before.id, 'RUNNING'],
  ]);
  const executionIds = await world.database('executions').where({ journey_id: id }).pluck('id');
  const canceled = world.database('outbox').where({ kind: 'cancel_execution' }).whereIn('subject_id', executionIds);
  expect(await canceled).toEqual([]);
});

test('archiving cancels every execution in progress of the journey, and no other', async () => {
  const { id, eventName } = await publishJourney(world, [pause, end]);
  const other = await publishJourney(world, [pause, end]);
  const [first, second] = [await createSubject(world), await createSubject(world)];
  for (const { visitorId } of [first, second]) {
    await trackEvent(world, eventName, visitorId);
    await trackEvent(world, other.eventName, visitorId);
  }
  const [ended] = await world.database('executions').where({ journey_id: id, end_user_id: second.id });
  const completed = { status: 'COMPLETED', exit_reason: 'end', ended_at: new Date() };
  await world.database('executions').where({ id: ended.id }).update(completed);
  await change(id, 'archive');
  const rows = await world.database('executions').whereIn('journey_id', [id, other.id]);
  const reasons = rows.map((row) => [row.journey_id === id, row.end_user_id === first.id, row.cancel_reason]);
  expect(reasons.filter(([, , reason]) => reason !== null)).toEqual([[true, true, 'archived']]);
  expect(reasons).toHaveLength(4);
  const canceled = rows.find((row) => row.cancel_reason !== null);
  const executionIds = rows.map((row) => row.id as string);
  const commands = await world
    .database('outbox')
    .where({ kind: 'cancel_execution' })
    .whereIn('subject_id', executionIds)
    .select('subject_id');
  expect(commands).toEqual([{ subject_id: canceled.id }]);
  const audit = (await world.api.get(`/api/journeys/${id}/audit`)).body;
  expect(audit[0]).toMatchObject({ action: 'journey.archived', metadata: { canceled: 1 } });
});

test('canceling one execution works without Temporal, once, and does not affect others', async () => {
  const { id, eventName } = await publishJourney(world, [pause, end]);
  for (const { visitorId } of [await createSubject(world), await createSubject(world)]) {
    await trackEvent(world, eventName, visitorId);
  }
  const executions = await executionsOf(world, id);
  const [execution = '', other = ''] = executions.map(({ executionArn }) => executionArn?.split('/').at(-1));
  const cancel = () => world.api.post(`/api/journeys/${id}/executions/${execution}/cancel`);
  const first = await cancel();
  expect(first).toMatchObject({ status: 200, body: { status: 'RUNNING', cancelReason: 'canceled' } });
  expect((await cancel()).body).toEqual(first.body);
  const commands = world
    .database('outbox')
    .where({ kind: 'cancel_execution' })
    .whereIn('subject_id', [execution, other]);
  expect(await commands.pluck('subject_id')).toEqual([execution]);
  const { body: log } = await world.api.get(`/api/journeys/${id}/audit`);
  const acts = (log as { action: string; metadata: object }[]).filter(({ action }) => action === 'execution.canceled');
  const metadata = { executionId: execution, version: 1, stepId: 'pause' };
  expect(acts).toEqual([expect.objectContaining({ metadata })]);
  await change(id, 'archive');
  const reasons = await world
    .database('executions')
    .where({ journey_id: id })
    .orderBy('cancel_reason')
    .pluck('cancel_reason');
  expect(reasons).toEqual(['archived', 'canceled']);
});

test('archiving waits for an execution that is moving, without a deadlock', async () => {
  const { id, eventName } = await publishJourney(world, [pause, end]);
  const { visitorId, id: endUserId } = await createSubject(world);
  await trackEvent(world, eventName, visitorId);
  const workspaceId = world.demo.workspaceId;
  const arm = {
    journey_id: id,
    step_id: 'fork',
    arm_id: 'a',
    end_user_id: endUserId,
    version: 1,
    reached_at: new Date(),
  };
  const isWaiting = async () => (await countLockWaits(world.database, { query: 'update "executions"%' })) > 0;
  // The lock order of an activity that records a step: first the execution, then a row with a reference to the journey.
  const archived = await world.database.transaction(async (moving) => {
    await moving('executions').where({ journey_id: id }).update({ reconciled_at: new Date() });
    const response = change(id, 'archive');
    await waitFor(isWaiting);
    await moving('journey_arm_subjects').insert({ workspace_id: workspaceId, ...arm });
    return { response };
  });
  expect(await archived.response).toMatchObject({ status: 200, body: { status: 'archived' } });
  const [run] = await world.database('executions').where({ journey_id: id });
  expect(run.cancel_reason).toBe('archived');
});

test('POST /draft opens a draft from the latest version, once', async () => {
  const { id } = await publishJourney(world, [end], { goalEventWindowDays: 3 });
  const opened = await change(id, 'draft');
  expect(opened).toMatchObject({ status: 200, body: { version: 'draft', draft: { goalEventWindowDays: 3 } } });
  expect((await change(id, 'draft')).body).toEqual(opened.body);
  expect(await actionsOf(id)).toEqual(['journey.draft_opened', 'journey.published', 'journey.created']);
  expect((await change(id, 'publish')).body).toMatchObject({ id, version: 2 });
});

test('the log names the actor', async () => {
  const { id } = await publishJourney(world, [end]);
  const { body } = await world.api.get(`/api/journeys/${id}/audit`);
  expect(body).toEqual([
    {
      timestamp: expect.any(String),
      actor: expect.stringMatching(/^key_/),
      actorName: 'Server key',
      action: 'journey.published',
      metadata: { version: 1 },
    },
    {
      timestamp: expect.any(String),
      actor: expect.any(String),
      actorName: 'Server key',
      action: 'journey.created',
      metadata: {},
    },
  ]);
});

test('versions show their publisher, time and changes', async () => {
  const communicationId = await createCommunication(world, 'First words');
  const send = { id: 'hello', kind: 'send', communicationId, next: 'end' };
  const { id } = await publishJourney(world, [send, end]);
  const { body: read } = await world.api.get(`/api/journeys/${id}`);
  await world.database('communications').where({ id: communicationId }).update({ html: '<p>Second words</p>' });
  const { updatedAt } = read;
  await world.api.patch(`/api/journeys/${id}`, {
    updatedAt,
    holdoutPercent: 5,
    steps: [send, { ...end, reason: 'x' }],
  });
  await change(id, 'publish');
  const { body } = await world.api.get(`/api/journeys/${id}/versions`);
  const published = {
    publishedAt: expect.any(String),
    publishedBy: expect.stringMatching(/^key_/),
    publishedByName: 'Server key',
  };
  expect(body).toEqual([
    {
      version: 2,
      ...published,
      changes: [
        {
          change: 'step_changed',
          stepId: 'end',
          kind: 'exit',
          fields: [{ field: 'reason', before: null, after: 'x' }],
        },
        { change: 'field_changed', field: 'holdoutPercent', before: 0, after: 5 },
        { change: 'content_changed', communicationId },
      ],
    },
    { version: 1, ...published, changes: [] },
  ]);
});

test('of many simultaneous pauses, exactly one succeeds', async () => {
  const { id } = await publishJourney(world, [end]);
  const responses = await Promise.all(Array.from({ length: 10 }, () => change(id, 'pause')));
  const statuses = responses.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
});

test('an unknown journey returns 404', async () => {
  const responses = await Promise.all([change('jrn_none', 'pause'), change('jrn_none', 'draft')]);
  const reads = await Promise.all(['audit', 'versions'].map((part) => world.api.get(`/api/journeys/jrn_none/${part}`)));
  expect([...responses, ...reads].map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('an execution that starts while its journey is archived is canceled with the others', async () => {
  const subject = await createSubject(world);
  const journey = await publishJourney(world, [
    { id: 'wait', kind: 'wait', duration: 'P1D', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const holder = await world.database.transaction();
  await holder.raw('lock table journey_entries in exclusive mode');
  const tracked = trackEvent(world, journey.eventName, subject.visitorId);
  const waiting = (query: string) => waitFor(async () => (await countLockWaits(world.database, { query })) > 0);
  await waiting('%insert into executions%');
  const archived = world.api.post(`/api/journeys/${journey.id}/archive`);
  await waiting('%for no key update%');
  await holder.commit();
  expect([(await tracked).status, (await archived).status]).toEqual([200, 200]);
  const [execution] = await world.database('executions').where({ journey_id: journey.id });
  expect(execution).toMatchObject({ cancel_reason: 'archived' });
});

test('versions and the log show the current names of members and keys, and none for deleted ones', async () => {
  const { body: key } = await world.ownerApi.post('/api/keys', { name: 'Deploys' });
  const member = await addMember(world, 'admin');
  const { id } = await publishJourney({ ...world, api: apiClient(world.apiUrl, key.rawKey) }, [end]);
  const asMember = apiClient(world.apiUrl, member.userKey);
  const { updatedAt } = (await world.api.get(`/api/journeys/${id}`)).body;
  await asMember.patch(`/api/journeys/${id}`, { updatedAt, holdoutPercent: 5 });
  await asMember.post(`/api/journeys/${id}/publish`);
  const names = async () => {
    const versions = (await world.api.get(`/api/journeys/${id}/versions`)).body;
    const log = (await world.api.get(`/api/journeys/${id}/audit`)).body.filter(
      ({ action }: { action: string }) => action === 'journey.published',
    );
    const byVersion = versions.map((one: { publishedByName: string | null }) => one.publishedByName);
    expect(log.map(({ actorName }: { actorName: string | null }) => actorName)).toEqual(byVersion);
    return byVersion;
  };
  expect(await names()).toEqual([member.email, 'Deploys']);
  await world.ownerApi.patch(`/api/keys/${key.id}`, { name: 'Releases' });
  expect(await names()).toEqual([member.email, 'Releases']);
  await world.database('api_keys').where({ id: key.id }).delete();
  expect(await names()).toEqual([member.email, null]);
});
