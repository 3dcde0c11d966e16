/** The vocabulary of executions: the outcomes of steps, and the parts of a plan. */

/**
 * The outcome of a step. `elapsed`: the wait, or the timeout of a wait for an event, is over. `received`: the awaited
 * event arrived. `arm`: the arm chosen at a branch or experiment step. `delivered`: the webhook was answered with
 * success. `done`: a step that changes only the database is complete.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'skipped'; reason: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'elapsed' }
  | { kind: 'received' }
  | { kind: 'arm'; armId: string }
  | { kind: 'delivered' }
  | { kind: 'done' };

/** The arm id for a branch step's `else`. */
export const elseArm = 'else';

export interface PlannedArm {
  id: string;
  next: string;
}

export const plannedArm = ({ id, next }: PlannedArm): PlannedArm => ({ id, next });
