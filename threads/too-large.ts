import { isNativeError } from 'node:util/types';

/** Whether what was given is nested deeper, or grows longer, than JavaScript holds. */
export const isTooLarge = (error: unknown): boolean =>
  isNativeError(error) &&
  error.name === 'RangeError' &&
  /^(Maximum call stack|Invalid (string|array) length)/.test(error.message);
