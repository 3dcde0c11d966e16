import { compileLinear } from './linear-expression';
import { compilePattern } from './url-pattern';

/**
 * Compiles a pattern as {@link compilePattern} does, with the service's own engine for expressions: matching takes
 * linear time in the length of the URL.
 */
export const compileOnService = (pattern: string): ((url: string) => boolean) => compilePattern(pattern, compileLinear);
