import { AppError } from '../../domain/errors';
import type { TaskName } from '../../threads/tasks';
import type { Threads } from '../../threads/threads';

interface Task {
  name: TaskName;
  input: unknown;
}

/** Threads some of whose tasks begin when the test says so. */
export interface HeldTasks {
  threads: Threads;
  /** Those that are held. */
  count(): number;
  release(): void;
}

/** Holds the tasks that `isHeld` picks, so that what happens beside them can be seen on a machine of any speed. */
export function holdTasks(threads: Threads, isHeld: (task: Task) => boolean): HeldTasks {
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

/** Threads for which too much waits already. */
export const fullThreads = (threads: Threads): Threads => ({
  ...threads,
  run: () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'Too many expensive tasks are queued.')),
});
