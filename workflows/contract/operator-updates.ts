import type { StepAction } from '../../domain/journeys/executions/actions';

/** Updates of a running execution: what operators can do, from the console, the API and `temporal workflow update`. */

/** Names of the updates, with texts for the Temporal UI. */
export const operatorUpdates = {
  skip_step: 'Leaves a send or webhook step without performing it. Input: {"stepId": "…"}',
  retry_now: 'Performs the pending step again now. Input: {"stepId": "…"}',
  move_on: 'Ends the wait now. Input: {"stepId": "…"}',
  end: 'Ends the execution as canceled. Input: {"reason": "…"}',
  resend_unknown: 'Sends a message with an unknown outcome again. Input: {"stepId": "…"}',
} as const;
export type OperatorUpdate = keyof typeof operatorUpdates;

export interface StepActionInput {
  stepId: string;
  /** The id of the member or key that the audit log names; without it, `system`. */
  by?: string;
}

export interface EndInput {
  reason: string;
  by?: string;
}

/** What an update did. */
export interface OperatorUpdateResult {
  stepId: string;
  action: StepAction | 'end' | 'resend_unknown';
  /** The recorded outcome of the step, if the execution left it. */
  outcome?: string;
}
