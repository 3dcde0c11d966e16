import { compileLinear } from './linear-expression';
import { compilePattern } from './url-pattern';

/** As {@link compilePattern}, with expressions on the service's own engine: the work grows with the length of the URL alone. */
export const compileOnService = (pattern: string): ((url: string) => boolean) => compilePattern(pattern, compileLinear);
