import { Context } from '@temporalio/activity';

const everyMs = 2_000;

/**
 * Tells the server that this process lives while a slow provider is waited for; quick work never beats.
 * @param details what a later attempt finds in `info.heartbeatDetails`; sent at once, also for quick work
 */
export async function withHeartbeat<Result>(work: () => Promise<Result>, details?: unknown): Promise<Result> {
  const context = Context.current();
  if (details !== undefined) context.heartbeat(details);
  const timer = setInterval(() => {
    context.heartbeat(details);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
