/** An action on many executions of a journey: failed ones are retried, running ones canceled. */
export type BulkAction = 'retry' | 'cancel';

/** Which executions a bulk action applies to. Each given field narrows the selection. */
export interface BulkSelection {
  version?: number | undefined;
  /** The step at which they failed, or are now. */
  stepId?: string | undefined;
  /** Why they failed. */
  cause?: string | undefined;
  /** ISO 8601 instant; earliest start, inclusive. */
  startedAfter?: string | undefined;
  /** ISO 8601 instant; latest start, exclusive. */
  startedBefore?: string | undefined;
}
