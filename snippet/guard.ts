import { warn } from './warn';

/** The same function, but what it throws ends here: a mistake of ours must not become one of the page. */
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
