/**
 * Aborts after `ms` milliseconds, like AbortSignal.timeout. That function is not used because AbortSignal.any only
 * keeps weak references to its signals, and Node.js 20 loses the timeout at the next garbage collection.
 * @returns a timer that does not keep the process alive
 */
export function abortAfter(controller: AbortController, ms: number): NodeJS.Timeout {
  const abort = (): void =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  return setTimeout(abort, ms).unref();
}
