import { createHmac } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createWebhookActivities } from '../../../activities/steps/webhook';
import { createWebhookHosts } from '../../../operations/webhooks/webhook-hosts';
import type { StepInput } from '../../../operations/journeys/move-execution';
import type { WebhookStepResult } from '../../../operations/journeys/perform-webhook-step';
import { createThreads, type ThreadPool } from '../../../threads/threads';
import { fullThreads, holdTasks } from '../../support/held-threads';
import { holdTimers } from '../../support/held-timers';
import { publishJourney, uniqueName } from '../../support/journeys';
import { startWebhookReceiver, status, type WebhookReceiver } from '../../support/webhook-receiver';
import { operationContext } from '../../support/operation-context';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';
import { createExecutionAt, insertExecutionAt } from '../../support/executions';

const world = useWorld({ temporal: false });
let receiver: WebhookReceiver;
let threads: ThreadPool;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
});

afterEach(async () => {
  await receiver.stop();
  await threads.close();
});

const exit = (id: string) => ({ id, kind: 'exit', reason: id });

/** Creates an execution at a webhook step, of a person with a quote in the name. */
function executionAt(fields: Record<string, unknown>, steps: unknown[] = [exit('done'), exit('sorry')]) {
  const call = { id: 'call', kind: 'webhook', url: `http://${receiver.host}/hook`, next: 'done', onFailure: 'sorry' };
  const attributes = { name: 'Ada "Countess"' };
  return createExecutionAt(world, 'call', [{ ...call, ...fields }, ...steps], {
    attributes,
    eventData: { plan: 'pro' },
  });
}

/** Returns the context of an attempt. Does not log failures, because many tests expect them. */
const environmentOf = (info: ConstructorParameters<typeof MockActivityEnvironment>[0] = {}) =>
  new MockActivityEnvironment(info, { logger: new DefaultLogger('ERROR') });

interface AttemptOptions {
  allowHosts?: string[];
  callsPerHost?: number;
  threads?: ThreadPool;
  environment?: MockActivityEnvironment;
}

/** Runs one attempt of the activity. */
function attempt(
  { workspaceId, executionId, stepId, leftStepId }: StepInput,
  { allowHosts = [receiver.host], callsPerHost = 20, environment = environmentOf(), ...given }: AttemptOptions = {},
) {
  const context = operationContext(world, { threads, ...given }, { allowHosts });
  const { performWebhook } = createWebhookActivities({ ...context, callsPerHost });
  return environment.run<[StepInput], WebhookStepResult, typeof performWebhook>(performWebhook, {
    workspaceId,
    executionId,
    stepId,
    leftStepId,
  });
}

/** No other timer has this length. */
const limitSeconds = 59;

const failed = (reason: string) => ({ outcome: { kind: 'failed', reason } });
const delivered = { outcome: { kind: 'delivered' } };

const stepRow = ({ executionId }: StepInput) =>
  world.database('execution_steps').where({ execution_id: executionId, step_id: 'call' }).first();
const executionRow = ({ executionId }: StepInput) => world.database('executions').where({ id: executionId }).first();

describe('a call', () => {
  it('is rendered, named and signed, and moves the execution on', async () => {
    const run = await executionAt({
      headers: { Authorization: 'Bearer abc', 'X-Apex-Signature': 'forged' },
      body: '{ "name": {{ attributes.name | json }}, "plan": {{ event.data.plan | json }}, "run": "{{ execution.id }}" }',
    });
    const before = Date.now();
    expect(await attempt(run)).toEqual(delivered);
    const after = Date.now();

    const [call, ...others] = receiver.calls;
    expect(others).toEqual([]);
    expect(call).toMatchObject({ method: 'POST', path: '/hook' });
    expect(JSON.parse(call!.body)).toEqual({ name: 'Ada "Countess"', plan: 'pro', run: run.executionId });
    expect(call!.headers).toMatchObject({
      authorization: 'Bearer abc',
      'content-type': 'application/json',
      'idempotency-key': `${run.executionId}:call`,
    });
    const timestamp = call!.headers['x-apex-timestamp'] as string;
    expect(Number(timestamp)).toBeGreaterThanOrEqual(Math.floor(before / 1_000));
    expect(Number(timestamp)).toBeLessThanOrEqual(after / 1_000);
    const { body } = await world.api.get('/api/workspace/webhook-secret');
    const mac = createHmac('sha256', body.secret as string)
      .update(`${timestamp}.${call!.body}`)
      .digest('hex');
    expect(call!.headers['x-apex-signature']).toBe(`v1=${mac}`);

    expect(await stepRow(run)).toMatchObject({ kind: 'webhook', status: 'executed', reason: null });
    expect(await executionRow(run)).toMatchObject({ status: 'COMPLETED', exit_reason: 'done' });
  });

  it.each(['GET', 'DELETE'])('by %s without a body sends none', async (method) => {
    expect(await attempt(await executionAt({ method }))).toEqual(delivered);
    expect(receiver.calls).toMatchObject([{ method, body: '' }]);
    expect(receiver.calls[0]!.headers).not.toHaveProperty('content-type');
    expect(receiver.calls[0]!.headers).not.toHaveProperty('transfer-encoding');
  });

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('by %s sends the body of the step', async (method) => {
    expect(await attempt(await executionAt({ method, body: 'Zoë {{ email }}' }))).toEqual(delivered);
    expect(receiver.calls).toHaveLength(1);
    expect(receiver.calls[0]!.body).toMatch(/^Zoë person-.*@example\.com$/);
  });

  it('records the wait before it, and returns the end of the wait after it', async () => {
    const steps = [{ id: 'pause', kind: 'wait', duration: 'PT1H', next: 'done' }, exit('done')];
    const run = await executionAt({ next: 'pause', onFailure: undefined }, steps);
    const before = Date.now();
    const first = await attempt(run);
    const after = Date.now();
    const resumesAt = Date.parse(first.resumesAt!);
    expect(resumesAt).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(resumesAt).toBeLessThanOrEqual(after + 3_600_000);
    expect(await executionRow(run)).toMatchObject({ status: 'RUNNING', current_step_id: 'pause' });

    const journey = await publishJourney(world, [
      { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'call' },
      { id: 'call', kind: 'webhook', url: `http://${receiver.host}/later`, next: 'done' },
      exit('done'),
    ]);
    const executionId = await insertExecutionAt(world, {
      journeyId: journey.id,
      endUserId: run.endUserId,
      stepId: 'pause',
    });
    expect(await attempt({ ...run, executionId, leftStepId: 'pause' })).toEqual(delivered);
    const left = await world.database('execution_steps').where({ execution_id: executionId, step_id: 'pause' }).first();
    expect(left).toMatchObject({ status: 'executed' });
  });

  it('is not repeated after the execution has moved on, and its outcome stays', async () => {
    const run = await executionAt({});
    await attempt(run);
    receiver.respondWith(status(404));
    expect(await attempt(run)).toEqual(delivered);
    expect(receiver.calls).toHaveLength(1);

    const other = await executionAt({});
    await attempt(other);
    receiver.respondWith(status(200));
    expect(await attempt(other)).toEqual(failed('http_404'));
    expect(await executionRow(other)).toMatchObject({ exit_reason: 'sorry' });
    expect(receiver.calls).toHaveLength(2);
  });

  it('is not made for an erased person, nor for an execution that is being ended', async () => {
    const erased = await executionAt({});
    await world.database('end_users').where({ id: erased.endUserId }).delete();
    expect(await attempt(erased)).toEqual(failed('erased'));
    const ending = await executionAt({});
    await world.database('executions').where({ id: ending.executionId }).update({ cancel_reason: 'archived' });
    expect(await attempt(ending)).toEqual({ outcome: null, halted: true });
    expect(receiver.connections()).toBe(0);
  });

  it('is not made if its body cannot be rendered for this person', async () => {
    const endless = '{% for i in (1..99999999) %}{{ attributes.name }}{% endfor %}';
    expect(await attempt(await executionAt({ body: endless }))).toEqual(failed('template_error'));
    expect(receiver.connections()).toBe(0);
  });
});

describe('an expensive body', () => {
  const costly = 'x{% for i in (1..3000) %}{{ i }}{% endfor %}';

  it('is rendered by a thread, while other steps continue, and then sent', async () => {
    const costlyRun = await executionAt({ body: costly });
    const otherRun = await executionAt({ body: 'short' });
    const held = holdTasks(
      threads,
      ({ name, input }) => name === 'renderWebhook' && JSON.stringify(input).includes(costly),
    );
    const pending = attempt(costlyRun, { threads: held.threads });
    await waitFor(() => held.count() === 1);
    expect(await attempt(otherRun, { threads: held.threads })).toEqual(delivered);
    expect(receiver.calls.map(({ body }) => body)).toEqual(['short']);
    held.release();
    expect(await pending).toEqual(delivered);
    expect(receiver.calls[1]!.body).toMatch(/^x123.*3000$/);
    expect(threads.counts()).toMatchObject({ done: 1, ended: 0 });
  });

  it('makes no call if the execution is canceled during the rendering', async () => {
    const run = await executionAt({ body: costly });
    const held = holdTasks(threads, ({ name }) => name === 'renderWebhook');
    const pending = attempt(run, { threads: held.threads });
    await waitFor(() => held.count() === 1);
    await world.database('executions').where({ id: run.executionId }).update({ cancel_reason: 'canceled' });
    held.release();
    expect(await pending).toEqual({ outcome: null, halted: true });
    expect(receiver.connections()).toBe(0);
  });

  it('fails the step if it is too expensive even for a thread, and makes no call', async () => {
    const brief = createThreads({ threads: 1, queue: 4, taskMs: 1 });
    const body = Array.from({ length: 700 }, (_, index) => `{{ attributes.name | upcase | append: "${index}" }}`).join(
      '',
    );
    expect(await attempt(await executionAt({ body }), { threads: brief })).toEqual(failed('template_error'));
    expect(brief.counts()).toMatchObject({ done: 0, ended: 1 });
    expect(receiver.connections()).toBe(0);
    await brief.close();
  });

  it('is retried later if the thread queue is full: it does not count as a try, and earlier tries still count', async () => {
    const run = await executionAt({ body: costly });
    const beats: unknown[] = [];
    const earlier = { tries: 5, firstTryAtMs: Date.now() };
    const environment = environmentOf({ heartbeatDetails: earlier });
    environment.on('heartbeat', (details: unknown) => beats.push(details));
    await expect(attempt(run, { threads: fullThreads(threads), environment })).rejects.toMatchObject({
      type: 'RenderingBusy',
      nonRetryable: false,
    });
    expect(beats).toEqual([earlier]);
    expect(await stepRow(run)).toBeUndefined();
    expect(receiver.connections()).toBe(0);
    expect(await attempt(run)).toEqual(delivered);
  });
});

describe('a failure', () => {
  it('with a permanent status fails immediately and takes the onFailure path', async () => {
    receiver.respondWith(status(404));
    const run = await executionAt({});
    expect(await attempt(run)).toEqual(failed('http_404'));
    expect(await stepRow(run)).toMatchObject({ status: 'failed', reason: 'http_404' });
    expect(await executionRow(run)).toMatchObject({ status: 'COMPLETED', exit_reason: 'sorry' });
  });

  it('without onFailure continues with the next step, and counts as failed', async () => {
    receiver.respondWith(status(410));
    const run = await executionAt({ onFailure: undefined }, [exit('done')]);
    expect(await attempt(run)).toEqual(failed('http_410'));
    expect(await stepRow(run)).toMatchObject({ status: 'failed', reason: 'http_410' });
    expect(await executionRow(run)).toMatchObject({ exit_reason: 'done' });
  });

  it.each([408, 425, 429, 500, 503])('is retried after %i, and the execution stays at the step', async (code) => {
    receiver.respondWith(status(code));
    const run = await executionAt({});
    await expect(attempt(run)).rejects.toMatchObject({
      type: 'WebhookTryFailed',
      nonRetryable: false,
      message: `Step "call", attempt 1 of 6: The receiver returned ${code}. (http_${code})`,
      nextRetryDelay: 4_000,
    });
    expect(await stepRow(run)).toBeUndefined();
    expect(await executionRow(run)).toMatchObject({ status: 'RUNNING', current_step_id: 'call' });
  });

  it('waits for the time in Retry-After', async () => {
    receiver.respondWith(status(429, { 'retry-after': '33' }));
    await expect(attempt(await executionAt({}))).rejects.toMatchObject({ nextRetryDelay: 33_000 });
  });

  it('fails the step if Retry-After exceeds the five minutes', async () => {
    receiver.respondWith(status(503, { 'retry-after': '3600' }));
    expect(await attempt(await executionAt({}))).toEqual(failed('http_503'));
  });

  it('counts tries in the heartbeat, and every try makes the same call', async () => {
    receiver.respondWith(status(503));
    const run = await executionAt({ body: 'hello' });
    let details: unknown;
    const delays: unknown[] = [];
    for (let tries = 1; tries <= 5; tries += 1) {
      // Attempts without a call, for example while the database is unavailable, do not count as tries.
      const environment = environmentOf({ attempt: tries * 10, heartbeatDetails: details });
      environment.on('heartbeat', (reported: unknown) => {
        details = reported;
      });
      await attempt(run, { environment }).catch((error: { nextRetryDelay: unknown }) =>
        delays.push(error.nextRetryDelay),
      );
      expect(details).toMatchObject({ tries });
    }
    expect(delays).toEqual([4_000, 8_000, 16_000, 32_000, 64_000]);
    const environment = environmentOf({ attempt: 60, heartbeatDetails: details });
    expect(await attempt(run, { environment })).toEqual(failed('http_503'));
    expect(receiver.calls).toHaveLength(6);
    expect(new Set(receiver.calls.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
  });

  it('ends the tries after five minutes', async () => {
    receiver.respondWith(status(500));
    const heartbeatDetails = { tries: 2, firstTryAtMs: Date.now() - 299_000 };
    const environment = environmentOf({ attempt: 3, heartbeatDetails });
    expect(await attempt(await executionAt({}), { environment })).toEqual(failed('http_500'));
  });

  it('is retried if the connection breaks or is refused', async () => {
    receiver.respondWith((response) => response.destroy());
    const broken = await executionAt({});
    await expect(attempt(broken)).rejects.toMatchObject({
      message: expect.stringMatching(/^Step "call", attempt 1 of 6: .*\(reset\)$/),
    });
    const unreachable = await startWebhookReceiver();
    await unreachable.stop();
    const refused = await executionAt({ url: `http://${unreachable.host}/` });
    await expect(attempt(refused, { allowHosts: [unreachable.host] })).rejects.toMatchObject({
      message: expect.stringMatching(/^Step "call", attempt 1 of 6: .*\(refused\)$/),
    });
  });

  it('is retried if no response arrives in time', async () => {
    let closed = false;
    receiver.respondWith((response) => response.on('close', () => (closed = true)));
    const run = await executionAt({ timeoutSeconds: limitSeconds });
    const limit = holdTimers(limitSeconds * 1_000);
    try {
      const failure = expect(attempt(run)).rejects.toMatchObject({
        message: expect.stringMatching(/^Step "call", attempt 1 of 6: .*\(timeout\)$/),
      });
      await waitFor(() => receiver.calls.length === 1, { what: 'the call' });
      limit.elapse();
      await failure;
    } finally {
      limit.release();
    }
    await waitFor(() => closed);
  });

  it('is aborted when the attempt is cancelled', async () => {
    let closed = false;
    const environment = environmentOf();
    receiver.respondWith((response) => {
      response.on('close', () => (closed = true));
      environment.cancel();
    });
    await expect(attempt(await executionAt({}), { environment })).rejects.toMatchObject({ name: 'CancelledFailure' });
    await waitFor(() => closed);
  });
});

describe('a response', () => {
  it('with a redirect is not followed', async () => {
    receiver.respondWith(status(302, { location: `http://${receiver.host}/elsewhere` }));
    expect(await attempt(await executionAt({}))).toEqual(failed('http_302'));
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('without an end is truncated', async () => {
    let written = 0;
    let closed = false;
    receiver.respondWith((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(64 * 1_024);
      const write = (): void => {
        do written += chunk.length;
        while (!closed && response.write(chunk));
      };
      response.on('drain', write);
      response.on('close', () => (closed = true));
      write();
    });
    expect(await attempt(await executionAt({ timeoutSeconds: 60 }))).toEqual(delivered);
    await waitFor(() => closed);
    // The limit allows for system buffers, but is far less than a minute of data.
    expect(written).toBeLessThan(64 * 1_024 * 1_024);
  });

  it('counts by its status if its body never arrives', async () => {
    receiver.respondWith((response) => {
      response.writeHead(202).flushHeaders();
    });
    const run = await executionAt({ timeoutSeconds: limitSeconds });
    let heads = 0;
    const count = (): void => void (heads += 1);
    const limit = holdTimers(limitSeconds * 1_000);
    subscribe('http.client.response.finish', count);
    try {
      const result = attempt(run);
      await waitFor(() => heads === 1, { what: 'the head of the answer' });
      limit.elapse();
      expect(await result).toEqual(delivered);
    } finally {
      unsubscribe('http.client.response.finish', count);
      limit.release();
    }
  });
});

describe('hosts', () => {
  const nothing = { allowHosts: [] };

  it.each([
    'https://127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://LOCALHOST:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://0.0.0.0:PORT/',
    'https://[::1]:PORT/',
    'https://[::]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[::127.0.0.1]:PORT/',
    'https://[::7f00:1]:PORT/',
    'https://[2002:7f00:1::]:PORT/',
    'https://[2001:0:7f00:1::]:PORT/',
  ])('%s is refused before anything is sent', async (template) => {
    const run = await executionAt({ url: template.replace('PORT', String(receiver.port)) });
    expect(await attempt(run, nothing)).toEqual(failed('egress_refused'));
    expect(receiver.connections()).toBe(0);
    expect(await stepRow(run)).toMatchObject({ status: 'failed', reason: 'egress_refused' });
  });

  it('plain http is refused', async () => {
    expect(await attempt(await executionAt({}), nothing)).toEqual(failed('egress_refused'));
    expect(await attempt(await executionAt({ url: 'http://example.com/' }), nothing)).toEqual(failed('egress_refused'));
    expect(receiver.connections()).toBe(0);
  });

  it('an allowed host allows neither other hosts nor its other ports', async () => {
    const other = { allowHosts: [receiver.host, `localhost:${receiver.port + 1}`, 'crm.internal'] };
    const run = await executionAt({ url: `http://localhost:${receiver.port}/` });
    expect(await attempt(run, other)).toEqual(failed('egress_refused'));
    expect(receiver.connections()).toBe(0);
  });

  it('a name that cannot be resolved is retried', async () => {
    const run = await executionAt({ url: 'https://receiver.invalid/' });
    await expect(attempt(run, nothing)).rejects.toMatchObject({
      message: expect.stringMatching(/^Step "call", attempt 1 of 6: .*\(dns\)$/),
    });
  });
});

describe('GET /api/workspace/webhook-secret', () => {
  it('returns the same secret each time, and stores it nowhere', async () => {
    const [first, second] = await Promise.all([0, 1].map(() => world.api.get('/api/workspace/webhook-secret')));
    expect(first!.status).toBe(200);
    const secret = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(first!.body).toEqual({ secret, previousSecret: null, previousEndsAt: null });
    expect(second!.body).toEqual(first!.body);
    expect(first!.headers.get('cache-control')).toBe('no-store');
  });
});

test('secrets of the workspace are used in headers and body, and nowhere else', async () => {
  const name = uniqueName('crm').replace(/\W/g, '_');
  const value = uniqueName('a-secret-value');
  expect((await world.ownerApi.put(`/api/workspace/secrets/${name}`, { value })).status).toBe(200);
  const headers = { Authorization: `Bearer {{ secrets.${name} }}`, 'X-Plan': '{{ event.data.plan }}' };
  const run = await executionAt({ headers, body: `{ "token": {{ secrets.${name} | json }} }` });
  const result = await attempt(run);
  expect(result.outcome).toEqual({ kind: 'delivered' });
  expect(receiver.calls[0]).toMatchObject({ headers: { authorization: `Bearer ${value}`, 'x-plan': 'pro' } });
  expect(JSON.parse(receiver.calls[0]!.body)).toEqual({ token: value });
  expect(JSON.stringify(result)).not.toContain(value);
  await world.ownerApi.put(`/api/workspace/secrets/${name}`, { value: 'another value' });
  await attempt(await executionAt({ headers }));
  expect(receiver.calls[1]).toMatchObject({ headers: { authorization: 'Bearer another value' } });

  const orphaned = await executionAt({ headers });
  expect((await world.ownerApi.delete(`/api/workspace/secrets/${name}`)).status).toBe(200);
  expect((await attempt(orphaned)).outcome).toEqual({ kind: 'failed', reason: 'secret_missing' });
  expect(receiver.calls).toHaveLength(2);
});

test('after a rotation calls are signed with both secrets, until the older one is ended', async () => {
  const before = (await world.ownerApi.get('/api/workspace/webhook-secret')).body;
  expect(before).toMatchObject({ previousSecret: null, previousEndsAt: null });
  const rotated = await world.ownerApi.post('/api/workspace/webhook-secret/rotate', { previousValidHours: 24 });
  expect(rotated.body).toMatchObject({
    previousSecret: before.secret,
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(rotated.body.secret).not.toBe(before.secret);
  expect((await world.ownerApi.get('/api/workspace/webhook-secret')).body).toEqual(rotated.body);
  expect((await world.ownerApi.post('/api/workspace/webhook-secret/rotate', {})).status).toBe(409);
  const signaturesOf = ({ headers, body }: { headers: Record<string, unknown>; body: string }) =>
    [rotated.body.secret, before.secret].map(
      (secret: string) =>
        `v1=${createHmac('sha256', secret)
          .update(`${String(headers['x-apex-timestamp'])}.${body}`)
          .digest('hex')}`,
    );

  await attempt(await executionAt({ body: '{"n":1}' }));
  expect(receiver.calls[0]!.headers['x-apex-signature']).toBe(signaturesOf(receiver.calls[0]!).join(','));
  const ended = await world.ownerApi.delete('/api/workspace/webhook-secret/previous');
  expect(ended.body).toEqual({ id: 'previous', deleted: true });
  expect((await world.ownerApi.delete('/api/workspace/webhook-secret/previous')).status).toBe(404);
  await attempt(await executionAt({ body: '{"n":2}' }));
  expect(receiver.calls[1]!.headers['x-apex-signature']).toBe(signaturesOf(receiver.calls[1]!)[0]);

  // The older secret also expires by itself.
  expect((await world.ownerApi.post('/api/workspace/webhook-secret/rotate', {})).status).toBe(200);
  const past = { webhook_previous_until: new Date(Date.now() - 1_000) };
  await world.database('workspaces').where({ id: world.demo.workspaceId }).update(past);
  expect((await world.ownerApi.get('/api/workspace/webhook-secret')).body.previousSecret).toBeNull();
  await attempt(await executionAt({ body: '{"n":3}' }));
  expect(receiver.calls[2]!.headers['x-apex-signature']).not.toContain(',');
});

describe('a host', () => {
  const pausedHost = () => world.database('webhook_hosts').where({ host: receiver.host });
  const outcomeOf = (run: StepInput, options?: AttemptOptions) =>
    attempt(run, options).catch((error: { type: string; message: string; nextRetryDelay: number }) => error);

  it('is called by one probe at a time after ten failures in a row, and by everyone once it works', async () => {
    receiver.respondWith(status(500));
    const runs = await Promise.all(Array.from({ length: 13 }, () => executionAt({})));
    for (const run of runs.slice(0, 9)) expect(await outcomeOf(run)).toMatchObject({ type: 'WebhookTryFailed' });
    receiver.respondWith(status(404));
    expect(await attempt(runs[9]!)).toEqual(failed('http_404'));
    expect(await pausedHost()).toMatchObject([{ failures: 0, paused_at: null }]);
    receiver.respondWith((response) => response.destroy());
    for (const run of [...runs.slice(0, 9), runs[10]!]) await outcomeOf(run);
    const calls = receiver.calls.length;
    expect(await pausedHost()).toMatchObject([{ failures: 10, reason: 'reset' }]);

    const beats: unknown[] = [];
    const earlier = { tries: 3, firstTryAtMs: Date.now() };
    const environment = environmentOf({ heartbeatDetails: earlier });
    environment.on('heartbeat', (details: unknown) => beats.push(details));
    const paused = (await outcomeOf(runs[11]!, { environment })) as { nextRetryDelay: number };
    expect(paused).toMatchObject({
      type: 'HostPaused',
      message: `Calls to ${receiver.host} are paused because it is failing. They resume when a probe succeeds.`,
    });
    expect(paused.nextRetryDelay).toBeGreaterThan(0);
    expect(beats).toEqual([earlier]);
    expect(receiver.calls).toHaveLength(calls);

    const held: (() => void)[] = [];
    receiver.respondWith((response, request) => held.push(() => status(200)(response, request)));
    await pausedHost().update({ probe_at: world.database.fn.now() });
    const probe = outcomeOf(runs[11]!);
    await waitFor(() => held.length === 1);
    expect(await outcomeOf(runs[12]!)).toMatchObject({ type: 'HostPaused' });
    held[0]!();
    expect(await probe).toEqual(delivered);
    expect(receiver.calls).toHaveLength(calls + 1);
    receiver.respondWith(status(200));
    for (const run of runs.slice(11)) expect(await attempt(run)).toEqual(delivered);
  });

  it('that stays paused for five minutes fails the step', async () => {
    const run = await executionAt({});
    const { workspaceId } = run;
    const paused = { failures: 10, paused_at: new Date(Date.now() - 290_000), probe_at: new Date(Date.now() + 60_000) };
    const row = { workspace_id: workspaceId, host: receiver.host, ...paused, probe_every_ms: 60_000 };
    await world.database('webhook_hosts').insert(row);
    const environment = environmentOf({ scheduledTimestampMs: Date.now() - 310_000 });
    expect(await outcomeOf(run, { environment })).toMatchObject({ type: 'HostPaused' });
    await pausedHost().update({ paused_at: new Date(Date.now() - 310_000) });
    const early = environmentOf({ scheduledTimestampMs: Date.now() - 290_000 });
    expect(await outcomeOf(run, { environment: early })).toMatchObject({ type: 'HostPaused' });
    expect(await attempt(run, { environment })).toEqual(failed('host_paused'));
    expect(receiver.connections()).toBe(0);
  });

  it('gets a limited number of calls at a time from each workspace', async () => {
    const context = operationContext(world, { threads }, { allowHosts: [receiver.host] });
    const hosts = createWebhookHosts(context, { callsPerHost: 2 });
    const call = { workspaceId: world.demo.workspaceId, host: receiver.host, callId: 'a', timeoutMs: 1_000 };
    const [first, second] = [await hosts.admit(call), await hosts.admit(call)];
    expect([first.kind, second.kind]).toEqual(['open', 'open']);
    expect(await hosts.admit(call)).toMatchObject({ kind: 'busy' });
    expect(await hosts.admit({ ...call, host: 'other.example' })).toMatchObject({ kind: 'open' });
    expect(await hosts.admit({ ...call, workspaceId: 'wsp_other' })).toMatchObject({ kind: 'open' });
    if (first.kind === 'open') await first.done(null);
    expect(await hosts.admit(call)).toMatchObject({ kind: 'open' });
  });
});
