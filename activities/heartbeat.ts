import { Context } from '@temporalio/activity';

const everyMs = 2_000;

/** Tells the server that this process lives while a slow provider is waited for; quick work never beats. */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const timer = setInterval(() => {
    context.heartbeat();
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
