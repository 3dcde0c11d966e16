import type { Log } from '../operations/ports';

/** Creates a log of operations that prints its messages. */
export function printedLog(print: (line: string) => void): Log {
  const log = (_: object, message: string): void => print(message);
  return { info: log, warn: log, error: log };
}
