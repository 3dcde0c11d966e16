import { InterceptingCall, Metadata, status, type Interceptor } from '@grpc/grpc-js';
import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

/**
 * Cancels a call that is made, or tried again, once its connection is closed. gRPC throws then: from within a timer of the client's retries
 * that ends the process. To stand inside of the interceptor that retries.
 */
export const cancelOnceClosed: Interceptor = (options, nextCall) => {
  try {
    return new InterceptingCall(nextCall(options));
  } catch (error) {
    return canceledCall(error instanceof Error ? error.message : String(error));
  }
};

/**
 * Gives each call a deadline, unless it has one of its own. The client's `withDeadline` does so, too, but by an AsyncLocalStorage: from its
 * first use on, Node 20 follows every promise of the process, which takes a tenth of what the API does. Wraps the interceptor that retries.
 */
export const endAfter =
  (ms: number): Interceptor =>
  (options, nextCall) =>
    new InterceptingCall(nextCall({ ...options, deadline: options.deadline ?? Date.now() + ms }));

/**
 * Retries a call as the SDK does, but never beyond the call's deadline: the SDK would wait first and then report that the deadline has
 * passed, not what the server said.
 */
export const retryWithinDeadline: Interceptor = (options, nextCall) => {
  const { delayFunction, retryableDecider } = defaultGrpcRetryOptions();
  const endsAt = Number(options.deadline ?? Infinity);
  const retry = makeGrpcRetryInterceptor({
    delayFunction,
    retryableDecider: (attempt, status) =>
      retryableDecider(attempt, status) && Date.now() + delayFunction(attempt, status) < endsAt,
  });
  return retry(options, nextCall);
};

const ignore = (): void => undefined;

/** A call that ends at once, and of which nothing reaches a server. */
const canceledCall = (details: string): InterceptingCall =>
  new InterceptingCall({
    start(_metadata, listener) {
      setImmediate(() => {
        // Who waits for the end waits for a response first, which is null where there is none.
        listener?.onReceiveMessage?.(null);
        listener?.onReceiveStatus?.({ code: status.CANCELLED, details, metadata: new Metadata() });
      });
    },
    cancelWithStatus: ignore,
    getPeer: () => '',
    sendMessageWithContext: ignore,
    sendMessage: ignore,
    startRead: ignore,
    halfClose: ignore,
    getAuthContext: () => null,
  });
