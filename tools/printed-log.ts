import type { Log } from '../operations/ports';

const print = (_: object, message: string): void => console.error(message);

/** Prints the log of operations on standard error. */
export const printedLog: Log = { info: print, warn: print, error: print };
