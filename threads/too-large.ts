import { isNativeError } from 'node:util/types';

/** Checks whether input is nested too deeply or too long for JavaScript. */
export const isTooLarge = (error: unknown): boolean =>
  isNativeError(error) &&
  error.name === 'RangeError' &&
  /^(Maximum call stack|Invalid (string|array) length)/.test(error.message);
