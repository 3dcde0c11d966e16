import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { Mailer, OutgoingMessage } from '../../operations/ports';
import { createEmailActivities } from '../../activities/steps/send';
import type { StepInput } from '../../operations/journeys/move-execution';
import type { SendStepResult } from '../../operations/journeys/perform-send-step';
import { ContentFault } from '../../domain/errors';
import { createThreads, type ThreadPool } from '../../threads/threads';
import { fullThreads, holdTasks } from '../support/held-threads';
import { createSubject, publishJourney } from '../support/journeys';
import { operationContext } from '../support/operation-context';
import { insertRunAt } from '../support/run-at';
import { waitFor } from '../support/wait-for';
import { createWorld, type World } from '../support/world';

let world: World;
let threads: ThreadPool;
let delivered: OutgoingMessage[];
let logged: string[];

beforeAll(async () => {
  world = await createWorld({ temporal: false });
});

afterAll(() => world.stop());

beforeEach(() => {
  threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
  delivered = [];
  logged = [];
});

afterEach(() => threads.close());

const mailer: Mailer = {
  admit: () => Promise.resolve({ kind: 'open' }),
  findPause: () => Promise.resolve(null),
  deliver: (message) => {
    delivered.push(message);
    return Promise.resolve({ kind: 'accepted', providerMessageId: message.sendId });
  },
  lookUp: () => Promise.resolve({ kind: 'absent' }),
  settledAfterMs: 1_000,
  close: () => undefined,
};

/** Creates an execution at a send with this HTML. */
async function runAt(html: string): Promise<StepInput> {
  const { workspaceId } = world.demo;
  const communication = await world.api.post('/api/communications', { name: 'Mail', commType: 'marketing', html });
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId: communication.body.id, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const { id: endUserId } = await createSubject(world);
  const executionId = await insertRunAt(world, { journeyId: journey.id, endUserId, stepId: 'mail' });
  return { workspaceId, executionId, stepId: 'mail' };
}

/** Runs one attempt of the activity. */
function attempt(input: StepInput, given: ThreadPool = threads) {
  const { performSend } = createEmailActivities(operationContext(world, { mailer, threads: given }, { logged }));
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR', () => undefined) });
  return environment.run<[StepInput], SendStepResult, typeof performSend>(performSend, input);
}

const sent = { outcome: { kind: 'sent' } };
const failed = { outcome: { kind: 'failed', reason: 'template_error' } };
const costly = '<p>x{% for i in (1..3000) %}{{ i }}{% endfor %}</p>';

it('renders an expensive message in a thread, while other sends continue, and then sends it', async () => {
  const [costlyRun, otherRun] = [await runAt(costly), await runAt('<p>short</p>')];
  const held = holdTasks(threads, ({ input }) => JSON.stringify(input).includes('1..3000'));
  const pending = attempt(costlyRun, held.threads);
  await waitFor(() => held.count() === 1);
  expect(await attempt(otherRun, held.threads)).toEqual(sent);
  expect(delivered).toMatchObject([{ html: expect.stringContaining('<p>short</p>') }]);
  held.release();
  expect(await pending).toEqual(sent);
  expect(delivered[1]).toMatchObject({ html: expect.stringContaining('29993000</p>') });
  expect(delivered[1]!.html).toContain('https://apex.example.com/t/o/');
  expect(threads.counts()).toMatchObject({ done: 1, ended: 0 });
});

it('fails permanently with more tags than a message may run', async () => {
  const run = await runAt('{% for i in (1..1000) %}{% for j in (1..1000) %}{{ j }}{% endfor %}{% endfor %}');
  expect(await attempt(run)).toEqual(failed);
  const step = await world
    .database('execution_steps')
    .where({ execution_id: run.executionId, step_id: 'mail' })
    .first();
  expect(step).toMatchObject({ status: 'failed', reason: 'template_error' });
  expect(delivered).toEqual([]);
});

it('fails permanently if its thread was ended', async () => {
  const brief = createThreads({ threads: 1, queue: 4, taskMs: 1 });
  expect(await attempt(await runAt(`<p>${'<a href=http://a.b/c>x</a>'.repeat(3_000)}</p>`), brief)).toEqual(failed);
  expect(brief.counts()).toMatchObject({ done: 0, ended: 1 });
  expect(delivered).toEqual([]);
  await brief.close();
});

it('fails permanently if rendering hits a bug in our code', async () => {
  const faulty: ThreadPool = {
    ...threads,
    run: () => Promise.reject(new ContentFault('A task failed.', { cause: 'why' })),
  };
  expect(await attempt(await runAt(costly), faulty)).toEqual(failed);
  expect(logged).toEqual([expect.stringMatching(/^internal error while rendering customer content: .*"cause":"why"/)]);
  expect(delivered).toEqual([]);
});

it('is sent with untracked links if tracked links would make it too long', async () => {
  const link = '<a href=http://a.b/c>x</a>';
  expect(await attempt(await runAt(`{% for i in (1..10) %}${link.repeat(900)}{% endfor %}`))).toEqual(sent);
  expect(delivered[0]!.html).toContain(link.repeat(9_000));
  expect(delivered[0]!.html).toContain('https://apex.example.com/t/o/');
});

it('is retried later, with nothing recorded, if the thread queue is full', async () => {
  const run = await runAt(costly);
  await expect(attempt(run, fullThreads(threads))).rejects.toMatchObject({
    type: 'RenderingBusy',
    nonRetryable: false,
  });
  expect(await world.database('sends').where({ execution_id: run.executionId })).toEqual([]);
  expect(await world.database('executions').where({ id: run.executionId }).first()).toMatchObject({
    status: 'RUNNING',
  });
  expect(await attempt(run)).toEqual(sent);
});
