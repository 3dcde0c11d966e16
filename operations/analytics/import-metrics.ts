import { storeImport } from '../../db/ad-metrics/ad-metrics';
import { trailingDays } from '../../db/reports/ad-figures';
import { invalid } from '../../domain/errors';
import type { ParsedRows } from '../../domain/metrics/parse-rows';
import type { Context } from '../ports';

/**
 * Imports advertising figures, and replaces imported figures of the same campaigns and days. Skips invalid rows. Safe to repeat.
 * @param rows as parsed from JSON or CSV
 * @returns the number of imported rows, and the problems of the others
 * @throws AppError VALIDATION_ERROR if no row is valid; the errors of threads
 */
export async function importMetrics(
  { database, threads, clock }: Pick<Context, 'database' | 'threads' | 'clock'>,
  { workspaceId, connectorType }: { workspaceId: string; connectorType: string },
  rows: readonly unknown[],
): Promise<{ imported: number; rejected: ParsedRows['rejected'] }> {
  // In some timezones it is already tomorrow.
  const { tomorrow } = await trailingDays(database, workspaceId, 1, clock.now());
  const { days, rejected } = await threads.run('parseRows', { rows, lastDate: tomorrow }, workspaceId);
  if (days.length === 0) {
    const details = rejected.slice(0, 100).map(({ row, message }) => ({ path: `rows.${row - 1}`, message }));
    const [first = { row: 1, message: 'is not valid' }] = rejected;
    throw invalid(`No row is valid. Row ${first.row}: ${first.message}`, details);
  }
  await storeImport(database, workspaceId, connectorType, days);
  return { imported: days.length, rejected };
}
