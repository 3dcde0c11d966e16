import type { DemoWorkspace } from '../../../dev/seed';
import { uniqueName } from '../../support/journeys';
import { signIn } from '../../support/members';
import { documentedOperations, type DocumentedOperation } from '../../support/openapi';
import { useWorld } from '../../support/world';
import { accessTable, type Operation } from './access-table';
import { cookieHeader } from './credentials';
import { furnish } from './furnish';
import { filledPaths, requestOf, type Names } from './requests';
import { addWorkspace } from '../../support/workspaces';

/** The credentials of a workspace give no access to another workspace, even if the caller knows its ids. */

const world = useWorld({ temporal: false });
/** The workspace that the callers must not reach. */
let other: DemoWorkspace;
let names: Names;
let operations: DocumentedOperation[];
/** The strongest credentials of the first workspace. */
let intruders: Record<string, Record<string, string>>;

beforeAll(async () => {
  ({ demo: other } = await addWorkspace(world));
  names = await furnish(world, other);
  operations = await documentedOperations(world);
  intruders = {
    'server key': { 'x-api-key': world.demo.serverKey },
    'owner’s key': { 'x-api-key': world.demo.userKey },
    'owner’s session': cookieHeader(world, await signIn(world, world.demo.owner)),
  };
});

/** Reads every row of the other workspace by table, without `last_used_at`, which is written periodically. */
async function rowsOfOther(): Promise<Record<string, string[]>> {
  const { rows: tables } = await world.database.raw<{ rows: { name: string }[] }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  );
  const queries = [
    ...tables.map(({ name }) => ({ name, condition: 'workspace_id = :id' })),
    { name: 'workspaces', condition: 'id = :id' },
    { name: 'users', condition: 'id in (select user_id from members where workspace_id = :id)' },
  ];
  const snapshot: Record<string, string[]> = {};
  for (const { name, condition } of queries) {
    const { rows } = await world.database.raw<{ rows: { row: string }[] }>(
      `select (to_jsonb(t) - 'last_used_at')::text as row from "${name}" t where ${condition} order by 1`,
      { id: other.workspaceId },
    );
    snapshot[name] = rows.map(({ row }) => row);
  }
  return snapshot;
}

/**
 * Excludes operations with the shared secret, because it belongs to no workspace and walk.test.ts covers it. Also
 * excludes platform names, which are global, secret names, which each workspace chooses, and sessions, which belong to people.
 */
const isByIdOfWorkspace = ({ name, path }: DocumentedOperation): boolean =>
  path.includes('{') &&
  !path.includes('{connectorType}') &&
  !path.includes('/secrets/{name}') &&
  !path.startsWith('/api/account/') &&
  !['public', 'internal'].includes(accessTable[name as Operation]);

/** Operations with an id in the path, for each kind of id of the other workspace. */
const operationsById = (): { operation: DocumentedOperation; path: string }[] =>
  operations
    .filter(isByIdOfWorkspace)
    .flatMap((operation) => filledPaths(operation.path, names).map((path) => ({ operation, path })));

test('the other workspace has a row in every table under test', async () => {
  const snapshot = await rowsOfOther();
  const filled = Object.entries(snapshot).filter(([, rows]) => rows.length > 0);
  const expected = ['api_keys', 'audiences', 'audit_entries', 'communication_contents', 'communications', 'end_users'];
  expected.push('events', 'executions', 'invitations', 'journey_versions', 'journeys', 'members', 'outbox', 'sends');
  expected.push('suppressions', 'trigger_contracts', 'users', 'visitor_links', 'workspaces');
  expect(filled.map(([table]) => table)).toEqual(expect.arrayContaining(expected));
});

test('the kind of every id in a path is known', () => {
  const covered = new Set(operationsById().map(({ operation }) => operation.name));
  const wanted = operations.filter(isByIdOfWorkspace);
  expect([...covered].sort()).toEqual(wanted.map(({ name }) => name).sort());
  expect(covered.size).toBeGreaterThanOrEqual(12);
});

test('another workspace’s id returns 404 on every route with every credential and changes nothing', async () => {
  const before = await rowsOfOther();
  const found: string[] = [];
  for (const { operation, path } of operationsById()) {
    for (const [intruder, headers] of Object.entries(intruders)) {
      const { status, body } = await world.api.raw(path, requestOf(operation, names, headers));
      // Only people manage keys, and only owners delete a workspace: a server key is refused before the lookup.
      const isOfPeople = ['people', 'owner'].includes(accessTable[operation.name as Operation]);
      const isForbidden = isOfPeople && intruder === 'server key';
      if (isForbidden && status === 403) continue;
      const isRefused = status === 404 && (body.code === 'NOT_FOUND' || body.error.code === 'not_found');
      if (!isRefused) found.push(`${operation.name} by ${intruder}: ${status} ${JSON.stringify(body)}`);
    }
  }
  expect(found).toEqual([]);
  expect(await rowsOfOther()).toEqual(before);
});

test('the same ids exist for their own workspace', async () => {
  const headers = { 'x-api-key': other.userKey };
  const missed: string[] = [];
  for (const { operation, path } of operationsById().filter(({ operation: { method } }) => method === 'GET')) {
    const { status } = await world.api.raw(path, requestOf(operation, names, headers));
    const namesAnotherKind = operation.path.startsWith('/api/keys') && path.endsWith(names.transactionalKey);
    if (status !== (namesAnotherKind ? 404 : 200)) missed.push(`${operation.name}: ${status}`);
  }
  expect(missed).toEqual([]);
});

test('lists contain nothing from another workspace, even with its cursor', async () => {
  const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const secrets = [...Object.values(names), other.workspaceId, other.owner.email, 'other.example', 'other workspace'];
  expect(lists.length).toBeGreaterThanOrEqual(6);
  const cursors = Object.values(names).map((id) => `?cursor=${encodeURIComponent(id)}`);
  expect(lists.filter(({ query }) => query.includes('cursor')).length).toBeGreaterThanOrEqual(10);
  for (const { path, query: parameters } of lists) {
    // A list without a cursor parameter needs only one extra query.
    const queries = ['', ...(parameters.includes('cursor') ? cursors : cursors.slice(0, 1))];
    for (const headers of Object.values(intruders)) {
      const texts = await Promise.all(
        queries.map(async (query) => {
          const { body } = await world.api.raw(path + query, { headers });
          return JSON.stringify(body).replaceAll(query.slice(8), '');
        }),
      );
      const text = texts.join('\n');
      expect(secrets.filter((secret) => secret !== names.journeyRead && text.includes(secret))).toEqual([]);
    }
  }
});

test('linking a visitor to the other workspace’s lead returns 404', async () => {
  const before = await rowsOfOther();
  for (const headers of Object.values(intruders)) {
    const response = await world.api.raw('/api/identity', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ visitorId: uniqueName('visitor'), leadId: names.endUser }),
    });
    expect(response.body).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  }
  expect(await rowsOfOther()).toEqual(before);
});

test('a journey cannot be published with the other workspace’s communication, trigger contract or audience', async () => {
  const before = await rowsOfOther();
  const own = await world.api.post('/api/trigger-contracts', { eventName: uniqueName('event') });
  const send = { id: 'hello', kind: 'send', communicationId: names.communication, next: 'end' };
  const end = { id: 'end', kind: 'exit' };
  const attempts = [
    { triggerContractId: own.body.id, steps: [send, end] },
    { triggerContractId: names.triggerContract, steps: [end] },
    { triggerContractId: own.body.id, audienceId: names.audience, steps: [end] },
  ];
  for (const fields of attempts) {
    const journey = await world.api.post('/api/journeys', { name: 'Borrowed', ...fields });
    expect(journey.status).toBe(201);
    const response = await world.api.post(`/api/journeys/${journey.body.id}/publish`);
    expect(response.body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, details: [expect.any(Object)] });
    // Remove the foreign ids from the draft, because other tests search lists for them.
    const cleared = {
      updatedAt: journey.body.updatedAt,
      triggerContractId: own.body.id,
      audienceId: null,
      steps: [end],
    };
    expect((await world.api.patch(`/api/journeys/${journey.body.id}`, cleared)).status).toBe(200);
  }
  expect(await rowsOfOther()).toEqual(before);
});

test('an event for the other workspace’s visitor starts nothing and links no one', async () => {
  const before = await rowsOfOther();
  const [contract] = await world.database('trigger_contracts').where({ id: names.triggerContract });
  const response = await world.api.post('/api/events', {
    workspaceKey: world.demo.workspaceKey,
    type: contract.event_name,
    visitorId: names.visitor,
    url: 'https://example.com/',
  });
  expect(response.body).toEqual({ received: 1 });
  expect(await rowsOfOther()).toEqual(before);
  const ours = { workspace_id: world.demo.workspaceId };
  expect(await world.database('visitor_links').where(ours)).toEqual([]);
  expect(await world.database('executions').where(ours)).toEqual([]);
});

test('a session cannot enter a workspace without a membership', async () => {
  const response = await world.api.post('/api/session', { ...world.demo.owner, workspaceId: other.workspaceId });
  expect(response.body).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
  const wrongPassword = await world.api.post('/api/session', { ...world.demo.owner, password: 'wrong-password' });
  expect(response.body).toEqual(wrongPassword.body);
});
