import pg from 'pg';
import { executionsOf } from '../../support/journeys';
import { setting } from '../../support/members';
import { documentedOperations, type DocumentedOperation } from '../../support/openapi';
import { waitFor } from '../../support/wait-for';
import { createWorld, type World } from '../../support/world';
import { accessTable, type Operation } from './access-table';
import { furnish } from './furnish';
import { filledPaths, requestOf, type Names } from './requests';

/**
 * Every statement on a tenant table names the workspace. This isolates tenants, and allows sharding by workspace or
 * moving a workspace to another database. The test reads the statements that the API and worker send while every
 * operation is called.
 */

const statements = new Set<string>();
let world: World;
let names: Names;
let operations: DocumentedOperation[];
let tables: Set<string>;
const succeeded = new Set<string>();

type Query = (...given: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query };
const { query } = prototype;

/** The start of each statement that covers all workspaces. */
const ofInstallation: [start: string, reason: string][] = [
  ['with due as ( select command.id from json_to_recordset', 'the outbox’s dispatcher claims the oldest of all'],
  ['delete from outbox o using json_to_recordset', 'and deletes what it has done'],
  ['select "c"."workspace_id" as "workspaceId", "c"."id" from "ad_connections"', 'a schedule knows its connection'],
  ['select id from ad_connections where id > $1', 'schedules of all connections'],
  ['select workspace_id as "workspaceId", id as "experimentId" from experiments e where', 'experiments that learn'],
  ['select workspace_id as "workspaceId", closed_before::text', 'days that retention has passed'],
  ['select workspace_id as "workspaceId", id, status, stage, end_user_id', 'the workflow of an erasure knows its id'],
  ['with gone as ( delete from sessions', 'sessions that have expired'],
  ['delete from "people_imports" where "status" = $1 and created_at <', 'imports that were never received whole'],
  [
    'update sends s set status = case when provider_started_at',
    'sends whose process stopped before it stored the outcome',
  ],
];

const isSeen = (start: string): boolean => [...statements].some((statement) => statement.startsWith(start));

const upkeepEverySecond = Object.fromEntries(
  ['RECONCILE', 'ROLLUPS', 'MAINTAIN', 'REWEIGH', 'ANOMALIES'].map((act) => [`${act}_EVERY_SECONDS`, '1']),
);

beforeAll(async () => {
  world = await createWorld();
  prototype.query = function record(this: unknown, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text;
    if (text !== undefined) statements.add(text.replace(/--[^\n]*/g, ' ').replace(/\s+/g, ' '));
    return query.apply(this, given);
  };
  try {
    await useEverything();
    tables = await tenantTables();
  } finally {
    // Stopping writes data that is otherwise written periodically.
    await world.stop();
    prototype.query = query;
  }
});

async function useEverything(): Promise<void> {
  names = await furnish(world, world.demo);
  await world.startWorker(upkeepEverySecond);
  operations = await documentedOperations(world);
  await waitFor(async () => (await executionsOf(world, names.journey)).every(({ status }) => status === 'COMPLETED'));
  const order = (method: string): number => ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(method);
  for (const operation of [...operations].sort((a, b) => order(a.method) - order(b.method))) await call(operation);
  await waitFor(() => ofInstallation.every(([start]) => isSeen(start)), { what: 'the statements of upkeep' });
}

async function call(operation: DocumentedOperation): Promise<void> {
  const access = accessTable[operation.name as Operation];
  const keys: Record<string, string> = {
    internal: setting(world, 'SYNC_API_KEY'),
    transactional: world.demo.transactionalKey,
    server: world.demo.serverKey,
  };
  const headers = { 'x-api-key': keys[access] ?? world.demo.userKey };
  const paths = filledPaths(operation.path, names);
  for (const path of paths.length > 0 ? paths : [operation.path.replace(/\{[A-Za-z]+\}/g, 'none')]) {
    const request = requestOf(operation, names, headers);
    const body = request.body?.replaceAll('wsp_none', world.demo.workspaceId);
    const { status } = await world.api.raw(path, { ...request, ...(body === undefined ? {} : { body }) });
    if (status < 300) succeeded.add(operation.name);
  }
}

/** Returns the tables with a workspace id. */
async function tenantTables(): Promise<Set<string>> {
  const { rows } = await world.database.raw<{ rows: { name: string }[] }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'workspace_id'`,
  );
  return new Set(rows.map(({ name }) => name));
}

const tablesOf = (statement: string): string[] =>
  [...statement.matchAll(/\b(?:from|join|into|update|only)\s+"?([a-z][a-z0-9_]*)"?/gi)].map(([, name]) => name!);

/** Whether the statement compares or stores a workspace id. */
const isOfWorkspace = (statement: string): boolean =>
  /\bworkspace_id"?(?:,[^)]*)?\)?\s*(?:=|in\b)|=\s*(?:\w+\.)?"?workspace_id\b|using \([^)]*workspace_id/i.test(
    statement,
  ) || /^\s*(?:with .*)?insert into \S+(?: as \w+)? \([^)]*workspace_id/i.test(statement);

test('most operations succeed, so their statements are recorded', () => {
  expect(succeeded.size).toBeGreaterThan(0.6 * operations.length);
  expect(statements.size).toBeGreaterThan(200);
  expect(isSeen('update api_keys k set last_used_at')).toBe(true);
});

test('every statement on a tenant table names the workspace', () => {
  const found = [...statements].filter(
    (statement) => tablesOf(statement).some((name) => tables.has(name)) && !isOfWorkspace(statement),
  );
  const isKnown = (statement: string): boolean => ofInstallation.some(([start]) => statement.startsWith(start));
  expect(found.filter((statement) => !isKnown(statement))).toEqual([]);
});
