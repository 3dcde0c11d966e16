import { AppError } from '../domain/errors';
import { createBatches } from './batches';

/** Group commit: items are committed in batches. The queue is bounded by weight and by time; beyond that items are refused. */
export interface GroupCommit<Item, Result = void> {
  /**
   * Resolves when the item is committed, with what came of it.
   * @throws AppError SERVICE_UNAVAILABLE when the queue is full or the database does not answer in time
   */
  submit(item: Item): Promise<Result>;
  /** What waits or is being committed, by weight. */
  load(): number;
  /** Resolves when everything that was submitted is settled. */
  drained(): Promise<void>;
}

export interface GroupCommitOptions<Item, Result = void> {
  /** Commits all items or none. @returns what came of each, in their order, if anything did */
  commit: (items: readonly Item[]) => Promise<readonly Result[] | void>;
  weightOf: (item: Item) => number;
  /** Whether an error is about the database rather than about the items. */
  isAway: (error: unknown) => boolean;
  /** Weight that may wait; beyond it items are refused. */
  maxQueued: number;
  /** Weight of one commit at most; a single item may be heavier. */
  maxGroup: number;
  /** Weight for which a further commit is begun beside one under way; 1 unless given. */
  minParallelBatchWeight?: number;
  /** Commits under way together. */
  concurrency: number;
  /** Milliseconds from submission after which the item is refused, to be sent again. */
  deadlineMs: number;
  /** The message of that refusal. */
  timeoutMessage: string;
}

interface Waiting<Item, Result> {
  item: Item;
  weight: number;
  /** By the process's own clock. */
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
  const committing: Committing<Item, Result> = { commit: options.commit, isAway: options.isAway, deadlines };
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
    // A further commit for a few is not worth its cost: they travel with the next one.
    if (queue.size === 0 || (commits > 0 && waitingWeight < minParallelBatchWeight)) return null;
    const group = takeGroup(queue, maxGroup);
    const weight = group.reduce((sum, waiting) => sum + waiting.weight, 0);
    waitingWeight -= weight;
    committingWeight += weight;
    return async () => {
      const notify = await settle(group, committing);
      // What follows for them takes the process longer than handing the next commit over, which the database can work on meanwhile.
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

/** Takes the next of the queue, up to a weight, and one of any weight. */
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
  /** It is settled in time. */
  delete(waiting: Waiting<Item, Result>): void;
}

/** One timer, for the item that waits longest: all wait equally long, so that they are late in the order in which they came. */
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

interface Committing<Item, Result> extends Pick<GroupCommitOptions<Item, Result>, 'commit' | 'isAway'> {
  deadlines: Deadlines<Item, Result>;
}

/** Commits a group. @returns tells those who wait for it */
async function settle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  { commit, isAway, deadlines }: Committing<Item, Result>,
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
    if (group.length === 1 || isAway(error)) return notifierOf(({ reject }) => reject(error));
    // One of them cannot be stored, and must not keep the others out.
    const notifiers: (() => void)[] = [];
    for (const waiting of group) notifiers.push(await settle([waiting], { commit, isAway, deadlines }));
    return () => notifiers.forEach((notify) => notify());
  }
}
