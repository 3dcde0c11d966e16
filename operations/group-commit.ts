import { AppError } from '../domain/errors';

/** Commits items in groups. The queue is limited by weight and by time; other items are refused. */
export interface GroupCommit<Item, Result = void> {
  /**
   * Resolves with the item's result when it is committed.
   * @throws AppError SERVICE_UNAVAILABLE if the queue is full or the item is not committed in time; the error of its
   * commit
   */
  submit(item: Item): Promise<Result>;
  /** Returns the weight of the items that wait or are being committed. */
  load(): number;
  /** Resolves when all submitted items are settled. */
  drained(): Promise<void>;
}

export interface GroupCommitOptions<Item, Result = void> {
  /** Commits all items or none. @returns the result of each item, in their order, if items have results */
  commit: (items: readonly Item[]) => Promise<readonly Result[] | void>;
  weightOf: (item: Item) => number;
  /** Whether an error is about the database and not about the items. */
  isUnavailable: (error: unknown) => boolean;
  /** Maximum weight that may wait. Other items are refused. */
  maxQueued: number;
  /** Maximum weight of one commit. A single item may be heavier. */
  maxGroup: number;
  /** Minimum weight to start a commit while another is running. Default: 1. */
  minParallelBatchWeight?: number;
  /** Maximum number of concurrent commits. */
  concurrency: number;
  /** Milliseconds after which an item is refused. The caller retries. */
  deadlineMs: number;
  /** The message of the error after that time. */
  timeoutMessage: string;
}

interface Waiting<Item, Result> {
  item: Item;
  weight: number;
  /** By `performance.now()`. */
  deadline: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

const full = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many requests are queued. Nothing was stored. Retry the request.', {
    retryAfterSeconds: 1,
  });

export function createGroupCommit<Item, Result = void>(
  options: GroupCommitOptions<Item, Result>,
): GroupCommit<Item, Result> {
  const { weightOf, minParallelBatchWeight = 1, maxQueued, maxGroup, concurrency, deadlineMs } = options;
  /** In order of submission; items past their deadline are deleted. */
  const queue = new Set<Waiting<Item, Result>>();
  const deadlines = createDeadlines<Item, Result>((waiting) => {
    if (queue.delete(waiting)) waitingWeight -= waiting.weight;
    waiting.reject(new AppError('SERVICE_UNAVAILABLE', options.timeoutMessage, { retryAfterSeconds: 5 }));
  });
  const committing: Committing<Item, Result> = {
    commit: options.commit,
    isUnavailable: options.isUnavailable,
    deadlines,
  };
  let waitingWeight = 0;
  let committingWeight = 0;
  const batches = createBatches(takeBatch, concurrency);
  const idle: (() => void)[] = [];

  return { submit, load: () => waitingWeight + committingWeight, drained };

  function submit(item: Item): Promise<Result> {
    const weight = weightOf(item);
    if (waitingWeight > 0 && waitingWeight + weight > maxQueued) return Promise.reject(full());
    return new Promise((resolve, reject) => {
      const waiting: Waiting<Item, Result> = {
        item,
        weight,
        resolve,
        reject,
        deadline: performance.now() + deadlineMs,
      };
      queue.add(waiting);
      deadlines.add(waiting);
      waitingWeight += weight;
      batches.wake();
    });
  }

  function takeBatch(commits: number): (() => Promise<void>) | null {
    // Another commit for a few items is not worth its cost: they wait for the next one.
    if (queue.size === 0 || (commits > 0 && waitingWeight < minParallelBatchWeight)) return null;
    const group = takeGroup(queue, maxGroup);
    const weight = group.reduce((sum, waiting) => sum + waiting.weight, 0);
    waitingWeight -= weight;
    committingWeight += weight;
    return async () => {
      const notify = await settle(group, committing);
      // Notify after the next commit has started, so that the database works on it while the callers continue.
      setImmediate(() => {
        committingWeight -= weight;
        notify();
        if (committingWeight === 0 && queue.size === 0) for (const resolve of idle.splice(0)) resolve();
      });
    };
  }

  async function drained(): Promise<void> {
    if (committingWeight === 0 && queue.size === 0) return;
    await new Promise<void>((resolve) => idle.push(resolve));
  }
}

/** Takes the next items of the queue up to a weight, at least one. */
function takeGroup<Item, Result>(queue: Set<Waiting<Item, Result>>, maxGroup: number): Waiting<Item, Result>[] {
  const group: Waiting<Item, Result>[] = [];
  let weight = 0;
  for (const waiting of queue) {
    if (group.length > 0 && weight + waiting.weight > maxGroup) break;
    group.push(waiting);
    weight += waiting.weight;
    queue.delete(waiting);
  }
  return group;
}

interface Deadlines<Item, Result> {
  add(waiting: Waiting<Item, Result>): void;
  /** Removes an item that was settled in time. */
  delete(waiting: Waiting<Item, Result>): void;
}

/** Uses one timer, for the item that was submitted first: all have the same time limit, so they expire in their order. */
function createDeadlines<Item, Result>(giveUp: (waiting: Waiting<Item, Result>) => void): Deadlines<Item, Result> {
  const unsettled = new Set<Waiting<Item, Result>>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    timer = undefined;
    const now = performance.now();
    for (const waiting of unsettled) {
      if (waiting.deadline > now) {
        timer = setTimeout(look, waiting.deadline - now);
        return;
      }
      unsettled.delete(waiting);
      giveUp(waiting);
    }
  }

  return {
    add(waiting) {
      unsettled.add(waiting);
      timer ??= setTimeout(look, waiting.deadline - performance.now());
    },
    delete(waiting) {
      unsettled.delete(waiting);
      if (unsettled.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

interface Committing<Item, Result> extends Pick<GroupCommitOptions<Item, Result>, 'commit' | 'isUnavailable'> {
  deadlines: Deadlines<Item, Result>;
}

/** Commits a group. @returns a function that notifies the callers */
async function settle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  { commit, isUnavailable, deadlines }: Committing<Item, Result>,
): Promise<() => void> {
  const notifierOf = (notify: (waiting: Waiting<Item, Result>, index: number) => void) => () =>
    group.forEach((waiting, index) => {
      deadlines.delete(waiting);
      notify(waiting, index);
    });
  try {
    const results = await commit(group.map(({ item }) => item));
    return notifierOf(({ resolve }, index) => resolve(results?.[index] as Result));
  } catch (error) {
    if (group.length === 1 || isUnavailable(error)) return notifierOf(({ reject }) => reject(error));
    // One item cannot be stored. Commit each separately, so that the others are stored.
    const notifiers: (() => void)[] = [];
    for (const waiting of group) notifiers.push(await settle([waiting], { commit, isUnavailable, deadlines }));
    return () => notifiers.forEach((notify) => notify());
  }
}

/** Runs work in batches. All work that arrives during a batch shares the next one, and its cost. */
export interface Batches {
  /** Call it when there is work. Work that arrives in the same turn of the event loop shares a batch. */
  wake(): void;
  /** Returns the number of running batches. */
  running(): number;
}

/**
 * @param take returns the next batch as a function that runs it and never rejects; null if there is no work. Called with
 * the number of running batches, and again after each batch
 * @param concurrency maximum number of concurrent batches
 */
export function createBatches(take: (running: number) => (() => Promise<void>) | null, concurrency: number): Batches {
  let running = 0;
  let isWoken = false;
  const begin = (): void => {
    while (running < concurrency) {
      const run = take(running);
      if (run === null) return;
      running += 1;
      void run().then(() => {
        running -= 1;
        begin();
      });
    }
  };
  return {
    wake() {
      if (isWoken || running >= concurrency) return;
      isWoken = true;
      setImmediate(() => {
        isWoken = false;
        begin();
      });
    },
    running: () => running,
  };
}
