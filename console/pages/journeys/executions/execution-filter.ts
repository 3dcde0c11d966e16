/** The filter in the address of the list, as the API accepts it. */
export interface ExecutionFilter {
  status?: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | 'TERMINATED';
  stepId?: string;
  version?: number;
  endUserId?: string;
  email?: string;
  from?: string;
  to?: string;
}

const isAddress = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);
const isId = (text: string): boolean => /^eus_\w+$/.test(text);
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Converts the filter values. Ignores an incomplete email address or id. */
export function executionFilter(values: Readonly<Record<string, string>>): ExecutionFilter {
  const { status = '', step = '', version = '', from = '', to = '' } = values;
  const person = (values['person'] ?? '').trim();
  return {
    ...(status === '' ? {} : { status: status as NonNullable<ExecutionFilter['status']> }),
    ...(step === '' ? {} : { stepId: step }),
    ...(/^[1-9]\d*$/.test(version) ? { version: Number(version) } : {}),
    ...(isAddress(person) ? { email: person } : {}),
    ...(isId(person) ? { endUserId: person } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}
