import { AppError } from '../../domain/errors';
import type { TaskName } from '../../domain/tasks';
import type { ThreadPool } from '../../threads/threads';

interface Task {
  name: TaskName;
  input: unknown;
}

/** ThreadPool with tasks that start when the test says so. */
export interface HeldTasks {
  threads: ThreadPool;
  /** Returns the number of held tasks. */
  count(): number;
  release(): void;
}

/**
 * Delays the tasks selected by `isHeld`, so that a test can observe other work in between, on a machine of any speed.
 */
export function holdTasks(threads: ThreadPool, isHeld: (task: Task) => boolean): HeldTasks {
  let count = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    threads: {
      ...threads,
      async run(name, input, owner, signal) {
        if (isHeld({ name, input })) {
          count += 1;
          await released;
        }
        return threads.run(name, input, owner, signal);
      },
    },
    count: () => count,
    release,
  };
}

/** Returns threads with a full queue. */
export const fullThreads = (threads: ThreadPool): ThreadPool => ({
  ...threads,
  run: () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'Too many expensive tasks are queued.')),
});
