import { explainReason } from '../explain-reason';

/**
 * Describes why an execution failed.
 * @param cause a reason of its step, or the type of an error
 * @param message the text of the error, if there is one
 */
export function failureText(cause: string, message: string | null): string {
  if (message !== null && message !== '') return message;
  const { meaning } = explainReason(cause);
  if (meaning !== cause) return meaning;
  return cause === 'failed' ? 'The workflow failed or timed out in Temporal.' : `The workflow failed: ${cause}.`;
}
