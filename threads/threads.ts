import { TemplateError, UnsafeValueError } from '../domain/email/template';
import { AppError, ContentFault, invalid } from '../domain/errors';
import { costliestField } from '../domain/email/content-references';
import { attempts } from './attempts';
import type { ThreadOutcome } from './entry';
import { ActiveOwners, FairShare, type ShareSettings } from '../domain/fair-share';
import type { Threads } from '../operations/ports';
import { createTaskQueue } from './task-queue';
import { isTooLarge } from './too-large';
import type { TaskName, Tasks } from '../domain/tasks';

/** Each owner's share of the threads. Ordinary mail with a lot of HTML stays within the free time. */
const share: ShareSettings = { share: 0.2, allowanceMs: 50, freeMs: 10, maxDebtMs: 2_000 };

/** A few threads next to the event loop. */
export interface ThreadPool extends Threads {
  /** Returns the number of tasks waiting for a thread. */
  waiting(): number;
  /** Returns the tasks since the start, by outcome. */
  counts(): ThreadCounts;
  /** Starts no more tasks, refuses waiting ones, and resolves when the running ones have ended. */
  close(): Promise<void>;
}

export interface ThreadCounts {
  done: number;
  /** Took too much time or memory. */
  ended: number;
  /** The queue was full, or the process stopped. */
  refused: number;
}

export interface ThreadSettings {
  threads: number;
  /** Maximum waiting tasks of all owners. One owner may have a quarter of them. */
  queue: number;
  /** Maximum run time of a task, in milliseconds. */
  taskMs: number;
  /** Active owners of the process; by default only those who use the threads. */
  owners?: ActiveOwners;
}

/** The subject and path of an error about a too expensive task. */
interface Cost {
  what: string;
  path: string;
}

const costs: { [Name in TaskName]: (input: Parameters<Tasks[Name]>[0]) => Cost } = {
  inspectContent: ({ content }) => ({ what: 'The template is', path: costliestField(content) }),
  renderTransactional: ({ template }) => ({
    what: 'The template with these variables is',
    path: costliestField(template),
  }),
  previewMessage: ({ content }) => ({ what: 'The template with these variables is', path: costliestField(content) }),
  instrumentHtml: () => ({ what: 'The HTML is', path: 'html' }),
  checkPage: () => ({ what: 'The page is', path: 'url' }),
  readCsvRows: () => ({ what: 'The CSV is', path: '' }),
  parseRows: () => ({ what: 'The rows are', path: 'rows' }),
  renderMarketing: ({ content }) => ({ what: 'The template for this person is', path: costliestField(content) }),
  renderWebhook: () => ({ what: 'The body with its headers for this person is', path: 'body' }),
  simulate: () => ({ what: 'The dry run, with the messages of its steps, is', path: '' }),
  translateExternal: () => ({ what: 'The export is', path: 'export' }),
  readTextTemplates: () => ({ what: 'The content of the steps is', path: 'steps' }),
  readBundle: () => ({ what: 'The bundle is', path: 'bundle' }),
  readOwnBundle: () => ({ what: 'The bundle is', path: 'bundle' }),
};

/** Runs quick tasks immediately, and gives the rest to threads. */
export function createThreads({
  owners = new ActiveOwners(() => performance.now()),
  ...settings
}: ThreadSettings): ThreadPool {
  const queue = createTaskQueue({ ...settings, share: new FairShare(owners, share) });
  const counts: ThreadCounts = { done: 0, ended: 0, refused: 0 };
  return {
    async run(name, input, owner, signal) {
      owners.see(owner);
      const done = attempt(name, input);
      if (done !== null) return done.result as never;
      try {
        const outcome = await queue.run({ name, input, owner }, signal);
        counts.done += 1;
        return resultOf(outcome, () => costs[name](input)) as never;
      } catch (error) {
        if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') counts.refused += 1;
        // Input that is nested too deeply cannot even be copied to a thread.
        if (isTooLarge(error)) throw tooLarge(costs[name](input));
        if (!isEnded(error)) throw error;
        counts.ended += 1;
        throw tooCostly(costs[name](input), settings.taskMs);
      }
    },
    waiting: () => queue.waiting(),
    counts: () => ({ ...counts }),
    close: () => queue.close(),
  };
}

/**
 * Runs a task immediately if it is quick.
 * @returns null if a thread must run it, because a thread can handle larger input than the event loop
 */
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
  const message = `${what} nested too deeply or grows too large. Make it smaller or simpler.`;
  return invalid(message, [{ path, message }]);
}

function tooCostly({ what, path }: Cost, taskMs: number): AppError {
  const message = `${what} too expensive: it was stopped after ${taskMs} ms. Make it smaller or simpler.`;
  return invalid(message, [{ path, message }]);
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
