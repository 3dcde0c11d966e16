import Piscina from 'piscina';
import { processorMs } from '../domain/email/template';
import { AppError } from '../domain/errors';
import { FairQueue } from '../domain/fair-queue';
import type { FairShare } from '../domain/fair-share';
import { threadCodePath } from './bundle';
import type { ThreadInput, ThreadOutcome } from './entry';
import type { TaskName } from '../domain/tasks';

/** Queue of tasks for the threads. */
export interface TaskQueue {
  /**
   * Runs a task in a thread when it is its owner's turn.
   * @param signal removes the task if it has not started
   * @throws AppError SERVICE_UNAVAILABLE if the queue is full, the task was removed, or the process stops; Piscina's
   * error if the thread was ended or the input cannot be copied
   */
  run(task: Task, signal: AbortSignal | undefined): Promise<ThreadOutcome>;
  waiting(): number;
  close(): Promise<void>;
}

export interface Task {
  name: TaskName;
  input: unknown;
  owner: string;
}

interface Waiting extends Task {
  resolve: (outcome: ThreadOutcome) => void;
  reject: (error: unknown) => void;
}

export interface TaskQueueSettings {
  threads: number;
  /** Maximum waiting tasks of all owners. One owner may have a quarter of them. */
  queue: number;
  /** Maximum run time of a task, in milliseconds. */
  taskMs: number;
  share: FairShare;
}

/**
 * Above the event loop's own value (0), so that the loop gets CPU time first. Linux only: elsewhere, the value applies
 * to the whole process.
 */
const niceness = 10;
const memoryMb = 256;
/** Milliseconds until waiting owners are checked again, because other owners may have become inactive. */
const recheckMs = 1_000;

/** Creates the queue. Threads start with the first task, and end after a minute without tasks. */
export function createTaskQueue({ threads, queue: maxWaiting, taskMs, share }: TaskQueueSettings): TaskQueue {
  const queue = new FairQueue<Waiting>();
  const running = new Set<Promise<void>>();
  let pool: Promise<Piscina> | undefined;
  let isClosed = false;
  let nextCheck: NodeJS.Timeout | undefined;

  const begin = (): void => {
    clearTimeout(nextCheck);
    while (running.size < threads) {
      const task = queue.take((owner) => share.waitMs(owner) === 0);
      if (task === undefined) {
        const waits = queue.owners().map((owner) => share.waitMs(owner));
        if (waits.length > 0) nextCheck = setTimeout(begin, Math.min(recheckMs, ...waits));
        return;
      }
      pool ??= startPool(threads);
      const run: Promise<void> = runIn(pool, task, { taskMs, onEnd: (ms) => share.spend(task.owner, ms) })
        .then(task.resolve, task.reject)
        .finally(() => {
          running.delete(run);
          begin();
        });
      running.add(run);
    }
  };

  return {
    async run(task, signal) {
      const isFull = queue.size >= maxWaiting || queue.of(task.owner) >= Math.max(1, maxWaiting / 4);
      if (isClosed || isFull || signal?.aborted === true) {
        throw unavailable(isFull ? 'Too many expensive tasks are queued' : 'The service is stopping');
      }
      return new Promise((resolve, reject) => {
        const item: Waiting = { ...task, resolve, reject };
        queue.add(task.owner, item);
        const takeBack = (): unknown => queue.remove(task.owner, item) && reject(unavailable('The task was canceled'));
        signal?.addEventListener('abort', takeBack);
        begin();
      });
    },
    waiting: () => queue.size,
    async close() {
      isClosed = true;
      clearTimeout(nextCheck);
      for (let task = queue.take(); task !== undefined; task = queue.take()) {
        task.reject(unavailable('The service is stopping'));
      }
      await Promise.all(running);
      await (await pool)?.destroy();
    },
  };
}

const unavailable = (reason: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', `${reason}. Nothing was changed. Retry later.`, { retryAfterSeconds: 2 });

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
 * Runs a task, and ends its thread if both its wall-clock time and its CPU time exceed the limit since it started. A
 * busy machine or a thread that is still starting therefore does not count.
 */
async function runIn(
  pool: Promise<Piscina>,
  { name, input }: Task,
  { taskMs, onEnd }: { taskMs: number; onEnd: (spentMs: number) => void },
): Promise<ThreadOutcome> {
  const begun = new Float64Array(new SharedArrayBuffer(16));
  const controller = new AbortController();
  const spent = (): number => {
    const [atMs = 0, usedMs = 0] = begun;
    return atMs === 0 ? 0 : Math.min(Date.now() - atMs, processorMs() - usedMs);
  };
  const look = (): void => {
    const spentMs = spent();
    if (spentMs >= taskMs) controller.abort();
    else timer = setTimeout(look, Math.ceil(taskMs - spentMs));
  };
  let timer = setTimeout(look, taskMs);
  try {
    const given: ThreadInput = { name, input, begun };
    return (await (await pool).run(given, { signal: controller.signal })) as ThreadOutcome;
  } finally {
    clearTimeout(timer);
    onEnd(spent());
  }
}
