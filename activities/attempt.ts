import { ApplicationFailure, Context as Activity } from '@temporalio/activity';
import { SendDelayed } from '../domain/email/send-delayed';
import type { Context } from '../operations/ports';
import { withHeartbeat } from './heartbeat';

/**
 * Runs one attempt at an operation that waits for a provider or a thread: with a heartbeat, and with threads that drop its tasks
 * when the activity is canceled.
 * @throws a retryable failure if the operation has to be attempted again
 */
export async function attempt<Given extends Pick<Context, 'threads'>, Result>(
  context: Given,
  operation: (context: Given) => Promise<Result>,
): Promise<Result> {
  const { cancellationSignal } = Activity.current();
  const { threads } = context;
  const cancelable: Given = {
    ...context,
    threads: { run: (name, input, owner) => threads.run(name, input, owner, cancellationSignal) },
  };
  try {
    return await withHeartbeat(() => operation(cancelable));
  } catch (error) {
    if (!(error instanceof SendDelayed)) throw error;
    const { message, reason: type, retryAfterMs: nextRetryDelay } = error;
    throw ApplicationFailure.create({ message, type, ...(nextRetryDelay === undefined ? {} : { nextRetryDelay }) });
  }
}
