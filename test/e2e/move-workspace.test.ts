import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import { systemClock } from '../../context/create-context';
import { connect, type Database } from '../../db/connection/pool';
import { recordAudit } from '../../db/audit/audit';
import { newId } from '../../db/connection/ids';
import { rowsOf } from '../../db/connection/statements';
import { insertUser } from '../../db/accounts/accounts';
import { countRows, listWorkspaceTables } from '../../db/workspaces/workspace-tables';
import { formatUnsubscribeToken } from '../../domain/email/unsubscribe';
import { moveWorkspace } from '../../operations/workspaces/move-workspace';
import { pauseWorkspace, resumeWorkspace } from '../../operations/workspaces/workspaces';
import { removeWorkspace } from '../../operations/workspaces/delete-workspace';
import { apiClient } from '../support/api-client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import {
  createCommunication,
  createSubject,
  executionsOf,
  publishJourney,
  trackEvent,
  uniqueName,
} from '../support/journeys';
import { addMember, setting, signIn, type TestMember } from '../support/members';
import { entryArguments } from '../support/run-entry';
import { runningExperiments } from '../support/running-experiments';
import { postSend } from '../support/transactional';
import { waitFor } from '../support/wait-for';
import { digestScheduleId } from '../../workflows/contract/weekly-digest';
import { addWorkspace, createConversion } from '../support/workspaces';
import { useWorld } from '../support/world';

let member: TestMember;
let journeyId: string;
const targets: { test: TestDatabase; database: Database }[] = [];

afterAll(async () => {
  for (const { test: target, database } of targets) {
    await database.destroy();
    await target.drop();
  }
});

const world = useWorld();
const { run: runExperiment } = runningExperiments(world);
const id = (): string => world.demo.workspaceId;

beforeAll(async () => {
  await world.startWorker({ ROLLUPS_EVERY_SECONDS: '1' });
  member = await addMember(world, 'admin');
  await fill();
});

/** Makes the workspace accept requests again before the next test, and waits until the API process knows it. */
afterEach(async () => {
  await resumeWorkspace(world, id());
  await waitFor(async () => (await trackEvent(world, 'seen', 'visitor')).status === 200);
});

/** Gives the workspace some rows of nearly every kind. */
async function fill(): Promise<void> {
  const { api } = world;
  const made = async (path: string, body: object) => {
    const response = await api.post(path, body);
    expect([path, response.status, response.body]).toEqual([path, 201, expect.anything()]);
    return response.body;
  };
  const belief = await made('/api/beliefs', { statement: 'Short forms "convert", \\ and\n(others), do not' });
  const experiment = await runExperiment({ beliefId: belief.id });
  await createConversion(world.database, world.demo.workspaceId, {
    name: 'Bought',
    eventType: 'bought',
    isPrimary: true,
  });
  await made('/api/audiences', {
    name: 'All',
    condition: { field: 'attributes.plan', operator: 'equals', value: 'pro' },
  });
  await made('/api/suppressions', { email: `${uniqueName('bounced')}@example.com` });
  const communication = await createCommunication(world, 'Wait, "quoted"');
  const journey = await publishJourney(world, [
    { id: 'send', kind: 'send', communicationId: communication, next: 'wait' },
    { id: 'wait', kind: 'wait', duration: 'PT1S', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  journeyId = journey.id;
  for (let person = 0; person < 3; person += 1) {
    const { visitorId } = await createSubject(world, { name: `Zoë, the "${person}"\\` });
    await trackEvent(world, 'experiment_exposure', visitorId, {
      data: { experimentId: experiment, variantId: 'blue' },
    });
    await trackEvent(world, 'bought', visitorId, { data: { revenue: 12.5, currency: 'EUR', empty: null, text: '' } });
    expect((await trackEvent(world, journey.eventName, visitorId)).status).toBe(200);
  }
  // In a month that has no partition in a new database.
  const long = new Date(Date.now() - 200 * 86_400_000).toISOString();
  const row = await world.database('events').where({ workspace_id: id() }).first();
  await world.database('events').insert({ ...row, occurred_at: long, received_at: long, id: 'evt_of_long_ago' });
  await waitFor(async () => {
    const runs = await executionsOf(world, journeyId);
    return runs.length === 3 && runs.every(({ status }) => status === 'COMPLETED');
  });
}

async function newTarget(): Promise<Database> {
  const target = await createTestDatabase();
  const database = connect({ url: target.url, poolSize: 4, applicationName: 'apex-test-target' });
  targets.push({ test: target, database });
  return database;
}

const targetUrl = (): string => targets.at(-1)?.test.url ?? '';

/**
 * Returns every row of the workspace's tables as text. Excludes generated numbers and the last use of keys, which the
 * API writes up to half a minute later, after a move.
 */
async function rowsIn(database: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, numbered } of await listWorkspaceTables(database)) {
    const rows = await rowsOf<{ row: string }>(
      database.raw(
        `select (to_jsonb(t) - ?::text - 'last_used_at')::text as row from ?? t where workspace_id = ? order by 1`,
        [numbered ?? '', name, id()],
      ),
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

const contextOf = (target: Database, report: (line: string) => void = () => undefined) => {
  const log = (_: object, line: string) => report(line);
  return { source: world.database, target, clock: systemClock, log: { info: log, warn: log, error: log } };
};
const move = (target: Database, report?: (line: string) => void) =>
  moveWorkspace(contextOf(target, report), { workspaceId: id(), settleMs: 0 });

const command = (...given: string[]) =>
  promisify(execFile)(process.execPath, entryArguments('tools/workspace.ts', given), {
    env: {
      ...process.env,
      DATABASE_URL: world.databaseUrl,
      TARGET_DATABASE_URL: targetUrl(),
      KEY_PEPPER: setting(world, 'KEY_PEPPER'),
    },
  });

/**
 * Does something while a move waits for a table that another connection has locked. The move copies this table at the
 * end.
 * @param act receives the PostgreSQL process id of the waiting move
 * @returns the result of the move
 */
async function whileHeld<T>(start: () => Promise<T>, act: (pid: number) => PromiseLike<unknown>): Promise<T> {
  const waiting = `select pid from pg_locks join pg_database d on d.oid = database
    where datname = current_database() and relation = 'visitor_touches'::regclass and not granted`;
  const other = connect({ url: targetUrl(), poolSize: 1, applicationName: 'apex-test-other' });
  try {
    const moving = await other.transaction(async (transaction) => {
      await transaction.raw('lock table visitor_touches in access exclusive mode');
      const started = start();
      await act(
        await waitFor(async () => (await rowsOf<{ pid: number }>(transaction.raw(waiting)))[0]?.pid, {
          what: 'the move to wait',
        }),
      );
      return { started };
    });
    return await moving.started;
  } finally {
    await other.destroy();
  }
}

test('a workspace with running executions is neither moved nor paused', async () => {
  const waiting = await publishJourney(world, [
    { id: 'wait', kind: 'wait', duration: 'P1D', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const { visitorId } = await createSubject(world);
  await trackEvent(world, waiting.eventName, visitorId);
  const [run] = await waitFor(async () => {
    const runs = await executionsOf(world, waiting.id);
    return runs.length > 0 && runs;
  });
  await expect(move(await newTarget())).rejects.toThrow(/^1 executions are in progress/);
  expect((await world.api.get('/api/workspace')).status).toBe(200);
  const runId = String(run?.['executionArn']).split('/').at(-1);
  expect((await world.api.post(`/api/journeys/${waiting.id}/executions/${runId}/cancel`)).status).toBe(200);
  await waitFor(async () => (await executionsOf(world, waiting.id)).every(({ status }) => status === 'CANCELED'));
});

test('a paused workspace rejects requests with Retry-After; its schedule is removed and restored', async () => {
  const hasSchedule = async (): Promise<boolean> => {
    const connection = await Connection.connect({ address: world.temporalAddress });
    const { schedule } = new Client({ connection, namespace: world.namespace });
    try {
      await schedule.getHandle(digestScheduleId(id())).describe();
      return true;
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
      return false;
    } finally {
      await connection.close();
    }
  };
  const other = await addWorkspace(world);
  const unsent = `${uniqueName('unsent')}@example.com`;
  const subject = await createSubject(world);
  const cookie = await signIn(world, member);
  // Makes the API cache the keys before the pause.
  await trackEvent(world, 'seen', subject.visitorId);
  await postSend(world, { to: subject.email, subject: 'Paused', text: 'Paused.' });
  await waitFor(hasSchedule, { what: 'the schedule' });
  const pausedAt = await pauseWorkspace(world, id());
  const token = formatUnsubscribeToken(setting(world, 'LINK_SECRET'), { workspaceId: id(), endUserId: subject.id });
  const refusals = async () => [
    await world.api.get('/api/journeys'),
    await world.ownerApi.get('/api/journeys'),
    await world.api.raw('/api/journeys', { headers: { cookie } }),
    await world.api.post('/api/v1/events', {
      events: [{ type: 'seen', visitorId: subject.visitorId, url: 'https://a.example' }],
    }),
    await trackEvent(world, 'seen', subject.visitorId),
    await world.api.get(`/api/experiments/active?key=${world.demo.workspaceKey}`),
    await postSend(world, { to: unsent, subject: 'Paused', text: 'Paused.' }),
    await postSend(world, { to: unsent, subject: 'Paused', text: 'Paused.' }, { key: uniqueName('key') }),
    await world.api.raw(`/u/${token}`, { method: 'POST' }),
  ];
  // A process caches public keys for a few seconds.
  const statuses = await waitFor(
    async () => {
      const responses = await refusals();
      return responses.every(({ status }) => status === 503) && responses;
    },
    { what: 'all requests to be refused' },
  );
  for (const { headers } of statuses) expect(headers.get('retry-after')).toBe('60');
  expect(JSON.stringify(statuses[0]?.body)).toContain('paused');
  expect(await world.database('sends').where({ recipient: unsent })).toEqual([]);
  expect((await other.api.get('/api/journeys')).status).toBe(200);
  await waitFor(async () => !(await hasSchedule()), { what: 'the schedule to be gone' });
  expect(await pauseWorkspace(world, id())).toEqual(pausedAt);
  await resumeWorkspace(world, id());
  await waitFor(async () => (await world.api.get('/api/journeys')).status === 200);
  await waitFor(hasSchedule, { what: 'the schedule to be back' });
  const logged = await world.database('audit_entries').where({ workspace_id: id() }).whereLike('action', 'workspace.%');
  expect(logged.map(({ action }) => action as string)).toEqual(
    expect.arrayContaining(['workspace.paused', 'workspace.resumed']),
  );
});

test('a move that fails halfway leaves nothing in the target and can be repeated', async () => {
  const target = await newTarget();
  const failed = await whileHeld(
    () => move(target).catch((error: unknown) => error),
    (pid) => world.database.raw('select pg_terminate_backend(?)', [pid]),
  );
  expect(failed).toBeInstanceOf(Error);
  const counts = await countRows(target, await listWorkspaceTables(target), id());
  expect([...counts.values()].every((count) => count === 0)).toBe(true);
  expect([...(await move(target)).values()].some((count) => count > 0)).toBe(true);
});

test('rows written during the copy are copied again', async () => {
  const target = await newTarget();
  const lines: string[] = [];
  const [subjectId, action] = [id(), 'workspace.moved'];
  await whileHeld(
    () => move(target, (line) => lines.push(line)),
    () =>
      recordAudit(world.database, [
        { workspaceId: id(), subjectType: 'workspace', subjectId, actor: 'system', action, metadata: {} },
      ]),
  );
  expect(lines.filter((line) => line.endsWith('Copying again.'))).toEqual([
    'audit_entries changed during the copy. Copying again.',
  ]);
  expect(await rowsIn(target)).toEqual(await rowsIn(world.database));
});

test('the command moves a workspace row by row, and the target serves it', async () => {
  const target = await newTarget();
  const theirs = { id: newId('user'), email: member.email, name: 'Of the target', passwordHash: null };
  await insertUser(target, theirs);
  const { id: ownerId } = await world.database('users').where({ email: world.demo.owner.email }).first('id');
  const totp = { user_id: ownerId, secret: Buffer.from('sealed'), secret_key_id: 'test', last_step: 7 };
  await world.database('user_totp').insert(totp);
  await world.database('recovery_codes').insert({ user_id: ownerId, code_hash: Buffer.from('hash') });
  // A day of the catalog that workers would only count after the move.
  await world.database.raw(
    `insert into event_catalog_states (workspace_id, due_at) values (?, now() + interval '1 hour')
     on conflict (workspace_id) do update set due_at = excluded.due_at`,
    [id()],
  );
  await world.database('event_type_queue').insert({ workspace_id: id(), day: '2026-01-05' });
  const { stdout, stderr } = await command('move', '--id', id(), '--settle', '0');
  const before = await rowsIn(world.database);
  const moved = JSON.parse(stdout);
  expect(moved.rows).toEqual(Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])));
  expect(Object.keys(before).length).toBeGreaterThan(30);
  expect(before).not.toHaveProperty('event_type_queue');
  expect(stderr).toMatch(/Both databases have the same row counts/);
  // A person with an existing account in the target keeps it and everything that belongs to it.
  const renamed = JSON.parse(JSON.stringify(before).replaceAll(member.id, theirs.id)) as Record<string, string[]>;
  for (const rows of Object.values(renamed)) rows.sort();
  const after = await rowsIn(target);
  for (const rows of Object.values(after)) rows.sort();
  expect(after).toEqual(renamed);
  expect(await target('users').where({ email: member.email }).select('id', 'name')).toEqual([
    { id: theirs.id, name: 'Of the target' },
  ]);
  // Accounts that are new in the target keep their second step.
  expect(await target('user_totp').first('user_id', 'secret', 'last_step')).toEqual({
    user_id: ownerId,
    secret: totp.secret,
    last_step: '7',
  });
  expect(await target('recovery_codes').pluck('user_id')).toEqual([ownerId]);
  const events = await rowsOf<{ partition: string }>(
    target.raw(`select tableoid::regclass::text as partition from events where id = 'evt_of_long_ago'`),
  );
  expect(events[0]?.partition).toMatch(/^events_\d{4}_\d{2}$/);

  const again = await command('move', '--id', id(), '--settle', '0');
  expect(JSON.parse(again.stdout)).toEqual(moved);

  const api = await world.startApi({ DATABASE_URL: targetUrl() });
  try {
    const there = apiClient(api.url, world.demo.serverKey);
    expect((await there.get('/api/journeys')).status).toBe(503);
    await resumeWorkspace({ database: target }, id());
    await resumeWorkspace(world, id());
    for (const path of [`/api/journeys/${journeyId}`, `/api/journeys/${journeyId}/executions`, '/api/beliefs']) {
      const [here, moved] = [await world.api.get(path), await there.get(path)];
      expect([path, moved.status]).toEqual([path, 200]);
      expect(moved.body).toEqual(here.body);
    }
    const theirApi = apiClient(`http://127.0.0.1:${api.port}`, member.userKey);
    expect((await theirApi.get('/api/journeys')).status).toBe(200);
  } finally {
    await api.stop();
  }
});

test('an existing workspace with the same id and other rows is not overwritten', async () => {
  const target = await newTarget();
  await move(target);
  await target('suppressions').where({ workspace_id: id() }).delete();
  await expect(move(target)).rejects.toThrow(/different rows/);
  await resumeWorkspace(world, id());
});

test('databases with different schemas are refused', async () => {
  const target = await newTarget();
  await target.raw('alter table beliefs add column another text');
  await expect(move(target)).rejects.toThrow(/different schemas/);
});

test('a paused workspace is removed completely, an active one is not, and another loses nothing', async () => {
  const { demo } = await addWorkspace(world);
  const target = await newTarget();
  const { workspaceId } = demo;
  await expect(removeWorkspace(world, workspaceId)).rejects.toThrow(/npm run workspace -- pause/);
  await moveWorkspace(contextOf(target), { workspaceId, settleMs: 0 });
  await move(target);
  const others = await rowsIn(target);
  expect(await removeWorkspace({ database: target }, workspaceId)).toBeGreaterThan(0);
  expect(await removeWorkspace(world, workspaceId)).toBeGreaterThan(0);
  expect(await rowsIn(target)).toEqual(others);
  expect(await removeWorkspace({ database: target }, id())).toBeGreaterThan(0);
  for (const gone of [workspaceId, id()]) {
    const counts = await countRows(target, await listWorkspaceTables(target), gone);
    expect([...counts.values()].every((count) => count === 0)).toBe(true);
  }
  expect(await target('workspaces').select('id')).toEqual([]);
  await resumeWorkspace(world, id());
});

test('wrong arguments print the usage', async () => {
  await newTarget();
  for (const given of [['move'], ['pause'], ['move', '--id', id(), '--settle', 'soon'], ['toString', '--id', id()]]) {
    await expect(command(...given)).rejects.toThrow(/Usage: npm run workspace|--settle must be a number of seconds/);
  }
  await expect(command('pause', '--id', 'wsp_none')).rejects.toThrow(/does not exist/);
});
