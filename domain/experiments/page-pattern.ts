import { jsonText, refuseBy } from '../json/schemas';
import { textLimits } from '../text-limits';
import { patternProblem } from './pattern-problem';

/** A pattern for the pages that an experiment runs on, or on which a conversion counts. */
export const pagePattern = jsonText(textLimits.targetUrl, 1)
  .regex(/\S/, 'must not be blank')
  .superRefine(refuseBy(patternProblem));
