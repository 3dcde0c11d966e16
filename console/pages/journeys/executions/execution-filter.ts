import type { Schemas } from '../../../api/client';

export type StepStatus = Schemas['ExecutionStep']['status'];

/** The statuses of a step, with the words of the figures on the canvas. */
export const stepStatusWords: Record<StepStatus, string> = {
  waiting: 'waiting',
  executed: 'passed',
  skipped: 'skipped',
  failed: 'failed',
};

/** The filter in the address of the list, as the API accepts it. */
export interface ExecutionFilter {
  status?: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | 'TERMINATED';
  stepId?: string;
  stepStatus?: StepStatus;
  version?: number;
  endUserId?: string;
  email?: string;
  from?: string;
  to?: string;
}

const isAddress = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);
const isId = (text: string): boolean => /^eus_\w+$/.test(text);
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Converts the filter values. Ignores an incomplete email address or id, and a step status without a step. */
export function executionFilter(values: Readonly<Record<string, string>>): ExecutionFilter {
  const { status = '', step = '', outcome = '', version = '', from = '', to = '' } = values;
  const person = (values['person'] ?? '').trim();
  return {
    ...(status === '' ? {} : { status: status as NonNullable<ExecutionFilter['status']> }),
    ...(step === '' ? {} : { stepId: step }),
    ...(step !== '' && outcome in stepStatusWords ? { stepStatus: outcome as StepStatus } : {}),
    ...(/^[1-9]\d*$/.test(version) ? { version: Number(version) } : {}),
    ...(isAddress(person) ? { email: person } : {}),
    ...(isId(person) ? { endUserId: person } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}

/** Returns the address of the executions that are at a step, or left it in a way. */
export function executionsAt(
  { journeyId, stepId, version }: { journeyId: string; stepId: string; version: number | null },
  status: StepStatus,
): string {
  const filter = {
    ...{ view: 'executions', step: stepId, outcome: status },
    ...(version === null ? {} : { version: String(version) }),
  };
  return `/journeys/${journeyId}?${new URLSearchParams(filter).toString()}`;
}
