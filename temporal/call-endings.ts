import { InterceptingCall, Metadata, status, type Interceptor } from '@grpc/grpc-js';
import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

/**
 * Cancels a call that starts or is retried after its connection closed. Otherwise gRPC throws from a timer of the
 * client's retries, which ends the process. Place it inside the retry interceptor.
 */
export const cancelOnceClosed: Interceptor = (options, nextCall) => {
  try {
    return new InterceptingCall(nextCall(options));
  } catch (error) {
    return canceledCall(error instanceof Error ? error.message : String(error));
  }
};

/**
 * Gives each call a deadline, unless it has its own. The client's `withDeadline` uses an AsyncLocalStorage instead:
 * from its first use, Node 20 tracks every promise of the process, which costs the API 10% of its CPU time. Place it
 * outside the retry interceptor.
 */
export const endAfter =
  (ms: number): Interceptor =>
  (options, nextCall) =>
    new InterceptingCall(nextCall({ ...options, deadline: options.deadline ?? Date.now() + ms }));

/** Time that a retry gets at least, in milliseconds. A shorter one would only report the expired deadline. */
const leastForRetryMs = 500;

/**
 * Retries a call as the SDK does, but never so close to its deadline that the retry could not finish. The SDK would wait
 * first and then report the expired deadline instead of the server's error.
 */
export const retryWithinDeadline: Interceptor = (options, nextCall) => {
  const { delayFunction, retryableDecider } = defaultGrpcRetryOptions();
  const endsAt = Number(options.deadline ?? Infinity);
  // The delay is random. The one that was compared with the deadline must be the one that passes.
  let delayMs = 0;
  const retry = makeGrpcRetryInterceptor({
    delayFunction: () => delayMs,
    retryableDecider(attempt, status) {
      delayMs = delayFunction(attempt, status);
      return retryableDecider(attempt, status) && Date.now() + delayMs + leastForRetryMs < endsAt;
    },
  });
  return retry(options, nextCall);
};

const ignore = (): void => undefined;

/** Creates a call that ends immediately and sends nothing to a server. */
const canceledCall = (details: string): InterceptingCall =>
  new InterceptingCall({
    start(_metadata, listener) {
      setImmediate(() => {
        // The caller waits for a message before the status; null means no message.
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
