/**
 * Aborts after so many milliseconds, as AbortSignal.timeout does. That one is not used: combined with another by
 * AbortSignal.any it is held weakly, and Node.js 20 forgets the timeout at the next garbage collection.
 * @returns a timer that does not keep the process alive
 */
export function abortAfter(controller: AbortController, ms: number): NodeJS.Timeout {
  const abort = (): void =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  return setTimeout(abort, ms).unref();
}
