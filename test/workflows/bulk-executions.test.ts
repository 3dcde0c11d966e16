import { continueBulk } from '../../operations/journeys/bulk-executions';
import { createPerson, publishJourney } from '../support/journeys';
import { publishNextVersion, storeRuns } from '../support/journey-rows';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld();

beforeAll(() => world.startWorker({ OUTBOX_POLL_MS: '100' }));

const steps = [
  { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'other' },
  { id: 'other', kind: 'wait', duration: 'PT1H', next: 'end' },
  { id: 'end', kind: 'exit' },
];
let people: string[];

beforeAll(async () => {
  people = [];
  for (let index = 0; index < 12; index += 1) people.push((await createPerson(world)).id as string);
});

/** Stores twelve executions: of two versions, at two steps, with two causes, one started each hour. */
async function journeyWith(status: 'FAILED' | 'RUNNING') {
  const { id: journeyId } = await publishJourney(world, steps);
  await publishNextVersion(world, journeyId, {
    steps: [...steps.slice(0, 2), { id: 'end', kind: 'exit', reason: 'v2' }],
  });
  const idAt = (index: number): string => `exe_${journeyId}_${index}`;
  const startedAt = (index: number): Date => new Date(Date.UTC(2026, 0, 1, index));
  await storeRuns(
    world.database,
    { workspaceId: world.demo.workspaceId, journeyId },
    people.map((endUserId, index) => ({
      id: idAt(index),
      endUserId,
      status,
      version: index < 8 ? 1 : 2,
      currentStepId: index % 2 === 0 ? 'pause' : 'other',
      startedAt: startedAt(index),
    })),
  );
  if (status === 'FAILED') {
    await world
      .database('executions')
      .where({ journey_id: journeyId })
      .update({ exit_reason: 'failed', failure_cause: 'NotFound', failure_message: 'Version "1" does not exist.' });
    await world
      .database('executions')
      .whereIn('id', [0, 1, 2].map(idAt))
      .update({ exit_reason: 'webhook', failure_cause: 'http_503', failure_message: null });
  }
  return { journeyId, idAt, startedAt };
}

const post = (journeyId: string, body: object) => world.api.post(`/api/journeys/${journeyId}/executions/bulk`, body);

const completed = (journeyId: string, bulkId: string) =>
  waitFor(
    async () => {
      const { body } = await world.api.get(`/api/journeys/${journeyId}/executions/bulk/${bulkId}`);
      return body.status === 'completed' && (body as Record<string, unknown>);
    },
    { what: 'the end of the bulk action', timeoutMs: 60_000 },
  );

const countWith = async (journeyId: string, where: object): Promise<number> =>
  (await world.database('executions').where({ journey_id: journeyId, ...where })).length;

test('a dry run counts by each filter, and changes nothing', async () => {
  const { journeyId, startedAt } = await journeyWith('FAILED');
  const count = async (where: object) => (await post(journeyId, { action: 'retry', where, dryRun: true })).body;
  expect(await count({})).toEqual({ matching: 12 });
  expect(await count({ version: 2 })).toEqual({ matching: 4 });
  expect(await count({ stepId: 'other' })).toEqual({ matching: 6 });
  expect(await count({ cause: 'http_503' })).toEqual({ matching: 3 });
  expect(await count({ cause: 'webhook', version: 1, stepId: 'pause' })).toEqual({ matching: 2 });
  const bounds = { startedAfter: startedAt(3).toISOString(), startedBefore: startedAt(5).toISOString() };
  expect(await count(bounds)).toEqual({ matching: 2 });
  expect(await countWith(journeyId, { status: 'FAILED', retries: 0 })).toBe(12);
  const { body } = await world.api.get(`/api/journeys/failures/causes?journeyId=${journeyId}`);
  const groups = body as { version: number; stepId: string; cause: string; count: number; lastError: string }[];
  expect(groups.map(({ version, stepId, cause, count: of }) => [version, stepId, cause, of]).sort()).toEqual([
    [1, 'other', 'NotFound', 3],
    [1, 'other', 'http_503', 1],
    [1, 'pause', 'NotFound', 2],
    [1, 'pause', 'http_503', 2],
    [2, 'other', 'NotFound', 2],
    [2, 'pause', 'NotFound', 2],
  ]);
  expect(new Set(groups.map(({ lastError }) => lastError))).toEqual(
    new Set(['Version "1" does not exist.', 'The receiver returned 503.']),
  );
});

test('a retry resumes what matches once, counts refusals, and is audited once', async () => {
  const { journeyId, idAt } = await journeyWith('FAILED');
  const { workspaceId } = world.demo;
  await world
    .database('executions')
    .where({ id: idAt(0) })
    .update({ end_user_id: 'erased:1' });
  // Two executions of one person that exclude each other: one is retried.
  await world
    .database('executions')
    .whereIn('id', [idAt(2), idAt(4)])
    .update({ exclusive: true, end_user_id: people[2]! });
  const { status, body } = await post(journeyId, { action: 'retry', where: { version: 1 } });
  expect([status, body.matching]).toEqual([202, 8]);
  expect(await completed(journeyId, body.bulkId)).toMatchObject({
    action: 'retry',
    where: { version: 1 },
    matching: 8,
    done: 6,
    failed: 2,
    skipped: 0,
    refusals: expect.arrayContaining([
      expect.objectContaining({ reason: 'erased', count: 1 }),
      expect.objectContaining({ reason: 'excluded', count: 1 }),
    ]),
  });
  expect(await countWith(journeyId, { status: 'RUNNING', retries: 1 })).toBe(6);
  expect(await countWith(journeyId, { status: 'FAILED', version: 2, retries: 0 })).toBe(4);
  await waitFor(async () => (await world.database('outbox').where({ workspace_id: workspaceId })).length === 0);
  const handle = world.temporal.workflow.getHandle(`journey/${idAt(1)}`);
  expect((await handle.describe()).status.name).toBe('RUNNING');

  const actions = await world.database('audit_entries').where({ subject_id: journeyId }).select('action', 'metadata');
  expect(actions.filter(({ action }) => action === 'execution.retried')).toHaveLength(6);
  expect(actions.filter(({ action }) => action === 'executions.bulk_retried')).toMatchObject([
    { metadata: { bulkId: body.bulkId, matching: 8, done: 6, failed: 2, where: { version: 1 } } },
  ]);

  // Another attempt at the activity acts on nothing, even on an execution that failed again.
  await world
    .database('executions')
    .where({ id: idAt(3) })
    .update({ status: 'FAILED', ended_at: world.database.fn.now() });
  await world
    .database('execution_bulks')
    .where({ id: body.bulkId })
    .update({ ended_at: null, after_version: null, after_id: null, after_started_at: null });
  const context = { database: world.database, signal: new AbortController().signal };
  await continueBulk(context, { workspaceId, bulkId: body.bulkId }, 60_000);
  expect(await countWith(journeyId, { id: idAt(3), status: 'FAILED', retries: 1 })).toBe(1);
});

test('a cancellation ends the running executions that match, and a repeated request has the same result', async () => {
  const { journeyId } = await journeyWith('RUNNING');
  const request = { action: 'cancel', where: { stepId: 'pause' } };
  const [first, second] = await Promise.all([post(journeyId, request), post(journeyId, request)]);
  expect(new Set([first.status, second.status])).toEqual(new Set([202]));
  const done = await Promise.all([first, second].map(({ body }) => completed(journeyId, body.bulkId)));
  const unique = new Map(done.map((one) => [one['bulkId'], Number(one['done'])]));
  expect([...unique.values()].reduce((sum, count) => sum + count, 0)).toBe(6);
  await waitFor(async () => (await countWith(journeyId, { status: 'CANCELED' })) === 6, { timeoutMs: 60_000 });
  expect(await countWith(journeyId, { status: 'RUNNING', current_step_id: 'other' })).toBe(6);
  expect((await post(journeyId, { ...request, dryRun: true })).body).toEqual({ matching: 0 });
});

test('refuses unknown fields, a cause for a cancellation, and unknown ids', async () => {
  const { journeyId } = await journeyWith('FAILED');
  for (const body of [
    { action: 'retry', where: { step: 'pause' } },
    { action: 'retry' },
    { action: 'restart', where: {} },
    { action: 'cancel', where: { cause: 'webhook' } },
  ]) {
    expect((await post(journeyId, body)).status).toBe(400);
  }
  for (const action of ['restart', 'retry']) {
    expect((await post('jrn_none', { action, where: {} })).status).toBe(404);
  }
  expect((await world.api.get(`/api/journeys/${journeyId}/executions/bulk/blk_none`)).status).toBe(404);
  expect(await world.database('execution_bulks').where({ journey_id: journeyId })).toEqual([]);
});
