import { TemplateError } from '../../domain/email/template';
import { createThreads, type Threads } from '../../threads/threads';

let threads: Threads;

afterEach(() => threads.close());

const content = (html: string) => ({
  slots: { subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '' },
  html,
  text: null,
});
const inspected = (one: ReturnType<typeof content>) => ({ content: one, commType: 'marketing' as const });
/** Too much for the event loop, and read by a thread within moments. */
const costly = content(`<p>${'{{ a.b }}'.repeat(600)}</p>`);
/** Each element costs the square of them all. */
const endless = JSON.stringify({
  provider: 'mailchimp',
  export: { automation: { id: 'a', settings: {} }, emails: Array.from({ length: 300_000 }, () => ({})) },
});

test('what is costly is done by a thread, while the event loop goes on; what is not is done at once', async () => {
  threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
  expect(await threads.run('inspectContent', inspected(content('{{ a }}')), 'one')).toMatchObject({ problems: [] });
  expect(threads.counts()).toEqual({ done: 0, ended: 0, refused: 0 });
  expect(await threads.run('inspectContent', inspected(costly), 'one')).toEqual({
    problems: [],
    references: { html: [['a', 'b']] },
  });
  expect(threads.counts()).toEqual({ done: 1, ended: 0, refused: 0 });
});

test('what runs too long is ended, and the next task has a thread again', async () => {
  threads = createThreads({ threads: 1, queue: 4, taskMs: 300 });
  await expect(threads.run('translateExternal', endless, 'one')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'The export is too costly: it was ended after 300 ms. Make it smaller or simpler.',
    details: [{ path: 'export' }],
  });
  expect(threads.counts()).toMatchObject({ ended: 1 });
  expect(await threads.run('translateExternal', '{', 'one').catch((error: Error) => error.message)).toContain('JSON');
});

test('too many that wait are refused, of one owner before those of others', async () => {
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

test('refusals of a thread are those of the task', async () => {
  threads = createThreads({ threads: 1, queue: 4, taskMs: 60_000 });
  const unknown = JSON.stringify({ provider: 'nobody', export: { a: 'x'.repeat(20_000) } });
  await expect(threads.run('translateExternal', unknown, 'one')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'provider' }],
  });
  const given = { template: content(`${'{{ a | upcase }}'.repeat(600)}{% nothing %}`), variables: {}, sender: null };
  await expect(threads.run('renderTransactional', given, 'one')).rejects.toBeInstanceOf(TemplateError);
});
