import type { Schemas } from '../../../api/client';

export type BulkRequest = Omit<Schemas['ExecutionBulkRequest'], 'dryRun'>;

/** Reads the fields of the form. Times are local. */
export function bulkRequestOf(fields: FormData): BulkRequest {
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const instant = (name: string): string | undefined => {
    const at = new Date(text(name));
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
  };
  const given = {
    version: text('version') === '' ? undefined : Number(text('version')),
    stepId: text('stepId'),
    cause: text('cause'),
    startedAfter: instant('startedAfter'),
    startedBefore: instant('startedBefore'),
  };
  const where = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
  return { action: text('action') === 'cancel' ? 'cancel' : 'retry', where };
}

/** `1,204 executions` */
export const executionsIn = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'execution' : 'executions'}`;
