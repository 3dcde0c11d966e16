import { processorMs, TemplateError, UnsafeValueError } from '../domain/email/template';
import { AppError, type ErrorCode, type ErrorDetail } from '../domain/errors';
import { isTooLarge } from './too-large';
import { tasks, type TaskName } from './tasks';

/** What a thread is handed. */
export interface ThreadInput {
  name: TaskName;
  input: unknown;
  /** When the thread begins with it, 0 until then: in milliseconds since 1970, and of processor that the process has used. */
  begun: Float64Array<SharedArrayBuffer>;
}

/** What comes back. Errors are returned as data: copied, they would lose their class. */
export type ThreadOutcome =
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; code: ErrorCode; message: string; details: ErrorDetail[] | undefined }
  | { kind: 'template'; isUnsafe: boolean; field: string; message: string }
  /** Whatever else was thrown: recursion and text beyond what JavaScript holds, or a fault of ours. */
  | { kind: 'failed'; isTooLarge: boolean; stack: string };

/** What Piscina calls in the thread. */
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
