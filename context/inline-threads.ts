import { tasks } from '../domain/tasks';
import type { Threads } from '../operations/ports';

/** Runs tasks immediately, on the event loop. For programs that serve no requests. */
export const inlineThreads: Threads = {
  run: (name, input) =>
    new Promise((resolve) => {
      resolve((tasks[name] as (given: unknown) => never)(input));
    }),
};
