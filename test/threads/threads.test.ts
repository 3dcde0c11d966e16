import type { Condition } from '../../domain/conditions/schemas';
import { loopLimits, TemplateError } from '../../domain/email/template';
import type { JourneyStep } from '../../domain/journeys/schemas';
import { templateContext } from '../../domain/journeys/template-context';
import { ContentFault } from '../../domain/errors';
import { brandingOf } from '../../domain/senders/branding';
import { renderStep } from '../../domain/webhooks/render-step';
import { renderTracked, tasks } from '../../domain/tasks';
import { ActiveOwners } from '../../domain/fair-share';
import { createThreads, type ThreadPool } from '../../threads/threads';

let threads: ThreadPool;

// In any order, the first test may have no threads to close.
afterEach(() => (threads as ThreadPool | undefined)?.close());

const content = (html: string) => ({
  slots: { subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '' },
  html,
  text: null,
});
const inspected = (one: ReturnType<typeof content>) => ({ content: one, commType: 'marketing' as const });
/** Too much for the event loop, but a thread reads it quickly. */
const costly = content(`<p>${'{{ a.b }}'.repeat(600)}</p>`);
/** Without a time limit, so that no machine is too slow. */
const onLoop = { ...loopLimits, ms: Infinity };
const tracking = { publicUrl: 'https://x.test', linkSecret: 'links', workspaceId: 'wsp_1', sendId: 'snd_1' };
const context = templateContext(
  { email: 'ada@example.com', timezone: 'UTC', attributes: {} },
  { eventData: {}, journeyId: 'jrn_1', executionId: 'exe_1' },
);

/** A dry run with messages that take a thread many seconds. */
const endless = dryRun(400, content(`<p>{% for i in (1..9000) %}{{ i | plus: 1 }}{% endfor %}</p>`));

function dryRun(count: number, one: ReturnType<typeof content>) {
  const ids = Array.from({ length: count }, (_, index) => `com_${index}`);
  const steps: JourneyStep[] = [
    ...ids.map((communicationId, index): JourneyStep => ({
      id: `s${index}`,
      kind: 'send',
      communicationId,
      onSkip: 'continue',
      next: index + 1 < ids.length ? `s${index + 1}` : 'end',
    })),
    { id: 'end', kind: 'exit' },
  ];
  const definition = {
    steps,
    audienceId: null,
    triggerContractId: null,
    goalEventName: null,
    goalEventWindowDays: 7,
    holdoutPercent: 0,
    reentry: 'always' as const,
  };
  const run = {
    workspaceId: 'wsp_1',
    journeyId: 'jrn_1',
    definition,
    at: new Date(),
    facts: {},
    audience: null,
    hasEntered: false,
    isRunning: false,
    isSuppressed: false,
    sentAt: [],
    frequencyCap: null,
    quietHours: null,
    subject: { id: 'eus_1', isSynthetic: true, email: 'ada@example.com', timezone: 'UTC', consent: true },
    overrides: new Set<never>(),
    earlierArms: new Map(),
    weights: new Map(),
  };
  const messages = {
    contents: new Map(ids.map((id) => [id, one])),
    context,
    unsubscribeUrl: 'https://x.test/u/1',
    viewUrl: 'https://x.test/v/1',
    sender: brandingOf({ name: 'Acme', sender: null }),
  };
  return { run, context, messages };
}

test('expensive tasks run in a thread while the event loop continues; cheap ones run immediately', async () => {
  threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
  expect(await threads.run('inspectContent', inspected(content('{{ a }}')), 'one')).toMatchObject({ problems: [] });
  expect(threads.counts()).toEqual({ done: 0, ended: 0, refused: 0 });
  expect(await threads.run('inspectContent', inspected(costly), 'one')).toEqual({
    problems: [],
    references: { html: [['a', 'b']] },
  });
  expect(threads.counts()).toEqual({ done: 1, ended: 0, refused: 0 });
});

test('a task that runs too long is ended, and the next one gets a new thread', async () => {
  threads = createThreads({ threads: 1, queue: 4, taskMs: 300 });
  await expect(threads.run('simulate', endless, 'one')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('is too expensive: it was stopped after 300 ms. Make it smaller or simpler.'),
  });
  expect(threads.counts()).toMatchObject({ ended: 1 });
  expect(await threads.run('inspectContent', inspected(costly), 'one')).toMatchObject({ problems: [] });
  expect(threads.counts()).toEqual({ done: 1, ended: 1, refused: 0 });
});

test('tasks beyond the queue limit are refused, those of one owner before those of others', async () => {
  threads = createThreads({ threads: 1, queue: 8, taskMs: 60_000 });
  // One runs, two wait.
  const own = Array.from({ length: 3 }, () => threads.run('inspectContent', inspected(costly), 'one'));
  await expect(threads.run('inspectContent', inspected(costly), 'one')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 2,
  });
  const other = threads.run('inspectContent', inspected(costly), 'other');
  expect(threads.waiting()).toBe(3);
  await Promise.all([...own, other]);
  expect(threads.counts()).toEqual({ done: 4, ended: 0, refused: 1 });
});

test('an owner who has used their share of time waits while others are active', async () => {
  const clock = { ms: 0 };
  const owners = new ActiveOwners(() => clock.ms);
  threads = createThreads({ threads: 1, queue: 8, taskMs: 600, owners });
  await expect(threads.run('simulate', endless, 'one')).rejects.toThrow('too expensive');
  const order: string[] = [];
  const other = threads.run('inspectContent', inspected(costly), 'other').then(() => order.push('other'));
  const own = threads.run('inspectContent', inspected(costly), 'one').then(() => order.push('one'));
  await other;
  expect([order, threads.waiting()]).toEqual([['other'], 1]);
  clock.ms += 1_000;
  await own;
  expect(order).toEqual(['other', 'one']);
});

test('errors in a thread are the errors of the task', async () => {
  threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
  const unknown = JSON.stringify({ provider: 'nobody', export: { a: 'x'.repeat(20_000) } });
  await expect(threads.run('translateExternal', unknown, 'one')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'provider' }],
  });
  const given = { template: content(`${'{{ a | upcase }}'.repeat(600)}{% nothing %}`), variables: {}, sender: null };
  await expect(threads.run('renderTransactional', given, 'one')).rejects.toBeInstanceOf(TemplateError);
});

test('a task cancelled before it starts is not run, and frees its place', async () => {
  threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
  const first = threads.run('inspectContent', inspected(costly), 'one');
  const controller = new AbortController();
  const second = threads.run('inspectContent', inspected(costly), 'one', controller.signal);
  expect(threads.waiting()).toBe(1);
  controller.abort();
  await expect(second).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(threads.waiting()).toBe(0);
  await expect(threads.run('inspectContent', inspected(costly), 'one', controller.signal)).rejects.toThrow(
    'Retry later',
  );
  await first;
  expect(threads.counts()).toEqual({ done: 1, ended: 0, refused: 2 });
});

test('closing finishes running tasks, rejects waiting ones, and starts no more', async () => {
  threads = createThreads({ threads: 1, queue: 8, taskMs: 60_000 });
  const [running, waiting] = [1, 2].map(() => threads.run('inspectContent', inspected(costly), 'one'));
  const refused = expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const closed = threads.close();
  await refused;
  expect(await running).toMatchObject({ problems: [] });
  await closed;
  await expect(threads.run('inspectContent', inspected(costly), 'one')).rejects.toThrow('stopping');
  expect(await threads.run('inspectContent', inspected(content('{{ a }}')), 'one')).toMatchObject({ problems: [] });
});

describe('a marketing message', () => {
  const slots = content('').slots;
  const given = (html: string | null, body = '') => ({
    content: { slots: { ...slots, body }, html, text: null },
    context,
    unsubscribeUrl: 'https://x.test/u/1',
    viewUrl: 'https://x.test/v/1',
    sender: { name: 'Acme', postalAddress: null, logoUrl: null, accentColor: null },
    tracking,
  });
  test.each([
    ['of an ordinary size', given(null, 'Hello {{ email }}. '.repeat(50))],
    ['with an ordinary html', given('<p>Hello {{ email }}, <a href="https://x.test/a">look</a>.</p>'.repeat(100))],
  ])('%s stays within the limits of the event loop', (_, message) => {
    expect(renderTracked(message, onLoop)).toEqual(tasks.renderMarketing(message));
  });

  test.each([
    ['that runs many tags', given(null, '{% for i in (1..3000) %}{{ i }}{% endfor %}')],
    ['of many links', given('<a href=http://a.b/c>'.repeat(300))],
    ['of much html', given('<p>Hello {{ email }}</p>'.repeat(1_000))],
    [
      'that grows by its values',
      given(
        '{% for i in (1..400) %}<p>a hundred characters, a hundred characters, a hundred characters</p>{% endfor %}',
      ),
    ],
  ])('%s is rendered by a thread, and tracked', async (_, message) => {
    threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
    const rendered = await threads.run('renderMarketing', message, 'one');
    expect(rendered).toEqual(tasks.renderMarketing(message));
    expect(rendered.html).toContain('/t/o/');
    expect(threads.counts()).toEqual({ done: 1, ended: 0, refused: 0 });
  });
});

describe('a webhook request', () => {
  const withSecrets = { ...context, secrets: new Map([['crm', 'a value']]) };

  test('stays within the limits of the event loop if it is short', () => {
    const templates = { body: '{ "email": {{ email | json }}, "key": "{{ secrets.crm }}" }' };
    expect(renderStep(templates, withSecrets, onLoop)).toEqual(
      tasks.renderWebhook({ templates, context: withSecrets }),
    );
  });

  test.each([
    ['long', `{{ secrets.crm }} ${'x'.repeat(30_000)}`],
    ['of many tags', '{{ secrets.crm }}{% for i in (1..3000) %}{{ i }}{% endfor %}'],
  ])('that is %s is rendered by a thread, with secrets', async (_, body) => {
    threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
    const rendered = await threads.run('renderWebhook', { templates: { body }, context: withSecrets }, 'one');
    expect(rendered).toEqual(tasks.renderWebhook({ templates: { body }, context: withSecrets }));
    expect(rendered).toMatchObject({ body: expect.stringContaining('a value') });
    expect(threads.counts()).toEqual({ done: 1, ended: 0, refused: 0 });
  });
});

test('a dry run is ended if its messages take too long in total', async () => {
  threads = createThreads({ threads: 1, queue: 4, taskMs: 1 });
  await expect(threads.run('simulate', endless, 'one')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('The dry run, with the messages of its steps, is too expensive'),
  });
  expect(threads.counts()).toEqual({ done: 0, ended: 1, refused: 0 });
});

describe('an unexpected error in a task', () => {
  const nested = (depth: number): Condition => {
    let condition: Condition = { all: [] };
    for (let level = 0; level < depth; level += 1) condition = { all: [condition] };
    return condition;
  };

  test('is reported as too large if the content is nested too deeply for JavaScript', async () => {
    threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
    const planned = dryRun(1, content('<p>'));
    const given = { ...planned, run: { ...planned.run, audience: nested(100_000) } };
    await expect(threads.run('simulate', given, 'one')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(
        /^The dry run, .* nested too deeply or grows too large. Make it smaller or simpler.$/,
      ),
    });
  });

  test('is reported as a fault if the content did not cause it, in a thread as on the event loop', async () => {
    threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
    for (const length of [1, 1_000]) {
      const rows = { length } as unknown as [];
      const error: unknown = await threads
        .run('parseRows', { rows, lastDate: '2026-01-01' }, 'one')
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ContentFault);
      const { cause } = error as ContentFault;
      expect(cause instanceof Error ? cause.stack : cause).toMatch(/^TypeError: rows\.entries[^]* at .*parseRows/);
    }
    expect(threads.counts()).toMatchObject({ done: 1 });
  });
});

test('an export with too many values is refused before it is translated', async () => {
  threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
  const emails = Array.from({ length: 300_000 }, () => ({}));
  const text = JSON.stringify({ provider: 'mailchimp', export: { automation: { id: 'a', settings: {} }, emails } });
  await expect(threads.run('translateExternal', text, 'one')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('more than 40000 values'),
    details: [{ path: 'export' }],
  });
  expect(threads.counts()).toMatchObject({ done: 1, ended: 0 });
});
