import { newId } from '../../../db/connection/ids';
import { storeRuns, storeSteps, type RunRow } from '../../support/journey-rows';
import {
  createCommunication,
  createSubject,
  executionsOf,
  publishJourney,
  trackEvent,
  uniqueName,
} from '../../support/journeys';
import { completedErasure, erase } from '../../support/erasure-subject';
import { addMember } from '../../support/members';
import { apiClient } from '../../support/api-client';
import { seededRandom } from '../../support/seeded-random';
import { startWebhookReceiver, status, type WebhookReceiver } from '../../support/webhook-receiver';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld();
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  await world.startWorker({ OUTBOX_POLL_MS: '100', WEBHOOK_ALLOW_HOSTS: receiver.host });
});

afterAll(() => receiver.stop());

const end = { id: 'end', kind: 'exit' };
const pause = { id: 'pause', kind: 'wait', duration: 'P30D', next: 'end' };

/** Reads the executions of every page by the links between pages. */
async function walk(path: string): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let pages = 0;
  for (let next: string | undefined = path; next !== undefined; pages += 1) {
    const { status: code, body, headers } = await world.api.get(next);
    expect(code).toBe(200);
    ids.push(...(body as { executionArn: string }[]).map(({ executionArn }) => executionArn.split('/').at(-1) ?? ''));
    next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return { ids, pages };
}

describe('the list of executions', () => {
  let journeyId: string;
  let runs: (Required<RunRow> & { place: number; outcome: 'executed' | 'skipped' | 'failed' })[];

  /** 300 executions, many with the same start time, in two versions, with every status, at three steps, after a step. */
  beforeAll(async () => {
    const journey = await publishJourney(world, [pause, end]);
    journeyId = journey.id;
    const { body } = await world.api.get(`/api/journeys/${journeyId}`);
    await world.api.patch(`/api/journeys/${journeyId}`, { updatedAt: body.updatedAt, reentry: 'always' });
    await world.api.post(`/api/journeys/${journeyId}/publish`);
    const random = seededRandom(11);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    const people = await Promise.all([createSubject(world), createSubject(world), createSubject(world)]);
    const begin = Date.parse('2026-03-01T00:00:00Z');
    runs = Array.from({ length: 300 }, (_, place) => ({
      place,
      id: newId('execution'),
      endUserId: pick(people).id,
      version: pick([1, 2]),
      status: pick(['RUNNING', 'COMPLETED', 'COMPLETED', 'FAILED', 'CANCELED']),
      currentStepId: pick(['pause', 'end', 'gone']),
      startedAt: new Date(begin + Math.floor(place / 7) * 3_600_000),
      outcome: pick(['executed', 'executed', 'skipped', 'failed']),
    }));
    await storeRuns(world.database, { workspaceId: world.demo.workspaceId, journeyId }, runs);
    const steps = runs.map(({ id, outcome }) => ({ runId: id, stepId: 'greet', kind: 'send', status: outcome }));
    await storeSteps(world.database, world.demo.workspaceId, steps);
  });

  const expected = (holds: (run: (typeof runs)[number]) => boolean): string[] =>
    runs
      .filter(holds)
      .sort((one, other) => other.startedAt.getTime() - one.startedAt.getTime() || (one.id < other.id ? 1 : -1))
      .map(({ id }) => id);

  it('returns the last 50 by default and a link to the rest', async () => {
    const { body, headers } = await world.api.get(`/api/journeys/${journeyId}/executions`);
    expect(body).toHaveLength(50);
    expect(headers.get('link')).toMatch(/rel="next"/);
    expect(await walk(`/api/journeys/${journeyId}/executions`)).toEqual({ ids: expected(() => true), pages: 6 });
  });

  it.each([
    ['status=RUNNING', (run) => run.status === 'RUNNING'],
    ['status=TERMINATED', () => false],
    ['stepId=end', (run) => run.currentStepId === 'end'],
    ['version=2', (run) => run.version === 2],
    ['version=3', () => false],
    ['status=COMPLETED&version=1', (run) => run.status === 'COMPLETED' && run.version === 1],
    ['stepId=pause&status=FAILED', (run) => run.currentStepId === 'pause' && run.status === 'FAILED'],
    ['stepId=greet&stepStatus=executed', (run) => run.outcome === 'executed'],
    ['stepId=greet&stepStatus=failed&version=2', (run) => run.outcome === 'failed' && run.version === 2],
    ['stepId=greet&stepStatus=skipped&status=RUNNING', (run) => run.outcome === 'skipped' && run.status === 'RUNNING'],
    ['stepId=pause&stepStatus=waiting', (run) => run.currentStepId === 'pause' && run.status === 'RUNNING'],
    ['stepId=pause&stepStatus=waiting&status=FAILED', () => false],
    ['stepId=gone&version=2', (run) => run.currentStepId === 'gone' && run.version === 2],
    ['from=2026-03-02&to=2026-03-02', (run) => run.startedAt.toISOString().startsWith('2026-03-02')],
    [
      'status=COMPLETED&from=2026-03-01T05:00:00Z',
      (run) => run.status === 'COMPLETED' && run.startedAt >= new Date('2026-03-01T05:00:00Z'),
    ],
  ] as [string, (run: (typeof runs)[number]) => boolean][])(
    'can be filtered by %s across pages',
    async (query, holds) => {
      const { ids } = await walk(`/api/journeys/${journeyId}/executions?limit=13&${query}`);
      expect(ids).toEqual(expected(holds));
    },
  );

  it('can be filtered by id and by address of a person', async () => {
    const { endUserId } = runs[0]!;
    const { email } = (await world.api.get(`/api/end-users/${endUserId}`)).body;
    const path = `/api/journeys/${journeyId}/executions?limit=40`;
    const theirs = expected((run) => run.endUserId === endUserId);
    expect((await walk(`${path}&endUserId=${endUserId}`)).ids).toEqual(theirs);
    expect((await walk(`${path}&email=${encodeURIComponent(email.toUpperCase())}`)).ids).toEqual(theirs);
    const failed = expected((run) => run.endUserId === endUserId && run.status === 'FAILED');
    expect((await walk(`${path}&email=${encodeURIComponent(email)}&status=FAILED`)).ids).toEqual(failed);
    expect((await world.api.get(`${path}&email=nobody@example.com`)).body).toEqual([]);
    expect((await world.api.get(`${path}&email=${encodeURIComponent(email)}&endUserId=eus_other`)).body).toEqual([]);
  });

  it.each([
    'status=LOST',
    'version=0',
    'limit=201',
    'limit=0',
    'cursor=abc',
    'from=yesterday',
    'email=x',
    'page=2',
    'stepStatus=failed',
  ])('refuses %s', async (query) => {
    const { status: code, body } = await world.api.get(`/api/journeys/${journeyId}/executions?${query}`);
    expect([code, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('refuses the cursor of another journey', async () => {
    const other = await publishJourney(world, [pause, end]);
    const { headers } = await world.api.get(`/api/journeys/${journeyId}/executions?limit=1`);
    const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';
    expect((await world.api.get(`/api/journeys/${other.id}/executions?cursor=${cursor}`)).status).toBe(400);
  });
});

test('the list and the details show a person’s address, and none for an erased person', async () => {
  const journey = await publishJourney(world, [end], { reentry: 'always' });
  const [known, erased] = [await createSubject(world), await createSubject(world)];
  const { body: nameless } = await world.api.post('/api/end-users', {});
  const begin = Date.now();
  const runs = [known.id, erased.id, nameless.id as string, 'eus_gone', known.id].map((endUserId, place) => {
    return { id: newId('execution'), endUserId, startedAt: new Date(begin - place * 1_000) };
  });
  await storeRuns(world.database, { workspaceId: world.demo.workspaceId, journeyId: journey.id }, runs);
  const path = `/api/journeys/${journey.id}/executions`;
  const named = async () =>
    (await world.api.get(path)).body.map((one: { endUserId: string; endUserEmail: string | null }) => [
      one.endUserId,
      one.endUserEmail,
    ]);
  const others = [
    [nameless.id, null],
    ['eus_gone', null],
    [known.id, known.email],
  ];
  expect(await named()).toEqual([[known.id, known.email], [erased.id, erased.email], ...others]);
  expect((await world.api.get(`${path}/${runs[1]!.id}`)).body.endUserEmail).toBe(erased.email);
  const { body } = await erase(world, { endUserId: erased.id });
  await completedErasure(world, body.erasureId);
  expect(await named()).toEqual([[known.id, known.email], ['erased', null], ...others]);
  const { body: detail } = await world.api.get(`${path}/${runs[1]!.id}`);
  expect([detail.endUserId, detail.endUserEmail]).toEqual(['erased', null]);
});

/** Starts an execution of a person, by default with a pause. */
async function startedAt(steps: unknown[] = [pause, end]) {
  const journey = await publishJourney(world, steps);
  const person = await createSubject(world, { name: 'Ada' });
  const { body } = await world.api.post(`/api/journeys/${journey.id}/executions`, { endUserId: person.id });
  const path = `/api/journeys/${journey.id}/executions/${String(body.executionArn).split('/').at(-1)}`;
  return { journey, person, path };
}

describe('canceling an execution', () => {
  test('ends a waiting workflow', async () => {
    const { journey, path } = await startedAt();
    const isWaiting = async () => (await world.database('outbox').where({ kind: 'start_execution' })).length === 0;
    await waitFor(isWaiting, { what: 'the start' });
    expect((await world.api.post(`${path}/cancel`)).status).toBe(200);
    await waitFor(async () => (await executionsOf(world, journey.id))[0]?.['status'] === 'CANCELED');
    expect((await world.api.get(path)).body).toMatchObject({ exitReason: 'canceled', cancelReason: 'canceled' });
    expect((await world.api.post(`${path}/cancel`)).status).toBe(200);
  });

  test('fails for a finished execution and requires an admin', async () => {
    const { path } = await startedAt([end]);
    await waitFor(async () => (await world.api.get(path)).body.status === 'COMPLETED');
    expect(await world.api.post(`${path}/cancel`)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    const member = await addMember(world, 'member');
    const asMember = apiClient(world.apiUrl, member.userKey);
    expect((await asMember.post(`${path}/cancel`)).status).toBe(403);
    expect((await asMember.get(path)).status).toBe(200);
  });

  test('returns 404 under another journey', async () => {
    const { path } = await startedAt();
    const other = await publishJourney(world, [pause, end]);
    const wrong = path.replace(/jrn_\w+/, other.id);
    expect((await world.api.post(`${wrong}/cancel`)).status).toBe(404);
    expect((await world.api.get(wrong)).status).toBe(404);
    expect((await world.api.get(path)).body.cancelReason).toBeNull();
  });
});

test('an execution contains its decisions, message, waits and calls in the order of the steps', async () => {
  receiver.respondWith(status(418));
  const communicationId = await createCommunication(world, 'Hello {{ attributes.name }}');
  const arm = (id: string, next: string) => ({
    id,
    next,
    when: { field: 'attributes.name', operator: 'equals', value: id },
  });
  const { path } = await startedAt([
    { id: 'who', name: 'Who is it?', kind: 'branch', arms: [arm('Bob', 'end'), arm('Ada', 'call')], else: 'end' },
    { id: 'call', kind: 'webhook', url: `http://${receiver.host}/hook`, next: 'end', onFailure: 'greet' },
    { id: 'greet', kind: 'send', communicationId, next: 'pause' },
    pause,
    end,
  ]);
  const read = async () => (await world.api.get(path)).body;
  await waitFor(async () => (await read()).currentStepId === 'pause', { what: 'the wait' });
  const { steps, startedBy, goalReached } = await read();
  expect({ startedBy, goalReached }).toEqual({ startedBy: 'hand', goalReached: false });
  expect(steps.map((step: { stepId: string; status: string }) => `${step.stepId} ${step.status}`)).toEqual([
    ...['who executed', 'call failed', 'greet executed', 'pause waiting'],
  ]);
  const [who, call, greet, waiting] = steps;
  expect(who).toMatchObject({ name: 'Who is it?', armId: 'Ada', send: null, tries: [] });
  expect(call).toMatchObject({ reason: 'http_418', tries: [{ number: 1, statusCode: 418, failure: null }] });
  expect(greet.send).toMatchObject({ communicationId, status: 'sent', subject: 'Hello {{ attributes.name }}' });
  expect(Date.parse(waiting.resumesAt)).toBeGreaterThan(Date.now());
  expect(waiting.leftAt).toBeNull();
  const message = await world.api.get(`${path}/messages/greet`);
  expect(message).toMatchObject({ status: 200, body: { subject: 'Hello Ada' } });
  expect(message.body.html).toContain('Glad to see you.');
  expect((await world.api.get(`${path}/messages/pause`)).status).toBe(404);
});

test('an execution shows what started it', async () => {
  const journey = await publishJourney(world, [pause, end], { reentry: 'always' });
  const person = await createSubject(world);
  await trackEvent(world, journey.eventName, person.visitorId);
  await world.api.raw('/api/journeys/internal/start-execution', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${String(world.environment['SYNC_API_KEY'])}`,
    },
    body: JSON.stringify({
      workspaceId: world.demo.workspaceId,
      journeyId: journey.id,
      endUserId: person.id,
      idempotencyKey: uniqueName('order'),
    }),
  });
  const { ids } = await walk(`/api/journeys/${journey.id}/executions`);
  const startedBy = await Promise.all(
    ids.map(
      async (id) => (await world.api.get(`/api/journeys/${journey.id}/executions/${id}`)).body.startedBy as string,
    ),
  );
  expect(startedBy.sort()).toEqual(['event', 'service']);
});
