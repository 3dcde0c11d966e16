import { TemplateError, UnsafeValueError } from '../domain/email/template';
import { AppError, ContentFault, invalid } from '../domain/errors';
import { costliestField } from '../domain/email/content-references';
import { attempts } from './attempts';
import type { ThreadOutcome } from './entry';
import { ActiveOwners, FairShare, type ShareSettings } from '../domain/fair-share';
import { createTaskQueue } from './task-queue';
import { isTooLarge } from './too-large';
import type { TaskName, Tasks } from './tasks';

/** Of the threads, with what ordinary mail with much html takes free. */
const share: ShareSettings = { share: 0.2, allowanceMs: 50, freeMs: 10, mostDebtMs: 2_000 };

/** A few threads beside the event loop, for what may take longer than 50 ms. */
export interface Threads {
  /**
   * Does a task: at once where that is quick, else in a thread.
   * @param owner a workspace: owners take turns, and have their share of the time while others are active
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
  /** Who is active in the process, unless threads alone see it. */
  owners?: ActiveOwners;
}

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

/** Does at once what is quick, and hands the rest to threads. */
export function createThreads({
  owners = new ActiveOwners(() => performance.now()),
  ...settings
}: ThreadSettings): Threads {
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
        // What is nested too deep cannot even be copied to a thread.
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
