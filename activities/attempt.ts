import { ApplicationFailure, Context as Activity } from '@temporalio/activity';
import { AttemptDelayed } from '../domain/attempt-delayed';
import { AppError } from '../domain/errors';
import type { Context } from '../operations/ports';

/**
 * Runs one attempt at an operation that may take longer than a few seconds. Sends heartbeats, and aborts the
 * operation's signal, queued thread tasks and webhook calls when the activity is canceled.
 * @param details the heartbeat's details, for the next attempt
 * @throws as {@link withFailures}
 */
export function attempt<Given extends Partial<Pick<Context, 'signal' | 'threads' | 'webhooks'>>, Result>(
  context: Given,
  operation: (context: Given) => Promise<Result>,
  details?: unknown,
): Promise<Result> {
  const { cancellationSignal: signal } = Activity.current();
  const { threads, webhooks } = context;
  const cancelable: Given = {
    ...context,
    signal,
    ...(threads && { threads: { run: (name, input, owner) => threads.run(name, input, owner, signal) } }),
    ...(webhooks && { webhooks: { call: (request, options) => webhooks.call(request, { ...options, signal }) } }),
  };
  return withFailures(() => withHeartbeat(() => operation(cancelable), details));
}

const heartbeatMs = 2_000;

/**
 * Sends heartbeats while work is running. Work that is done within 2 s sends none.
 * @param details available to the next attempt as `info.heartbeatDetails`; sent immediately, also for quick work
 */
async function withHeartbeat<Result>(work: () => Promise<Result>, details: unknown): Promise<Result> {
  const activity = Activity.current();
  if (details !== undefined) activity.heartbeat(details);
  const timer = setInterval(() => activity.heartbeat(details), heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Errors that a retry does not change, with the types of their failures. */
const permanent = { NOT_FOUND: 'NotFound', CONFLICT: 'Conflict' } as const;

/**
 * Runs an operation, and maps its errors to failures of Temporal.
 * @throws a retryable failure for an AttemptDelayed, with its delay; a non-retryable failure for AppError NOT_FOUND and
 * CONFLICT; other errors unchanged
 */
export async function withFailures<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof AppError && error.code in permanent) {
      throw ApplicationFailure.nonRetryable(error.message, permanent[error.code as keyof typeof permanent]);
    }
    if (!(error instanceof AttemptDelayed)) throw error;
    const { message, reason: type, retryAfterMs: nextRetryDelay } = error;
    throw ApplicationFailure.create({ message, type, ...(nextRetryDelay === undefined ? {} : { nextRetryDelay }) });
  }
}
