import { explainReason, type Explanation } from '../journeys/explain-reason';

/**
 * Why a call failed, in words, and what helps.
 * @param reason as executions record it
 * @param details.errorCode of a connection that failed, such as ECONNREFUSED
 * @param details.fault of a template: which one, and why
 */
export function explainCall(reason: string, { errorCode, fault }: { errorCode?: string; fault?: string }): Explanation {
  const explained = explainReason(reason);
  const details = fault ?? (errorCode === undefined ? undefined : `(${errorCode})`);
  return details === undefined ? explained : { ...explained, meaning: `${explained.meaning} ${details}` };
}
