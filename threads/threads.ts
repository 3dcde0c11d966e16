import Piscina from 'piscina';
import { TemplateError, UnsafeValueError } from '../domain/email/template';
import { AppError, invalid } from '../domain/errors';
import { costliestField } from '../domain/email/content-references';
import { attempts } from './attempts';
import { threadCodePath } from './bundle';
import type { ThreadInput, ThreadOutcome } from './entry';
import { FairQueue } from './fair-queue';
import type { TaskName, Tasks } from './tasks';

/** A few threads beside the event loop, for what may take longer than 50 ms. */
export interface Threads {
  /**
   * Does a task: at once where that is quick, else in a thread.
   * @param owner a workspace: owners take turns
   * @throws AppError VALIDATION_ERROR when it takes too long or too much memory; SERVICE_UNAVAILABLE when too many wait;
   * what the task throws, if that is an AppError or a TemplateError
   */
  run<Name extends TaskName>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    owner: string,
  ): Promise<ReturnType<Tasks[Name]>>;
  /** Tasks that wait for a thread. */
  waiting(): number;
  /** Tasks since the start, by how they ended. */
  counts(): { done: number; ended: number; refused: number };
  close(): Promise<void>;
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
const costs: { [Name in TaskName]: (input: Parameters<Tasks[Name]>[0]) => { what: string; path: string } } = {
  inspectContent: ({ content }) => ({ what: 'The template is', path: costliestField(content) }),
  renderTransactional: ({ template }) => ({
    what: 'The template, with these variables, is',
    path: costliestField(template),
  }),
  previewMessage: ({ content }) => ({ what: 'The template, with these variables, is', path: costliestField(content) }),
  instrumentHtml: () => ({ what: 'The html is', path: 'html' }),
  readCsvRows: () => ({ what: 'The CSV is', path: '' }),
  parseRows: () => ({ what: 'The rows are', path: 'rows' }),
  translateExternal: () => ({ what: 'The export is', path: 'export' }),
  readBundle: () => ({ what: 'The bundle is', path: 'bundle' }),
};

interface Waiting {
  name: TaskName;
  input: unknown;
  resolve: (outcome: ThreadOutcome) => void;
  reject: (error: unknown) => void;
}

/** Threads begin with the first task, and end when there was none for a minute. */
export function createThreads({ threads, queue: mostWaiting, taskMs }: ThreadSettings): Threads {
  const queue = new FairQueue<Waiting>();
  const counts = { done: 0, ended: 0, refused: 0 };
  let running = 0;
  let pool: Promise<Piscina> | undefined;

  const begin = (): void => {
    while (running < threads) {
      const task = queue.take();
      if (task === undefined) return;
      running += 1;
      pool ??= startPool(threads);
      void runIn(pool, task, taskMs)
        .then(task.resolve, task.reject)
        .finally(() => {
          running -= 1;
          begin();
        });
    }
  };

  const outcomeOf = (name: TaskName, input: unknown, owner: string): Promise<ThreadOutcome> => {
    if (queue.size >= mostWaiting || queue.of(owner) >= Math.max(1, mostWaiting / 4)) {
      counts.refused += 1;
      const message = 'Too much that is costly waits already. Nothing was done: try again.';
      throw new AppError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 2 });
    }
    return new Promise((resolve, reject) => {
      queue.add(owner, { name, input, resolve, reject });
      begin();
    });
  };

  return {
    async run(name, input, owner) {
      const attempt = attempts[name](input);
      if (attempt !== null) return attempt.result as never;
      try {
        const outcome = await outcomeOf(name, input, owner);
        counts.done += 1;
        return resultOf(outcome) as never;
      } catch (error) {
        if (!isEnded(error)) throw error;
        counts.ended += 1;
        const { what, path } = costs[name](input);
        const message = `${what} too costly: it was ended after ${taskMs} ms. Make it smaller or simpler.`;
        throw invalid(message, [{ path, message }]);
      }
    },
    waiting: () => queue.size,
    counts: () => ({ ...counts }),
    close: async () => void (await (await pool)?.destroy()),
  };
}

const startPool = async (threads: number): Promise<Piscina> =>
  new Piscina({
    filename: await threadCodePath(),
    ...{ minThreads: 0, maxThreads: threads, idleTimeout: 60_000 },
    ...{ niceIncrement: process.platform === 'linux' ? niceness : 0 },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  });

/** Runs a task, and ends its thread when it takes too long from when it began, not from when the thread was being started. */
async function runIn(pool: Promise<Piscina>, { name, input }: Waiting, taskMs: number): Promise<ThreadOutcome> {
  const begunAt = new Float64Array(new SharedArrayBuffer(8));
  const controller = new AbortController();
  const look = (): void => {
    const leftMs = begunAt[0] === 0 ? taskMs : (begunAt[0] ?? 0) + taskMs - Date.now();
    if (leftMs <= 0) controller.abort();
    else timer = setTimeout(look, leftMs);
  };
  let timer = setTimeout(look, taskMs);
  try {
    const given: ThreadInput = { name, input, begunAt };
    return (await (await pool).run(given, { signal: controller.signal })) as ThreadOutcome;
  } finally {
    clearTimeout(timer);
  }
}

const isEnded = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

function resultOf(outcome: ThreadOutcome): unknown {
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
  }
}
