import { processorMs, TemplateError, UnsafeValueError } from '../domain/email/template';
import { AppError, type ErrorCode, type ErrorDetail } from '../domain/errors';
import { isTooLarge } from './too-large';
import { tasks, type TaskName } from '../domain/tasks';

/** Input of a thread. */
export interface ThreadInput {
  name: TaskName;
  input: unknown;
  /** Start of the task, 0 before: milliseconds since 1970, and CPU milliseconds used by the process. */
  begun: Float64Array<SharedArrayBuffer>;
}

/** Result of a thread. Errors are returned as data, because copying would lose their class. */
export type ThreadOutcome =
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; code: ErrorCode; message: string; details: ErrorDetail[] | undefined }
  | { kind: 'template'; isUnsafe: boolean; field: string; message: string }
  /** Any other error: too much recursion or text for JavaScript, or a bug in this service. */
  | { kind: 'failed'; isTooLarge: boolean; stack: string };

/** The function that Piscina calls in the thread. */
module.exports = function runTask({ name, input, begun }: ThreadInput): ThreadOutcome {
  begun[1] = processorMs();
  begun[0] = Date.now();
  try {
    return { kind: 'done', result: tasks[name](input as never) };
  } catch (error) {
    if (error instanceof TemplateError) {
      const isUnsafe = error instanceof UnsafeValueError;
      return { kind: 'template', isUnsafe, field: error.field, message: error.message };
    }
    if (error instanceof AppError) {
      const { code, message, details } = error;
      return { kind: 'refused', code, message, details };
    }
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'failed', isTooLarge: isTooLarge(error), stack };
  }
};
