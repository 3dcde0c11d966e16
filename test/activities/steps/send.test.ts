import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { Knex } from 'knex';
import type { Mailer, OutgoingMessage } from '../../../operations/ports';
import type { DeliveryResult, LookupResult } from '../../../domain/email/delivery-outcome';
import { createEmailActivities } from '../../../activities/steps/send';
import { loadExecution, type StepInput } from '../../../operations/journeys/move-execution';
import type { SendStepContext, SendStepResult } from '../../../operations/journeys/perform-send-step';
import { performSend as sendByPipeline } from '../../../operations/sends/perform-send';
import { newId } from '../../../db/connection/ids';
import { connect, type Database } from '../../../db/connection/pool';
import { readSendCircumstances } from '../../../db/email/send-circumstances';
import { lockSendsTo, releaseClaim } from '../../../db/email/sends';
import { claimSend } from '../../../operations/journeys/perform-send-step';
import { createThreads, type ThreadPool } from '../../../threads/threads';
import { createCommunication } from '../../support/journeys';
import { findExecutionParts } from '../../../db/reports/execution-detail';
import { holdTasks } from '../../support/held-threads';
import { operationContext } from '../../support/operation-context';
import { countLockWaits } from '../../support/lock-waits';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';
import { createExecutionAt } from '../../support/executions';

const world = useWorld({ temporal: false });
const threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });

afterAll(() => threads.close());

afterEach(() => jest.restoreAllMocks());

const accepted: DeliveryResult = { kind: 'accepted', providerMessageId: 'pm_1' };

/** A call to a provider that stays open until the test settles it. */
interface OpenCall<Result> {
  settle(result: Result): void;
}

/** A provider with responses controlled by the test. A call is in progress exactly as long as it is open. */
function blockedProvider() {
  const deliveries: OpenCall<DeliveryResult>[] = [];
  const lookUps: OpenCall<LookupResult>[] = [];
  const open = <Result>(calls: OpenCall<Result>[]) =>
    new Promise<Result>((resolve) => {
      calls.push({ settle: resolve });
    });
  const mailer: Mailer = {
    admit: () => Promise.resolve({ kind: 'open' }),
    findPause: () => Promise.resolve(null),
    deliver: () => open(deliveries),
    lookUp: () => open(lookUps),
    settledAfterMs: 0,
    close: () => undefined,
  };
  const nth = <Result>(calls: OpenCall<Result>[], index: number) =>
    waitFor(() => calls[index], { what: `call ${index + 1} of the provider` });
  return {
    mailer,
    deliveries,
    delivery: (index: number) => nth(deliveries, index),
    lookUp: (index: number) => nth(lookUps, index),
  };
}

/** Creates an execution at a send step. */
async function executionAtSend(given?: string) {
  const communicationId = given ?? (await createCommunication(world, 'Welcome'));
  const at = await createExecutionAt(world, 'mail', [
    { id: 'mail', kind: 'send', communicationId, next: 'done' },
    { id: 'done', kind: 'exit' },
  ]);
  const { workspaceId, executionId, stepId, endUserId, email } = at;
  return { input: { workspaceId, executionId, stepId }, endUserId, email, communicationId };
}

async function performSend(
  mailer: Mailer,
  input: StepInput,
  given: Partial<SendStepContext> = {},
): Promise<SendStepResult> {
  const dependencies = { ...operationContext(world, { mailer, threads }), ...given };
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR', () => undefined) });
  const { performSend: perform } = createEmailActivities(dependencies);
  return environment.run<[StepInput], SendStepResult, typeof perform>(perform, input);
}

const change = (table: string, where: object, values: object): Promise<unknown> =>
  world.database(table).where(where).update(values);

/** Returns the result or error of an attempt, so that early failures are not unhandled. */
const outcomeOf = (attempt: Promise<SendStepResult>): Promise<unknown> =>
  attempt.then(
    ({ outcome }) => outcome,
    (error: unknown) => error,
  );

/** Returns the message of the step; its content does not matter. */
const findStepSend = async (input: StepInput) =>
  (await readSendCircumstances(world.database, input, 'com_none'))!.earlier;

const statusOf = async (input: StepInput) => (await findStepSend(input))?.status;

/** Returns whether a promise is settled. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

/** Returns whether a statement waits for a lock. @param query an ILIKE pattern */
const isWaiting = async (query: string): Promise<boolean> => (await countLockWaits(world.database, { query })) > 0;

test('warnings about a message are stored with its send', async () => {
  const slots = { subject: 'S', body: 'b', ctaLabel: 'Go', ctaUrl: '{{ attributes.none }}' };
  const communication = await world.api.post('/api/communications', { name: 'N', commType: 'marketing', slots });
  const { input } = await executionAtSend(communication.body.id as string);
  const provider = blockedProvider();
  const attempt = outcomeOf(performSend(provider.mailer, input));
  (await provider.delivery(0)).settle(accepted);
  expect(await attempt).toEqual({ kind: 'sent' });
  const { messages } = await findExecutionParts(world.database, input.workspaceId, input.executionId);
  expect(messages).toMatchObject([{ warnings: ['The button is missing because its URL is empty.'] }]);
});

test('while sends are paused, an attempt claims nothing and is retried after the next probe', async () => {
  const { input } = await executionAtSend();
  const provider = blockedProvider();
  const admit = () => Promise.resolve({ kind: 'paused' as const, retryAfterMs: 4_000, spreadMs: 1_000 });
  const failure = (await outcomeOf(performSend({ ...provider.mailer, admit }, input))) as { nextRetryDelay: number };
  expect(failure).toMatchObject({ type: 'SendPostponed', nonRetryable: false });
  expect(failure.nextRetryDelay).toBeGreaterThanOrEqual(4_000);
  expect(failure.nextRetryDelay).toBeLessThanOrEqual(5_000);
  expect(await findStepSend(input)).toBeNull();
  expect(provider.deliveries).toHaveLength(0);
});

test('an attempt that waited for other claims of its person sends', async () => {
  const { input, endUserId } = await executionAtSend();
  const provider = blockedProvider();
  const other = await world.database.transaction();
  await lockSendsTo(other, input.workspaceId, endUserId);
  const attempt = outcomeOf(performSend(provider.mailer, input));
  await waitFor(() => isWaiting('%pg_advisory_xact_lock%'), { what: 'the attempt to wait' });
  const real = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => real() + 60_000);
  await other.commit();
  (await provider.delivery(0)).settle(accepted);
  expect(await attempt).toEqual({ kind: 'sent' });
});

/** Uses a separate pool, so that no other work waits for its connections. */
async function withOwnPool(poolSize: number, test: (database: Database) => Promise<void>): Promise<void> {
  const database = connect({ url: world.databaseUrl, poolSize, applicationName: 'test' });
  try {
    await test(database);
  } finally {
    await database.destroy();
  }
}

async function withoutCap(test: () => Promise<void>): Promise<void> {
  const workspace = world.database('workspaces').where({ id: world.demo.workspaceId });
  const { frequency_cap: before } = await workspace.clone().first('frequency_cap');
  await workspace.clone().update({ frequency_cap: null });
  try {
    await test();
  } finally {
    await workspace.clone().update({ frequency_cap: before });
  }
}

test('an attempt sends after its claim waited for a connection', () =>
  withoutCap(() =>
    withOwnPool(1, async (database) => {
      const { input } = await executionAtSend();
      const provider = blockedProvider();
      const pool = database.client as {
        acquireConnection(): Promise<object>;
        releaseConnection(held: object): unknown;
      };
      let held: object | undefined;
      // Rendering is the last step before the claim.
      const run = (async (...task: Parameters<ThreadPool['run']>) => {
        const rendered = await threads.run(...task);
        held = await pool.acquireConnection();
        return rendered;
      }) as ThreadPool['run'];
      const attempt = outcomeOf(performSend(provider.mailer, input, { database, threads: { ...threads, run } }));
      const waiting = (database.client as { pool: { numPendingAcquires(): number } }).pool;
      await waitFor(() => held !== undefined && waiting.numPendingAcquires() === 1, { what: 'the claim to wait' });
      const real = Date.now.bind(Date);
      jest.spyOn(Date, 'now').mockImplementation(() => real() + 60_000);
      await pool.releaseConnection(held!);
      (await provider.delivery(0)).settle(accepted);
      expect(await attempt).toEqual({ kind: 'sent' });
    }),
  ));

test('a send uses five statements: execution, context, suppression, claim and movement, each once', () =>
  withoutCap(() =>
    withOwnPool(2, async (database) => {
      const { input } = await executionAtSend();
      // A process reads the steps of a version once.
      await loadExecution({ database }, input);
      const provider = blockedProvider();
      const acquired = jest.fn();
      (database.client as { pool: { on(event: string, listener: () => void): void } }).pool.on(
        'acquireSuccess',
        acquired,
      );
      const attempt = outcomeOf(performSend(provider.mailer, input, { database }));
      (await provider.delivery(0)).settle(accepted);
      expect(await attempt).toEqual({ kind: 'sent' });
      expect(acquired).toHaveBeenCalledTimes(5);
    }),
  ));

test('an attempt that waits for its execution does not lock its send', async () => {
  const { input } = await executionAtSend();
  const provider = blockedProvider();
  const attempt = outcomeOf(performSend(provider.mailer, input));
  const delivery = await provider.delivery(0);
  const { id } = (await findStepSend(input))!;
  const other = await world.database.transaction();
  await other.raw('select from executions where workspace_id = ? and id = ? for share', [
    input.workspaceId,
    input.executionId,
  ]);
  delivery.settle(accepted);
  await waitFor(() => isWaiting('%with left_step%'), { what: 'the attempt to wait' });
  const lock = world.database.raw('select from sends where workspace_id = ? and id = ? for update nowait', [
    input.workspaceId,
    id,
  ]);
  const isFree = await lock.then(
    () => true,
    () => false,
  );
  await other.commit();
  expect(isFree).toBe(true);
  expect(await attempt).toEqual({ kind: 'sent' });
});

/** Returns an open transaction that enters the step. Others wait for it when they record the step's outcome. */
async function entryElsewhere(input: { workspaceId: string; executionId: string }): Promise<Knex.Transaction> {
  const other = await world.database.transaction();
  await other('execution_steps').insert({
    workspace_id: input.workspaceId,
    execution_id: input.executionId,
    step_id: 'mail',
    kind: 'send',
    status: 'waiting',
  });
  return other;
}

test('overlapping attempts at one step do not deadlock', async () => {
  const { input, communicationId, ...person } = await executionAtSend();
  const provider = blockedProvider();
  const first = outcomeOf(performSend(provider.mailer, input));
  const delivery = await provider.delivery(0);
  const send = await findStepSend(input);
  const other = await entryElsewhere(input);
  delivery.settle(accepted);
  await waitFor(() => isWaiting('%execution_steps%'), { what: 'the first attempt to wait' });
  const again = { sendId: send!.id, ...person, communicationId, cap: null };
  const second = claimSend(world.database, input, again).catch((error: unknown) => error);
  await waitFor(async () => (await isWaiting('insert into sends%')) || (await isSettled(second)), {
    what: 'the second attempt to wait or end',
  });
  await other.rollback();
  expect(await first).toEqual({ kind: 'sent' });
  expect(await second).toBe('refused');
});

test.each<[string, (at: Awaited<ReturnType<typeof executionAtSend>>) => Promise<unknown>, unknown]>([
  ['unsubscribes', ({ endUserId: id }) => change('end_users', { id }, { marketing_consent: false }), 'opt_out'],
  ['is suppressed', ({ email }) => world.api.post('/api/suppressions', { email }), 'suppression'],
  ['has another address', ({ endUserId: id }) => change('end_users', { id }, { email: null }), 'no_email'],
  ['reaches the goal', ({ input }) => change('executions', { id: input.executionId }, { goal_event_id: 'evt' }), null],
  ['is canceled', ({ input }) => change('executions', { id: input.executionId }, { cancel_reason: 'canceled' }), null],
])('nothing is sent if the person %s while the message is rendered', async (_, happen, reason) => {
  const at = await executionAtSend();
  const provider = blockedProvider();
  const held = holdTasks(threads, ({ name }) => name === 'renderMarketing');
  const attempt = outcomeOf(performSend(provider.mailer, at.input, { threads: held.threads }));
  await waitFor(() => held.count() === 1, { what: 'rendering' });
  await happen(at);
  held.release();
  expect(await attempt).toMatchObject({ type: 'SendInProgress', nonRetryable: false });
  const next = await performSend(provider.mailer, at.input);
  expect(next).toMatchObject(reason === null ? { halted: true } : { outcome: { kind: 'skipped', reason } });
  expect(provider.deliveries).toHaveLength(0);
});

test.each<[string, (at: Awaited<ReturnType<typeof executionAtSend>>) => Promise<unknown>, string | null]>([
  [
    'its person unsubscribes',
    ({ endUserId: id }) => change('end_users', { id }, { marketing_consent: false }),
    'opt_out',
  ],
  ['its person is erased', ({ endUserId: id }) => world.database('end_users').where({ id }).delete(), 'erased'],
  [
    'its run is canceled',
    ({ input }) => change('executions', { id: input.executionId }, { cancel_reason: 'archived' }),
    null,
  ],
])('a message that was not accepted is ended when %s between two attempts', async (_, happen, reason) => {
  const at = await executionAtSend();
  const provider = blockedProvider();
  const attempt = outcomeOf(performSend(provider.mailer, at.input));
  (await provider.delivery(0)).settle({ kind: 'not_accepted', reason: 'throttled', isProviderFault: true });
  expect(await attempt).toMatchObject({ type: 'NotAccepted' });
  expect(await findStepSend(at.input)).toMatchObject({ status: 'sending', providerStartedAt: null });
  await happen(at);
  const result = reason === null ? { halted: true } : { outcome: { kind: 'skipped', reason } };
  expect(await performSend(provider.mailer, at.input)).toMatchObject(result);
  expect(await findStepSend(at.input)).toMatchObject({ status: 'failed', failure: 'abandoned' });
  // A result that did not reach Temporal is reported again.
  if (reason !== null) expect(await performSend(provider.mailer, at.input)).toMatchObject(result);
  expect(provider.deliveries).toHaveLength(1);
});

test('an attempt that skips the step leaves a message alone that another attempt has claimed', async () => {
  const { input, endUserId } = await executionAtSend();
  const provider = blockedProvider();
  const first = outcomeOf(performSend(provider.mailer, input));
  (await provider.delivery(0)).settle({ kind: 'not_accepted', reason: 'throttled', isProviderFault: true });
  await first;
  const other = await entryElsewhere(input);
  const { marketing_consent: before } = await world.database('end_users').where({ id: endUserId }).first();
  await change('end_users', { id: endUserId }, { marketing_consent: false });
  const skipping = outcomeOf(performSend(provider.mailer, input));
  await waitFor(() => isWaiting('%with left_step%'), { what: 'the attempt to skip' });
  await change('end_users', { id: endUserId }, { marketing_consent: before });
  const claiming = outcomeOf(performSend(provider.mailer, input));
  const delivery = await provider.delivery(1);
  await other.rollback();
  expect(await skipping).toEqual({ kind: 'skipped', reason: 'opt_out' });
  expect(await statusOf(input)).toBe('sending');
  delivery.settle(accepted);
  await claiming;
  expect(await statusOf(input)).toBe('sent');
});

test('a delayed attempt releases its claim, and the next one sends immediately', async () => {
  const { input } = await executionAtSend();
  const provider = blockedProvider();
  const other = await world.database.transaction();
  await other('executions').where({ id: input.executionId }).forUpdate().first();
  let delayMs = 0;
  const clock = { ...operationContext(world, {}).clock, now: () => new Date(Date.now() + delayMs) };
  const attempt = outcomeOf(performSend(provider.mailer, input, { clock }));
  await waitFor(() => isWaiting('insert into sends%'), { what: 'the attempt to wait' });
  delayMs = 1_001;
  await other.commit();
  expect(await attempt).toMatchObject({ type: 'HeldUp', nonRetryable: false, nextRetryDelay: 1 });
  expect(await findStepSend(input)).toMatchObject({ status: 'sending', providerStartedAt: null });
  expect(provider.deliveries).toHaveLength(0);
  const next = outcomeOf(performSend(provider.mailer, input));
  (await provider.delivery(0)).settle(accepted);
  expect(await next).toEqual({ kind: 'sent' });
  expect(provider.deliveries).toHaveLength(1);
});

test('an attempt that was frozen and overtaken neither sends nor releases the newer claim', async () => {
  const { input, communicationId, ...person } = await executionAtSend();
  const provider = blockedProvider();
  const sendId = newId('send');
  const claim = async () => {
    const made = await claimSend(world.database, input, { sendId, ...person, communicationId, cap: null });
    if (typeof made === 'string') throw new Error(made);
    return { workspaceId: input.workspaceId, sendId, mark: made.mark };
  };
  const frozenAtMs = Date.now();
  const frozen = await claim();
  await releaseClaim(world.database, frozen);
  const overtaking = await claim();
  const release = () => releaseClaim(world.database, frozen);
  const context = operationContext(world, { mailer: provider.mailer });
  const clock = { ...context.clock, now: () => new Date(frozenAtMs + 60_000) };
  const delayed = sendByPipeline(
    { ...context, clock },
    {
      sendId,
      open: null,
      compose: () => Promise.resolve({ message: {} as OutgoingMessage }),
      claim: () => Promise.resolve({ mark: frozen.mark, atMs: frozenAtMs }),
      release,
      settle: () => Promise.resolve(),
    },
  );
  await expect(delayed).rejects.toMatchObject({ reason: 'HeldUp' });
  expect(provider.deliveries).toHaveLength(0);
  expect(await findStepSend(input)).toMatchObject({ status: 'sending', claim: overtaking.mark });
});

test('an attempt that finds nothing sent leaves the claim of a newer attempt alone', async () => {
  const { input } = await executionAtSend();
  const provider = blockedProvider();
  // Killed between its claim and its settlement.
  void outcomeOf(performSend(provider.mailer, input));
  const killed = await provider.delivery(0);
  const frozen = outcomeOf(performSend(provider.mailer, input));
  const frozenLookUp = await provider.lookUp(0);
  const overtaking = outcomeOf(performSend(provider.mailer, input));
  (await provider.lookUp(1)).settle({ kind: 'absent' });
  const delivery = await provider.delivery(1);
  frozenLookUp.settle({ kind: 'absent' });
  expect(await frozen).toMatchObject({ type: 'SendInProgress' });
  delivery.settle(accepted);
  expect(await overtaking).toEqual({ kind: 'sent' });
  expect(await statusOf(input)).toBe('sent');
  expect(provider.deliveries).toHaveLength(2);
  killed.settle({ kind: 'ambiguous', reason: 'killed' });
});

test('a request that fails late only releases its own claim', async () => {
  const { input } = await executionAtSend();
  const provider = blockedProvider();
  const frozen = outcomeOf(performSend(provider.mailer, input));
  const frozenDelivery = await provider.delivery(0);
  const overtaking = outcomeOf(performSend(provider.mailer, input));
  (await provider.lookUp(0)).settle({ kind: 'absent' });
  const delivery = await provider.delivery(1);
  frozenDelivery.settle({ kind: 'not_accepted', reason: 'ECONNREFUSED', isProviderFault: true });
  expect(await frozen).toMatchObject({ type: 'NotAccepted' });
  const third = outcomeOf(performSend(provider.mailer, input));
  const thirdLookUp = await provider.lookUp(1);
  delivery.settle(accepted);
  expect(await overtaking).toEqual({ kind: 'sent' });
  thirdLookUp.settle({ kind: 'accepted', providerMessageId: 'pm_1' });
  expect(await third).toEqual({ kind: 'sent' });
  expect(provider.deliveries).toHaveLength(2);
});
