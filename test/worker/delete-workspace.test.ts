import { insertMember } from '../../db/accounts/accounts';
import { countRows, listWorkspaceTables } from '../../db/workspaces/workspace-tables';
import { deleteWorkspaceRows } from '../../operations/workspaces/delete-workspace';
import { resumeWorkspace } from '../../operations/workspaces/workspaces';
import { digestScheduleId } from '../../workflows/contract/weekly-digest';
import { apiClient } from '../support/api-client';
import { createSubject, executionsOf, publishJourney, trackEvent, uniqueName } from '../support/journeys';
import { addMember, cookieFrom, signIn, type TestMember } from '../support/members';
import { waitFor } from '../support/wait-for';
import { addWorkspace, type TestWorkspace } from '../support/workspaces';
import { useWorld, type World } from '../support/world';

/** Deletion of a workspace, on real PostgreSQL and Temporal. */

const world = useWorld();

const startWorker = () => world.startWorker({ OUTBOX_POLL_MS: '100', RECONCILE_EVERY_SECONDS: '86400' });

/** Creates a workspace with events and running executions, and its world. */
async function addBusyWorkspace(): Promise<TestWorkspace & { inOther: World }> {
  const other = await addWorkspace(world);
  const inOther = { ...world, api: apiClient(world.apiUrl, other.demo.userKey), demo: other.demo };
  const journey = await publishJourney(inOther, [
    { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  for (let index = 0; index < 3; index += 1) {
    const { id } = await createSubject(inOther);
    const visitorId = uniqueName('visitor');
    await inOther.api.post('/api/identity', { visitorId, leadId: id });
    await trackEvent(inOther, journey.eventName, visitorId);
  }
  await waitFor(async () => (await executionsOf(inOther, journey.id)).length === 3, { what: 'executions' });
  return { ...other, inOther };
}

/** Counts the workflows that Temporal lists for a workspace. */
async function countWorkflows(workspaceId: string): Promise<number> {
  const { count } = await world.temporal.workflow.count(`WorkspaceId = "${workspaceId}"`);
  return count;
}

const hasSchedule = (workspaceId: string): Promise<boolean> =>
  world.temporal.schedule
    .getHandle(digestScheduleId(workspaceId))
    .describe()
    .then(
      () => true,
      () => false,
    );

async function countAll(workspaceId: string): Promise<number> {
  const counts = await countRows(world.database, await listWorkspaceTables(world.database), workspaceId);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

const remove = (workspaceId: string, { cookie }: Pick<TestMember, 'cookie'>, name: string) =>
  world.api.raw(`/api/workspaces/${workspaceId}`, {
    method: 'DELETE',
    headers: { cookie, 'content-type': 'application/json', origin: world.apiUrl },
    body: JSON.stringify({ name }),
  });

test('a deleted workspace is closed immediately, and then everything of it is gone, although the worker stops', async () => {
  let worker = await startWorker();
  const { demo, inOther, api } = await addBusyWorkspace();
  const { workspaceId } = demo;
  const name = (await api.get('/api/workspace')).body.name as string;
  await waitFor(async () => (await countWorkflows(workspaceId)) >= 3, { what: 'workflows in the list' });
  await waitFor(() => hasSchedule(workspaceId), { what: 'the schedule of the digest' });
  const before = await countAll(world.demo.workspaceId);

  // The owner has no other workspace; the admin has.
  const person = await addMember(world, 'member');
  await insertMember(world.database, { workspaceId, userId: person.id, role: 'admin' });
  const { email, password } = person;
  const signedIn = await world.api.post('/api/session', { email, password, workspaceId });
  const second = { cookie: cookieFrom(signedIn.headers) };
  const owner = { cookie: await signIn(world, demo.owner) };
  expect((await remove(workspaceId, second, name)).status).toBe(403);
  expect((await remove('wsp_none', owner, name)).status).toBe(404);
  expect((await remove(workspaceId, owner, 'another name')).body.details).toMatchObject([{ path: 'name' }]);
  await inOther.api.post('/api/members', { email: `${uniqueName('invited')}@example.com` });

  const response = await remove(workspaceId, owner, name);
  expect([response.status, response.body]).toEqual([202, { id: workspaceId, status: 'deleting', session: null }]);
  await worker.stop();
  expect((await api.get('/api/workspace')).status).toBe(401);
  const event = { workspaceKey: demo.workspaceKey, type: 'pageview', visitorId: 'v', url: 'https://a.example/' };
  expect((await world.api.post('/api/events', event)).status).toBe(401);
  expect((await world.api.raw('/api/session', { headers: owner })).status).toBe(401);
  const moved = await world.api.raw('/api/session', { headers: second });
  expect(moved.body).toMatchObject({ workspaceId: world.demo.workspaceId, role: 'member' });
  await expect(resumeWorkspace(world, workspaceId)).rejects.toMatchObject({ code: 'CONFLICT' });

  worker = await startWorker();
  const isDone = async () => {
    const [row] = await world.database('workspace_deletions').where({ id: workspaceId });
    return row.completed_at !== null && Number(row.rows) > 0;
  };
  await waitFor(isDone, { what: 'the deletion' });
  expect(await countAll(workspaceId)).toBe(0);
  expect(await world.database('workspaces').where({ id: workspaceId })).toEqual([]);
  expect(await countWorkflows(workspaceId)).toBe(0);
  expect(await hasSchedule(workspaceId)).toBe(false);
  expect(await countAll(world.demo.workspaceId)).toBeGreaterThanOrEqual(before);
  await worker.stop();
});

test('rows are deleted in portions; a deletion that stops after one continues with the rest', async () => {
  const { demo } = await addWorkspace(world);
  const { workspaceId } = demo;
  const inOther = { ...world, api: apiClient(world.apiUrl, demo.userKey), demo };
  await publishJourney(inOther, [{ id: 'end', kind: 'exit' }]);
  await world.database.raw(
    `insert into events (workspace_id, id, type, visitor_id, occurred_at, received_at)
     select ?, 'evt_' || n, 'pageview', 'v' || n % 100, now() - n * interval '10 minutes', now()
       from generate_series(1, 12000) n`,
    [workspaceId],
  );
  await world.database('workspace_deletions').insert({ id: workspaceId, requested_by: 'usr_test' });
  const killed = new Error('killed');
  const { database } = world;
  const stopped = { database, signal: AbortSignal.abort(killed) };
  await expect(deleteWorkspaceRows(stopped, workspaceId)).rejects.toBe(killed);
  const left = await countAll(workspaceId);
  expect(left).toBeGreaterThan(0);
  let portions = 0;
  const throwIfAborted = () => void (portions += 1);
  await deleteWorkspaceRows({ database, signal: { throwIfAborted } as AbortSignal }, workspaceId);
  expect(portions).toBeGreaterThanOrEqual(3);
  expect(await countAll(workspaceId)).toBe(0);
  const [row] = await world.database('workspace_deletions').where({ id: workspaceId });
  expect(row.completed_at).toBeInstanceOf(Date);
});
