import type { Log } from '../operations/ports';

const print = (_: object, message: string): void => void process.stderr.write(`${message}\n`);

/** Prints the log of operations on standard error. */
export const printedLog: Log = { info: print, warn: print, error: print };
