import { explainReason } from '../journeys/explain-reason';
import type { Explanation } from '../journeys/steps/step-rules';

/**
 * Explains why a call failed and how to fix it.
 * @param reason as executions record it
 * @param details.errorCode the code of a failed connection, such as ECONNREFUSED
 * @param details.fault for a template error: which template, and why
 */
export function explainCall(reason: string, { errorCode, fault }: { errorCode?: string; fault?: string }): Explanation {
  const explained = explainReason(reason);
  const details = fault ?? (errorCode === undefined ? undefined : `(${errorCode})`);
  return details === undefined ? explained : { ...explained, meaning: `${explained.meaning} ${details}` };
}
