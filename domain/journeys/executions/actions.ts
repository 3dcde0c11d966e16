/** An operator's action on the current step of a running execution. */
export const stepActions = ['skip_step', 'retry_now', 'move_on'] as const;
export type StepAction = (typeof stepActions)[number];

/** The reason of a step that an operator skipped. */
export const skippedByOperator = 'operator';

/** A step that an execution is at. */
interface AtStep {
  id: string;
  kind: string;
  /** Whether the step selects the next step, or changes only the database. */
  decides?: unknown;
}

/**
 * Returns why an action on a step is not possible, or null.
 * @param step where the execution is; null between two steps
 * @param stepId the step that the operator saw
 */
export function refusalOf(action: StepAction, step: AtStep | null, stepId: string): string | null {
  if (step === null) return 'The execution is between two steps. Reload the execution.';
  const { id, kind } = step;
  if (id !== stepId) return `The execution is at step "${id}", not at "${stepId}". Reload the execution.`;
  if (action === 'move_on') return kind === 'wait' ? null : `Step "${id}" is not a wait. Use skip_step or retry_now.`;
  if (kind === 'wait') return `Step "${id}" is a wait. Use move_on to end it.`;
  if (action === 'retry_now' || step.decides === undefined) return null;
  return `Step "${id}" changes only the database, and cannot be skipped. Use retry_now.`;
}
