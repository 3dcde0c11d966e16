import { skippedByOperator } from './executions/actions';
import { stepRules } from './steps/registry';
import type { Explanation, StepRules } from './steps/step-rules';

/** The reasons of all kinds of steps, and those that several kinds have. */
const reasons: Readonly<Record<string, Explanation>> = {
  erased: { meaning: 'The person was erased.' },
  [skippedByOperator]: { title: 'by an operator', meaning: 'The audit log of the journey names the operator.' },
  template_error: {
    meaning: 'The template could not be rendered for this person.',
    remedy: 'Fix the template, test it in a simulation, and publish again.',
  },
  ...Object.assign({}, ...Object.values(stepRules).map((rules: StepRules) => rules.reasons)),
};

/**
 * Explains why a step was skipped or failed.
 * @param reason the code from the API; `http_404` is the status from the receiver of a webhook
 */
export function explainReason(reason: string): Explanation {
  const status = /^http_(\d+)$/.exec(reason)?.[1];
  if (status === undefined) return reasons[reason] ?? { meaning: reason };
  const meaning = `The receiver returned ${status}.`;
  if (status.startsWith('5')) return { meaning, remedy: 'Check the log of the receiver.' };
  if (status === '401' || status === '403')
    return { meaning, remedy: 'Check the credentials in the headers of the step.' };
  return { meaning, remedy: 'Check the URL, method and body of the step.' };
}
