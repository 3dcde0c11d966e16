import Piscina from 'piscina';
import { processorMs, TemplateError, UnsafeValueError } from '../domain/email/template';
import { AppError, ContentFault, invalid } from '../domain/errors';
import { costliestField } from '../domain/email/content-references';
import { attempts } from './attempts';
import { threadCodePath } from './bundle';
import type { ThreadInput, ThreadOutcome } from './entry';
import { FairQueue } from '../domain/fair-queue';
import { isTooLarge } from './too-large';
import type { TaskName, Tasks } from './tasks';

/** A few threads beside the event loop, for what may take longer than 50 ms. */
export interface Threads {
  /**
   * Does a task: at once where that is quick, else in a thread.
   * @param owner a workspace: owners take turns
   * @param signal takes it back when it has not begun yet
   * @throws AppError VALIDATION_ERROR when it takes too long or too much memory, is nested too deep or grows too large;
   * SERVICE_UNAVAILABLE when too many wait, it was taken back, or the process stops; what the task throws, if that is an AppError or
   * a TemplateError; ContentFault for whatever else it throws
   */
  run<Name extends TaskName>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    owner: string,
    signal?: AbortSignal,
  ): Promise<ReturnType<Tasks[Name]>>;
  /** Tasks that wait for a thread. */
  waiting(): number;
  /** Tasks since the start, by how they ended. */
  counts(): ThreadCounts;
  /** Begins with no more tasks, refuses those that wait, and ends when the last has ended. */
  close(): Promise<void>;
}

export interface ThreadCounts {
  done: number;
  /** Too costly. */
  ended: number;
  /** Too many waited, or the process stopped. */
  refused: number;
}

export interface ThreadSettings {
  threads: number;
  /** Tasks that may wait, of all owners; of one owner a quarter. */
  queue: number;
  /** Milliseconds that a task may run. */
  taskMs: number;
}

/** Above the event loop's own (0): the loop has the processor first. Linux only, as elsewhere it is the whole process's. */
const niceness = 10;
const memoryMb = 256;

/** What a refusal names as too costly, and where that stands. */
interface Cost {
  what: string;
  path: string;
}

const costs: { [Name in TaskName]: (input: Parameters<Tasks[Name]>[0]) => Cost } = {
  inspectContent: ({ content }) => ({ what: 'The template is', path: costliestField(content) }),
  renderTransactional: ({ template }) => ({
    what: 'The template, with these variables, is',
    path: costliestField(template),
  }),
  previewMessage: ({ content }) => ({ what: 'The template, with these variables, is', path: costliestField(content) }),
  instrumentHtml: () => ({ what: 'The html is', path: 'html' }),
  readCsvRows: () => ({ what: 'The CSV is', path: '' }),
  parseRows: () => ({ what: 'The rows are', path: 'rows' }),
  renderMarketing: ({ content }) => ({ what: 'The template, for this person, is', path: costliestField(content) }),
  renderWebhook: () => ({ what: 'The body with its headers, for this person, is', path: 'body' }),
  simulate: () => ({ what: 'The dry run, with the messages of all steps that it takes, is', path: '' }),
  translateExternal: () => ({ what: 'The export is', path: 'export' }),
  readWebhooks: () => ({ what: 'What the webhooks send is', path: 'steps' }),
  readBundle: () => ({ what: 'The bundle is', path: 'bundle' }),
  readOwnBundle: () => ({ what: 'The bundle is', path: 'bundle' }),
};

interface Task {
  name: TaskName;
  input: unknown;
}

interface Waiting extends Task {
  resolve: (outcome: ThreadOutcome) => void;
  reject: (error: unknown) => void;
}

/** Threads begin with the first task, and end when there was none for a minute. */
export function createThreads({ threads, queue: mostWaiting, taskMs }: ThreadSettings): Threads {
  const queue = new FairQueue<Waiting>();
  const counts: ThreadCounts = { done: 0, ended: 0, refused: 0 };
  const running = new Set<Promise<void>>();
  let pool: Promise<Piscina> | undefined;
  let isClosed = false;

  const begin = (): void => {
    while (running.size < threads) {
      const task = queue.take();
      if (task === undefined) return;
      pool ??= startPool(threads);
      const run: Promise<void> = runIn(pool, task, taskMs)
        .then(task.resolve, task.reject)
        .finally(() => {
          running.delete(run);
          begin();
        });
      running.add(run);
    }
  };

  const outcomeOf = (task: Task, owner: string, signal: AbortSignal | undefined): Promise<ThreadOutcome> => {
    const isFull = queue.size >= mostWaiting || queue.of(owner) >= Math.max(1, mostWaiting / 4);
    if (isClosed || isFull || signal?.aborted === true) {
      throw unavailable(isFull ? 'Too much that is costly waits already' : 'The service is stopping');
    }
    return new Promise((resolve, reject) => {
      const item: Waiting = { ...task, resolve, reject };
      queue.add(owner, item);
      signal?.addEventListener('abort', () => queue.remove(owner, item) && reject(unavailable('It was taken back')));
      begin();
    });
  };

  return {
    async run(name, input, owner, signal) {
      const done = attempt(name, input);
      if (done !== null) return done.result as never;
      try {
        const outcome = await outcomeOf({ name, input }, owner, signal);
        counts.done += 1;
        return resultOf(outcome, () => costs[name](input)) as never;
      } catch (error) {
        if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') counts.refused += 1;
        // What is nested too deep cannot even be copied to a thread.
        if (isTooLarge(error)) throw tooLarge(costs[name](input));
        if (!isEnded(error)) throw error;
        counts.ended += 1;
        throw tooCostly(costs[name](input), taskMs);
      }
    },
    waiting: () => queue.size,
    counts: () => ({ ...counts }),
    async close() {
      isClosed = true;
      for (let task = queue.take(); task !== undefined; task = queue.take()) {
        task.reject(unavailable('The service is stopping'));
      }
      await Promise.all(running);
      await (await pool)?.destroy();
    },
  };
}

/** Does a task at once, if that is quick. @returns null for a thread to do it, which holds more than the event loop does */
function attempt<Name extends TaskName>(name: Name, input: Parameters<Tasks[Name]>[0]): { result: unknown } | null {
  try {
    return attempts[name](input);
  } catch (error) {
    if (isTooLarge(error)) return null;
    if (error instanceof AppError || error instanceof TemplateError) throw error;
    throw new ContentFault(`The task "${name}" failed.`, { cause: error });
  }
}

function tooLarge({ what, path }: Cost): AppError {
  const message = `${what} nested too deep, or grows too large. Make it smaller or simpler.`;
  return invalid(message, [{ path, message }]);
}

function tooCostly({ what, path }: Cost, taskMs: number): AppError {
  const message = `${what} too costly: it was ended after ${taskMs} ms. Make it smaller or simpler.`;
  return invalid(message, [{ path, message }]);
}

const unavailable = (reason: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', `${reason}. Nothing was done: try again.`, { retryAfterSeconds: 2 });

const startPool = async (threads: number): Promise<Piscina> =>
  new Piscina({
    filename: await threadCodePath(),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    niceIncrement: process.platform === 'linux' ? niceness : 0,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  });

/**
 * Runs a task, and ends its thread when both the clock and the processor say that it took too long since it began: a machine that is
 * busy has not made it costly, nor has a thread that is still being started.
 */
async function runIn(pool: Promise<Piscina>, { name, input }: Task, taskMs: number): Promise<ThreadOutcome> {
  const begun = new Float64Array(new SharedArrayBuffer(16));
  const controller = new AbortController();
  const look = (): void => {
    const [atMs = 0, usedMs = 0] = begun;
    const spentMs = atMs === 0 ? 0 : Math.min(Date.now() - atMs, processorMs() - usedMs);
    if (spentMs >= taskMs) controller.abort();
    else timer = setTimeout(look, Math.ceil(taskMs - spentMs));
  };
  let timer = setTimeout(look, taskMs);
  try {
    const given: ThreadInput = { name, input, begun };
    return (await (await pool).run(given, { signal: controller.signal })) as ThreadOutcome;
  } finally {
    clearTimeout(timer);
  }
}

const isEnded = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

function resultOf(outcome: ThreadOutcome, costOf: () => Cost): unknown {
  switch (outcome.kind) {
    case 'done':
      return outcome.result;
    case 'refused':
      throw new AppError(
        outcome.code,
        outcome.message,
        outcome.details === undefined ? {} : { details: outcome.details },
      );
    case 'template':
      throw outcome.isUnsafe
        ? new UnsafeValueError(outcome.field, outcome.message)
        : new TemplateError(outcome.field, outcome.message);
    case 'failed':
      if (outcome.isTooLarge) throw tooLarge(costOf());
      throw new ContentFault('A task failed in a thread.', { cause: outcome.stack });
  }
}
