/** Why a failed execution cannot be retried. */
export const retryRefusals = {
  archived: 'The journey is archived, so its executions cannot be retried.',
  erased: 'The person was erased, so the execution cannot be retried.',
  excluded: 'The person is in another execution of this journey. Wait until it ends, or cancel it, and then retry.',
} as const;

export type RetryRefusal = keyof typeof retryRefusals;

/** Explains why an execution that is not failed cannot be retried. */
export const notFailed = (status: string, exitReason: string | null): string =>
  status === 'RUNNING'
    ? 'Only a failed execution can be retried. This execution is running.'
    : `Only a failed execution can be retried. This execution has ended: ${status}, "${exitReason ?? 'end'}".`;
