import { warn } from './warn';

/** Wraps a function so that it never throws: a bug in the snippet must not break the page. */
export function guard<Arguments extends unknown[], Result>(
  run: (...given: Arguments) => Result,
): (...given: Arguments) => Result | undefined {
  return (...given) => {
    try {
      return run(...given);
    } catch (error) {
      warn('failed', error);
      return undefined;
    }
  };
}
