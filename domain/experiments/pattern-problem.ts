import { backtrackingGrowth } from './backtracking';
import { compileLinear } from './linear-expression';
import { syntaxProblem } from './pattern-syntax';

const maxLength = 200;

/**
 * Finds why a page pattern cannot be saved. An expression (`re:`) must match the same addresses in the browser and on the service,
 * in linear time.
 * @returns the rest of a sentence that starts with the pattern's name; null if the pattern is valid
 */
export function patternProblem(pattern: string): string | null {
  if (!pattern.startsWith('re:')) return null;
  const source = pattern.slice(3);
  if (source.length > maxLength) return `is longer than ${maxLength} characters`;
  const problem = syntaxProblem(source);
  if (problem !== null) return problem;
  const growth = backtrackingGrowth(source);
  if (growth === Infinity) {
    return (
      'can take a browser exponentially long to match. Remove repetitions inside repetitions, such as "(a+)+", and alternatives ' +
      'that match the same text, such as "(a|a)*"'
    );
  }
  if (growth > 1) {
    return (
      'is slow to match, because a long address can match its repetitions in many ways. Start it with "^", use "[^/]*" instead ' +
      'of ".*", or use wildcards, such as "*foo*bar*"'
    );
  }
  return compileLinear(source) === null ? 'is not supported by the regular expression engine of the service' : null;
}
