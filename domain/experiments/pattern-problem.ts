import { backtrackingGrowth } from './backtracking';
import { compileLinear } from './linear-expression';
import { syntaxProblem } from './pattern-syntax';

const maxLength = 200;

/**
 * Why a pattern of addresses may not be saved: an expression (`re:`) has to mean the same in the browser and on the service, and
 * to come to an end in both.
 * @returns the end of a sentence that begins with the pattern's name; null when nothing is wrong
 */
export function patternProblem(pattern: string): string | null {
  if (!pattern.startsWith('re:')) return null;
  const source = pattern.slice(3);
  if (source.length > maxLength) return `is longer than ${maxLength} characters`;
  const problem = syntaxProblem(source);
  if (problem !== null) return problem;
  const growth = backtrackingGrowth(source);
  if (growth === Infinity) {
    return 'repeats what can itself match in several ways, or has too many choices: a browser might not come to an end with it';
  }
  if (growth > 1) {
    return (
      'has repetitions that can share the same text, so that a browser’s time grows faster than the address: begin it with "^", ' +
      'repeat fewer characters ("[^/]*" for ".*"), or use wildcards, such as "*foo*bar*"'
    );
  }
  return compileLinear(source) === null ? 'cannot be run by the service' : null;
}
