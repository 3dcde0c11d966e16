import { AppError } from '../../domain/errors';

/**
 * Group commit: what arrives while a commit is under way is committed together next, so that the cost of a commit is shared by
 * all who wait for it. The queue is bounded by weight and by time; who finds no room is told to come back.
 */
export interface GroupCommit<Item> {
  /**
   * Resolves when the item is committed.
   * @throws AppError SERVICE_UNAVAILABLE when the queue is full or the database does not answer in time
   */
  submit(item: Item): Promise<void>;
  /** What waits or is being committed, by weight. */
  load(): number;
  /** Resolves when everything that was submitted is settled. */
  drained(): Promise<void>;
}

export interface GroupCommitOptions<Item> {
  /** Commits all items or none. */
  commit: (items: readonly Item[]) => Promise<void>;
  weightOf: (item: Item) => number;
  /** Whether an error is about the database rather than about the items. */
  isAway: (error: unknown) => boolean;
  /** Weight that may wait; beyond it items are refused. */
  maxQueued: number;
  /** Weight of one commit at most; a single item may be heavier. */
  maxGroup: number;
  /** Weight for which a further commit is begun beside one under way; 1 unless given. */
  worthwhile?: number;
  /** Commits under way together. */
  concurrency: number;
  /** Milliseconds from submission after which the sender is told to come back. */
  deadlineMs: number;
}

interface Waiting<Item> {
  item: Item;
  weight: number;
  /** By the process's own clock. */
  deadline: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const full = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'Too much is waiting to be stored. Nothing of this was: send it again.', {
    retryAfterSeconds: 1,
  });

/** What is sent again with its messageIds is not counted twice, whatever became of it. */
const late = (): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'The database did not answer in time. Send it again; events that have a messageId are not counted twice.',
    { retryAfterSeconds: 5 },
  );

export function createGroupCommit<Item>(options: GroupCommitOptions<Item>): GroupCommit<Item> {
  const { weightOf, worthwhile = 1, maxQueued, maxGroup, concurrency, deadlineMs } = options;
  /** In order of submission; whoever has given up is deleted. */
  const queue = new Set<Waiting<Item>>();
  const deadlines = createDeadlines<Item>((waiting) => {
    if (queue.delete(waiting)) waitingWeight -= waiting.weight;
    waiting.reject(late());
  });
  const committing: Committing<Item> = { commit: options.commit, isAway: options.isAway, deadlines };
  let waitingWeight = 0;
  let committingWeight = 0;
  let commits = 0;
  const idle: (() => void)[] = [];

  return { submit, load: () => waitingWeight + committingWeight, drained };

  function submit(item: Item): Promise<void> {
    const weight = weightOf(item);
    if (waitingWeight > 0 && waitingWeight + weight > maxQueued) return Promise.reject(full());
    return new Promise((resolve, reject) => {
      const waiting: Waiting<Item> = { item, weight, resolve, reject, deadline: performance.now() + deadlineMs };
      queue.add(waiting);
      deadlines.add(waiting);
      waitingWeight += weight;
      // Requests that were read in the same turn of the loop travel together.
      setImmediate(begin);
    });
  }

  function begin(): void {
    if (commits >= concurrency || queue.size === 0) return;
    // A further commit for a few is not worth its cost: they travel with the next one.
    if (commits > 0 && waitingWeight < worthwhile) return;
    const group = nextGroup();
    const weight = group.reduce((sum, waiting) => sum + waiting.weight, 0);
    waitingWeight -= weight;
    committingWeight += weight;
    commits += 1;
    void settle(group, committing).then(() => {
      commits -= 1;
      committingWeight -= weight;
      begin();
      if (commits === 0 && queue.size === 0) for (const resolve of idle.splice(0)) resolve();
    });
  }

  function nextGroup(): Waiting<Item>[] {
    const group: Waiting<Item>[] = [];
    let weight = 0;
    for (const waiting of queue) {
      if (group.length > 0 && weight + waiting.weight > maxGroup) break;
      group.push(waiting);
      weight += waiting.weight;
      queue.delete(waiting);
    }
    return group;
  }

  async function drained(): Promise<void> {
    if (commits === 0 && queue.size === 0) return;
    await new Promise<void>((resolve) => idle.push(resolve));
  }
}

interface Deadlines<Item> {
  add(waiting: Waiting<Item>): void;
  /** It is settled in time. */
  delete(waiting: Waiting<Item>): void;
}

/** One timer, for whoever waits longest: all wait equally long, so that they are late in the order in which they came. */
function createDeadlines<Item>(giveUp: (waiting: Waiting<Item>) => void): Deadlines<Item> {
  const unsettled = new Set<Waiting<Item>>();
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

interface Committing<Item> extends Pick<GroupCommitOptions<Item>, 'commit' | 'isAway'> {
  deadlines: Deadlines<Item>;
}

async function settle<Item>(group: readonly Waiting<Item>[], options: Committing<Item>): Promise<void> {
  try {
    await options.commit(group.map(({ item }) => item));
    for (const waiting of group) {
      options.deadlines.delete(waiting);
      waiting.resolve();
    }
  } catch (error) {
    if (group.length === 1 || options.isAway(error)) {
      for (const waiting of group) {
        options.deadlines.delete(waiting);
        waiting.reject(error);
      }
      return;
    }
    // One of them cannot be stored, and must not keep the others out.
    for (const waiting of group) await settle([waiting], options);
  }
}
