import { jsonText, refuseBy } from '../json/schemas';
import { textLimits } from '../text-limits';
import { patternProblem } from './pattern-problem';

/** A pattern of the pages that an experiment runs on, or that a conversion counts. */
export const pagePattern = jsonText(textLimits.targetUrl, 1)
  .regex(/\S/, 'names no page')
  .superRefine(refuseBy(patternProblem));
